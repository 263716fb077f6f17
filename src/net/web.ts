import { setTimeout as sleep } from "node:timers/promises";
import manifest from "../../package.json" with { type: "json" };
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import type { SharedLimits } from "../base/shared-limits.ts";
import { isTransient } from "./connection-errors.ts";
import { type ExchangeResponse, exchange, isRedirect, mimeOf } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import { createHostQueue } from "./host-queue.ts";
import { normalizeHost } from "./hostnames.ts";
import { portOf } from "./ports.ts";
import { followRedirect, type PendingRequest, retryAfterMs, withoutHash } from "./redirects.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import { createRobots, productName } from "./robots.ts";
import { createTimeBudget, type TimeBudget } from "./time-budget.ts";

/** A request to the web. Sends only these headers: no cookie, no referrer, nothing from a page. */
export interface WebRequest {
	url: string;
	/** GET unless a body is given. */
	method?: "GET" | "POST" | undefined;
	headers?: Record<string, string> | undefined;
	body?: string | undefined;
	/** The user named this host and port (their own server): it may be private, and redirects must stay on it. */
	trusted?: boolean | undefined;
	/** Limits of this request, by default those of a page (`limits.page…`). Decoded bytes, which may depend on the media type. */
	bytes?: number | ((mime: string) => number) | undefined;
	ms?: number | undefined;
	/** A time limit shared with other requests, instead of `ms`. */
	clock?: TimeBudget | undefined;
	redirects?: number | undefined;
	/** How often a GET is sent if the network or server fails; a POST is sent once. */
	tries?: number | undefined;
	/** Called with the target before a redirect is followed; an error that it throws ends the request. */
	follow?: ((url: string) => Promise<void>) | undefined;
	signal?: AbortSignal | undefined;
}

export interface WebResponse {
	/** The final address after redirects. */
	url: string;
	/** Every requested address in order, including the first and the last. */
	via: string[];
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	/** Media type without parameters, lower case; empty when none was sent. */
	mime: string;
	/** Decoded. */
	body: Uint8Array;
}

/**
 * The only access to the web. Each request and each redirect passes the gate and waits for the host's turn.
 * Throws an `AssayError`: `ADDRESS_REFUSED`, `HOST_UNKNOWN`, `TOO_LARGE`, `TOO_SLOW`, `TOO_MANY_REDIRECTS`, `CONNECTION_FAILED`.
 * A status of 400 and above is a response, not an error.
 */
export interface Web {
	request(wanted: WebRequest): Promise<WebResponse>;
	/**
	 * Whether `robots.txt` allows our user agent to read an address; `request` respects its crawl delay from then on. Throws the errors of
	 * `request` if the host cannot be reached.
	 */
	robots(url: string, signal?: AbortSignal): Promise<{ allowed: boolean; reason?: string }>;
	/**
	 * Waits for the turn of an address's host and its crawl delay, for a reader other than `request`, such as a browser. The result
	 * releases the turn. A `request` to the same host waits until then.
	 */
	turn(url: string, signal?: AbortSignal): Promise<() => void>;
	close(): Promise<void>;
}

export interface WebSettings {
	gate: Gate;
	/** An e-mail address or page where servers can reach the user. */
	contact?: string | undefined;
	/** The wait before the first retry, doubled each time. ms. */
	backoffMs?: number | undefined;
	/** Limits that hold for all processes. */
	sharedLimits?: SharedLimits | undefined;
}

