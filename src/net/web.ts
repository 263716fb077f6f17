import { setTimeout as sleep } from "node:timers/promises";
import manifest from "../../package.json" with { type: "json" };
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { type Clock, createClock } from "./clock.ts";
import { type Exchanged, exchange, isRedirect, mimeOf } from "./exchange.ts";
import { isPassing } from "./faults.ts";
import type { Gate } from "./gate.ts";
import { createHosts } from "./hosts.ts";
import { hostOf } from "./names.ts";
import { portOf } from "./ports.ts";
import { createRobots, PRODUCT } from "./robots.ts";
import { askedWait, redirect, type Trip, withoutHash } from "./trip.ts";
import { unless } from "./unless.ts";

/** A request to the web. Only these headers are sent: no cookie, no referrer, nothing that a page gave. */
export interface WebRequest {
	url: string;
	/** GET unless a body is given. */
	method?: "GET" | "POST" | undefined;
	headers?: Record<string, string> | undefined;
	body?: string | undefined;
	/** The user named this address's host and port (a server of one's own): it may be private, and redirects must stay on it. */
	trusted?: boolean | undefined;
	/** Limits of this request, by default those of a page (`limits.page…`). Bytes are decoded ones, and may depend on the media type. */
	bytes?: number | ((mime: string) => number) | undefined;
	ms?: number | undefined;
	/** Time that it shares with others, in place of `ms`. */
	clock?: Clock | undefined;
	redirects?: number | undefined;
	/** How often a GET is sent at most when the network or the server failed; a POST is sent once. */
	tries?: number | undefined;
	/** Asked before a redirect is followed, with the address it leads to; what it throws ends the request. */
	follow?: ((url: string) => Promise<void>) | undefined;
	signal?: AbortSignal | undefined;
}

export interface WebResponse {
	/** Where the redirects ended. */
	url: string;
	/** Every address on the way there, the first one included. */
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
 * The only way out to the web. Each request and each redirect passes the gate and waits its turn at the host.
 * Throws an `AssayError`: `ADDRESS_REFUSED`, `HOST_UNKNOWN`, `TOO_LARGE`, `TOO_SLOW`, `TOO_MANY_REDIRECTS`, `CONNECTION_FAILED`.
 * A status of 400 and above is a response, not an error.
 */
export interface Web {
	request(wanted: WebRequest): Promise<WebResponse>;
	/**
	 * What `robots.txt` says of an address to our user agent; delays that it asks for are kept by `request`. Throws what `request`
	 * throws when the host cannot be reached at all.
	 */
	robots(url: string, signal?: AbortSignal): Promise<{ allowed: boolean; reason?: string }>;
	/**
	 * Waits for the turn of an address's host, its crawl delay kept, for what reads it by another way: a browser. The result gives the
	 * turn back. `request` to the same host waits as long.
	 */
	turn(url: string, signal?: AbortSignal): Promise<() => void>;
	close(): Promise<void>;
}

export interface WebSettings {
	gate: Gate;
	/** An address or page where the user can be reached, for servers that want to know whom to ask. */
	contact?: string | undefined;
	/** The wait before the first repetition, doubled each time. ms. */
	backoffMs?: number | undefined;
}

export function openWeb({ gate, contact, backoffMs = limits.pageBackoffMs }: WebSettings): Web {
	const hosts = createHosts(limits.readsAtOnce);
	const closing = new AbortController();
	// No caller's signal: others wait for the same file.
	const robots = createRobots((url) => request({ url, bytes: limits.robotsBytes }, true));
	const standing = {
		"user-agent": `${PRODUCT}/${manifest.version}${contact ? ` (${contact})` : ""}`,
		accept: "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8",
		"accept-language": "en",
		"accept-encoding": "gzip, br, zstd",
	};

	async function request(wanted: WebRequest, cut = false): Promise<WebResponse> {
		const { bytes = limits.pageBytes } = wanted;
		const url = gate.check(wanted.url, { trusted: wanted.trusted ?? false });
		const method = wanted.method ?? (wanted.body === undefined ? "GET" : "POST");
		const trip: Trip = {
			url,
			method,
			body: wanted.body,
			headers: { ...standing, ...lowerCase(wanted.headers ?? {}) },
			standing,
			trusted: wanted.trusted ?? false,
			most: typeof bytes === "function" ? bytes : () => bytes,
			cut,
			clock: wanted.clock ?? createClock(wanted.ms ?? limits.pageMs, url.host),
			signal: wanted.signal ? AbortSignal.any([wanted.signal, closing.signal]) : closing.signal,
			again: method === "GET" ? (wanted.tries ?? limits.pageTries) - 1 : 0,
		};
		const via: string[] = [];
		const asked = new Set<string>();
		for (;;) {
			const step = `${trip.method} ${withoutHash(trip.url)}`;
			if (asked.has(step)) throw new AssayError("TOO_MANY_REDIRECTS", `${url.host} redirects in a circle`);
			asked.add(step);
			via.push(withoutHash(trip.url));
			const answer = await patiently(trip);
			const { location } = answer.headers;
			if (!isRedirect(answer.status) || location === undefined) return responseOf(trip.url, via, answer);
			if (via.length > (wanted.redirects ?? limits.pageRedirects))
				throw new AssayError("TOO_MANY_REDIRECTS", `${url.host} redirects more than ${via.length - 1} times`);
			redirect(trip, gate, answer.status, location);
			await wanted.follow?.(withoutHash(trip.url));
		}
	}

	/** Sends it until it is answered, where that is safe and may help. */
	async function patiently(trip: Trip): Promise<Exchanged> {
		for (let wait = backoffMs; ; wait *= 2) {
			let answer: Exchanged | undefined;
			try {
				answer = await once(trip);
			} catch (error) {
				if (trip.again <= 0 || !isPassing(error)) throw error;
			}
			const asked = answer && askedWait(answer);
			if (answer && (asked === undefined || trip.again <= 0 || asked > limits.pageRetryAfterMs)) return answer;
			trip.again--;
			await sleep(Math.max(wait, asked ?? 0), undefined, { signal: trip.signal }).catch((error: unknown) => {
				throw trip.signal.aborted ? trip.signal.reason : error;
			});
		}
	}

	async function once({ url, clock, ...trip }: Trip): Promise<Exchanged> {
		const release = await hosts.turn(nameOf(url), trip.signal);
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
			const { allowed, delay, reason } = await unless(signal, robots(url.origin));
			hosts.delay(nameOf(url), delay);
			if (allowed(url.href)) return { allowed: true };
			return { allowed: false, reason: `${url.host} ${reason ?? "asks programs not to read this page (robots.txt)"}` };
		},
		async turn(text, signal) {
			const url = gate.check(text);
			const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
			return hosts.hostTurn(nameOf(url), either);
		},
		async close() {
			closing.abort(new AssayError("CONNECTION_FAILED", "the way to the web was closed"));
		},
	};
}

/** A host by one name for all its spellings. */
function nameOf({ hostname }: URL): string {
	return hostOf(hostname) ?? hostname;
}

function responseOf(url: URL, via: string[], { status, headers, body }: Exchanged): WebResponse {
	return { url: withoutHash(url), via, status, headers, mime: mimeOf(headers), body };
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
