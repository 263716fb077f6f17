import { setTimeout as sleep } from "node:timers/promises";
import { AssayError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { scrub } from "../../base/scrub.ts";
import type { Secret } from "../../base/secret.ts";
import type { SharedLimits } from "../../base/shared-limits.ts";
import type { Web, WebResponse } from "../../net/web.ts";
import { describeIssue } from "./fetch-results.ts";
import {
	addressHint,
	challengeRefusalOf,
	isHtml,
	networkRefusal,
	ownRefusalOf,
	type Refusal,
	refusalOf,
} from "./refusal.ts";
import { plainLine } from "./result-text.ts";
import { type FaultKind, SearchServiceError } from "./service.ts";
import type { ServiceClient, ServiceFacts, ServiceRequest } from "./service-definition.ts";

/** The user's settings for one service. */
export interface ServiceSettings {
	web: Web;
	key?: Secret | undefined;
	/** Replaces the service's own address: the user's SearXNG, a mirror. It may be on a private network. */
	baseUrl?: string | undefined;
	/** A mail address or page where a service can reach the user. Sent only to services that ask for one. */
	contact?: string | undefined;
	/** Replaces the pause that the service's rules ask for. */
	pauseMs?: number | undefined;
	/** Limits that hold for all processes. */
	sharedLimits?: SharedLimits | undefined;
}

type ServiceResponse = Awaited<ReturnType<ServiceClient["text"]>>;

interface RefusedResponse {
	refusal: Refusal;
	cause?: unknown;
}

const mailPattern = /^[^\s<>(),;]+@[^\s<>(),;]+$/;
const pagePattern = /^https?:\/\/[^\s<>()]+$/;

export function createServiceClient(name: string, definition: ServiceFacts, settings: ServiceSettings): ServiceClient {
	const { title, key } = definition;
	const baseAddress = (settings.baseUrl ?? definition.address)?.replace(/\/+$/, "");
	const pacer = createPacer(settings.pauseMs ?? definition.pauseMs ?? 0, name, settings.sharedLimits);

	const otherHosts = settings.baseUrl === undefined ? (definition.otherHosts ?? []) : [];
	const hosts = [...(baseAddress === undefined ? [] : [new URL(baseAddress).host]), ...otherHosts];

	function fault({ kind, message, hint, lasting = true, unsent = false }: Refusal, cause?: unknown) {
		const keyHint = kind === "key" && key !== undefined ? `set ${key.variable}; keys: ${key.from}` : undefined;
		const options = { hint: hint ?? keyHint, lasting, unsent, ...(cause !== undefined && { cause }) };
		return new SearchServiceError(name, kind, `${title} ${message}`, options);
	}

	function baseUrl(address?: string): string {
		return (settings.baseUrl === undefined ? (address ?? baseAddress) : baseAddress) ?? "";
	}

	function assertReady(): void {
		const unready = (message: string, hint?: string, kind: FaultKind = "settings") =>
			fault({ kind, message, hint, unsent: true });
		if (baseAddress === undefined)
			throw unready("has no address", "give yours with --searxng URL, or set ASSAY_SEARXNG_URL");
		if (key && !key.optional && !settings.key?.reveal()) throw unready("needs a key", undefined, "key");
		const { contact } = settings;
		const isMail = contact !== undefined && mailPattern.test(contact);
		if (definition.contact === "needed" && !isMail)
			throw unready("answers only programs that say whom to write to", "set ASSAY_CONTACT to your mail address");
		if (definition.contact && contact !== undefined && !isMail && !pagePattern.test(contact))
			throw unready("is told whom to write to", "set ASSAY_CONTACT to a mail address or a page, and nothing else");
	}

	/** The header that names the contact. */
	function contactHeader(): Record<string, string> {
		const { contact } = settings;
		if (!definition.contact || contact === undefined) return {};
		return { "user-agent": `assay (${mailPattern.test(contact) ? "mailto:" : ""}${contact})` };
	}

	/** The header that holds the key. */
	function keyHeader(): Record<string, string> {
		const value = settings.key?.reveal();
		if (key === undefined || value === undefined) return {};
		return { [key.header]: key.scheme === undefined ? value : `${key.scheme} ${value}` };
	}

	async function send(request: ServiceRequest, signal?: AbortSignal): Promise<WebResponse | RefusedResponse> {
		assertReady();
		const url = new URL(baseUrl(request.address) + request.path);
		if (!hosts.some((host) => host === url.host || (host.startsWith("*.") && url.host.endsWith(host.slice(1)))))
			throw new TypeError(`${name} is asked at ${url.host}, which it does not declare`);
		for (const [param, value] of Object.entries(withoutUndefined(request.params))) url.searchParams.set(param, value);
		const headers = {
			accept: "application/json",
			...(request.json !== undefined && { "content-type": "application/json" }),
			...(request.form && { "content-type": "application/x-www-form-urlencoded" }),
			...contactHeader(),
			...keyHeader(),
			...request.headers,
		};
		const body = request.form
			? new URLSearchParams(withoutUndefined(request.form)).toString()
			: request.json && JSON.stringify(request.json);
		await pacer.next(signal);
		try {
			return await settings.web.request({
				url: url.href,
				headers,
				...(typeof body === "string" && { body, method: "POST" as const }),
				// The user chose this address.
				...(settings.baseUrl !== undefined && { trusted: true }),
				bytes: limits.searchBytes,
				ms: limits.searchMs,
				// Retries are made here, where the pause is known, and where a query in a body may be repeated, too.
				tries: 1,
				redirects: settings.key === undefined ? limits.searchRedirects : 0,
				signal,
			});
		} catch (cause) {
			signal?.throwIfAborted();
			if (!(cause instanceof AssayError)) throw cause;
			return { refusal: networkRefusal(cause, definition.isSelfHosted ?? false), cause };
		}
	}

	async function sendOnce(request: ServiceRequest, signal?: AbortSignal): Promise<ServiceResponse | RefusedResponse> {
		const response = await send(request, signal);
		if ("refusal" in response) return response;
		// A service may repeat the key that it got.
		const body = scrub(new TextDecoder().decode(response.body));
		const challenge = challengeRefusalOf(response, body);
		const refusal =
			(challenge && (definition.challengeRefusal ?? challenge)) ??
			ownRefusalOf(definition.refusals ?? [], response, body) ??
			definition.refusal?.(response) ??
			refusalOf(response, body, settings.key !== undefined);
		return refusal && !request.accepts?.includes(response.status) ? { refusal } : { response, text: body };
	}

	/** Retries after short refusals: the queries of one step come together, and some services count requests per second. */
	async function text(request: ServiceRequest, signal?: AbortSignal): Promise<ServiceResponse> {
		for (let tries = 1; ; tries++) {
			const answer = await sendOnce(request, signal);
			if (!("refusal" in answer)) return answer;
			const { refusal, cause } = answer;
			if (refusal.againMs === undefined || tries >= limits.searchTries) throw fault(refusal, cause);
			if (refusal.kind === "limited") pacer.slowDown(limits.searchPauseLimitedMs);
			await pause(refusal.againMs, signal);
		}
	}

	return {
		baseUrl,
		hosts,
		assertReady,
		hasKey: settings.key !== undefined,
		text,
		fault,
		async json(schema, request, signal) {
			const { response, text: body } = await text(request, signal);
			if (isHtml(response, body))
				throw fault({
					kind: "format",
					message: `answered with a web page where data was asked for: ${htmlTitleOf(body)}`,
					hint: addressHint,
				});
			let value: unknown;
			try {
				value = JSON.parse(body);
			} catch (cause) {
				const problem = body.trim() === "" ? "sent an empty answer" : "sent an answer that breaks off or is no JSON";
				throw fault({ kind: "format", message: problem, lasting: false }, cause);
			}
			const parsed = schema.safeParse(value);
			if (parsed.success) return parsed.data;
			throw fault({
				kind: "format",
				message: `sent an answer that it is not documented to send (${describeIssue(parsed.error)})`,
			});
		},
	};
}

function htmlTitleOf(html: string): string {
	const title = plainLine(/<title[^>]*>([^<]{1,200})/i.exec(html)?.[1], 80);
	return title === "" ? "it has no title" : `“${title}”`;
}

function withoutUndefined(values: Record<string, string | number | undefined> = {}): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
	);
}

/** Ends early with the signal's reason. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	await sleep(ms, undefined, { signal }).catch((error: unknown) => {
		throw signal?.aborted ? signal.reason : error;
	});
}

/** Spaces out requests: each begins this long after the one before. */
function createPacer(ms: number, name: string, shared: SharedLimits | undefined) {
	let between = ms;
	let free = 0;
	return {
		slowDown(least: number) {
			between = Math.max(between, least);
		},
		async next(signal?: AbortSignal): Promise<void> {
			if (between === 0) return;
			if (shared) return shared.pace(`search ${name}`, between, signal);
			const begin = Math.max(free, Date.now());
			free = begin + between;
			if (begin > Date.now()) await pause(begin - Date.now(), signal);
		},
	};
}