export function openWeb({ gate, contact, backoffMs = limits.pageBackoffMs, sharedLimits }: WebSettings): Web {
	const hosts = createHostQueue(limits.readsAtOnce, sharedLimits);
	const closing = new AbortController();
	// Uses no caller's signal, because others wait for the same file.
	const robots = createRobots((url) => request({ url, bytes: limits.robotsBytes }, true));
	const standing = {
		"user-agent": `${productName}/${manifest.version}${contact ? ` (${contact})` : ""}`,
		accept: "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8",
		"accept-language": "en",
		"accept-encoding": "gzip, br, zstd",
	};

	async function request(wanted: WebRequest, cut = false): Promise<WebResponse> {
		const { bytes = limits.pageBytes } = wanted;
		const url = gate.check(wanted.url, { trusted: wanted.trusted ?? false });
		const method = wanted.method ?? (wanted.body === undefined ? "GET" : "POST");
		const pending: PendingRequest = {
			url,
			method,
			body: wanted.body,
			headers: { ...standing, ...lowerCaseNames(wanted.headers ?? {}) },
			standing,
			trusted: wanted.trusted ?? false,
			most: typeof bytes === "function" ? bytes : () => bytes,
			cut,
			clock: wanted.clock ?? createTimeBudget(wanted.ms ?? limits.pageMs, url.host),
			signal: wanted.signal ? AbortSignal.any([wanted.signal, closing.signal]) : closing.signal,
			again: method === "GET" ? (wanted.tries ?? limits.pageTries) - 1 : 0,
		};
		const via: string[] = [];
		const visited = new Set<string>();
		for (;;) {
			const step = `${pending.method} ${withoutHash(pending.url)}`;
			if (visited.has(step)) throw new AssayError("TOO_MANY_REDIRECTS", `${url.host} redirects in a circle`);
			visited.add(step);
			via.push(withoutHash(pending.url));
			const answer = await sendWithRetries(pending);
			const { location } = answer.headers;
			if (!isRedirect(answer.status) || location === undefined) return responseOf(pending.url, via, answer);
			if (via.length > (wanted.redirects ?? limits.pageRedirects))
				throw new AssayError("TOO_MANY_REDIRECTS", `${url.host} redirects more than ${via.length - 1} times`);
			followRedirect(pending, gate, answer.status, location);
			await wanted.follow?.(withoutHash(pending.url));
		}
	}

	/** Sends a request, and retries it if that is safe and may help. */
	async function sendWithRetries(pending: PendingRequest): Promise<ExchangeResponse> {
		for (let wait = backoffMs; ; wait *= 2) {
			let answer: ExchangeResponse | undefined;
			try {
				answer = await sendOnce(pending);
			} catch (error) {
				if (pending.again <= 0 || !isTransient(error)) throw error;
			}
			const serverWait = answer && retryAfterMs(answer);
			if (answer && (serverWait === undefined || pending.again <= 0 || serverWait > limits.pageRetryAfterMs))
				return answer;
			pending.again--;
			await sleep(Math.max(wait, serverWait ?? 0), undefined, { signal: pending.signal }).catch((error: unknown) => {
				throw pending.signal.aborted ? pending.signal.reason : error;
			});
		}
	}

	async function sendOnce({ url, clock, ...trip }: PendingRequest): Promise<ExchangeResponse> {
		const release = await hosts.turn(hostKey(url), trip.signal, trip.trusted);
		try {
			return await clock.run(trip.signal, async (signal) => {
				const endpoint = await gate.open(url.hostname, portOf(url), { trusted: trip.trusted, signal });
				return exchange({ ...trip, url, endpoint, signal });
			});
		} finally {
			release();
		}
	}

	return {
		request: (wanted) => request(wanted),
		async robots(text, signal) {
			const url = gate.check(text);
			const { allowed, delay, reason } = await rejectOnAbort(signal, robots(url.origin));
			hosts.delay(hostKey(url), delay);
			if (allowed(url.href)) return { allowed: true };
			return { allowed: false, reason: `${url.host} ${reason ?? "asks programs not to read this page (robots.txt)"}` };
		},
		async turn(text, signal) {
			const url = gate.check(text);
			const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
			return hosts.hostTurn(hostKey(url), either);
		},
		async close() {
			closing.abort(new AssayError("CONNECTION_FAILED", "the way to the web was closed"));
		},
	};
}

function hostKey({ hostname }: URL): string {
	return normalizeHost(hostname) ?? hostname;
}

function responseOf(url: URL, via: string[], { status, headers, body }: ExchangeResponse): WebResponse {
	return { url: withoutHash(url), via, status, headers, mime: mimeOf(headers), body };
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
