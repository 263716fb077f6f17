import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { AssayError, messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { scrub } from "../../base/scrub.ts";
import type { Secret } from "../../base/secret.ts";
import type { Web, WebResponse } from "../../net/web.ts";
import { challengeRefusalOf, isHtml, type Refusal, refusalOf } from "./refusal.ts";
import { plainLine } from "./result-text.ts";
import { SearchServiceError, type ServiceMethods } from "./service.ts";

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
}

/** What a service is, and how to query it. */
export interface ServiceDefinition {
	name: string;
	title: string;
	/** Its address; absent when there is only the user's own. */
	address?: string | undefined;
	/** Hosts of its other addresses. `*.` stands for any name before the rest. Requests to undeclared hosts are not made. */
	otherHosts?: readonly string[] | undefined;
	/** Its key: the variable that holds it, and where to get one. `needed`: the service answers nothing without it. */
	key?: { variable: string; from: string; needed: boolean } | undefined;
	/** Whether it asks programs for a contact address. */
	contact?: "wanted" | "needed" | undefined;
	isSelfHosted?: boolean | undefined;
	hosts?: readonly string[] | undefined;
	pauseMs?: number | undefined;
	/** The refusal for a challenge page, in place of the general one. */
	challengeRefusal?: Refusal | undefined;
	/** Recognizes the service's own refusals, before the general rules. `text` is the response as it came. */
	refusal?: ((response: WebResponse, text: string) => Refusal | undefined) | undefined;
	open(client: ServiceClient): ServiceMethods;
}

export interface ServiceRequest {
	/** The path below the service's address: `/search`. */
	path: string;
	/** Another address of the same service, used unless the user has set one. */
	address?: string | undefined;
	params?: Record<string, string | number | undefined> | undefined;
	headers?: Record<string, string | undefined> | undefined;
	/** The body, sent as JSON or as a form. */
	json?: unknown;
	form?: Record<string, string> | undefined;
	/** Statuses from 300 on that count as success here. */
	accepts?: readonly number[] | undefined;
	signal?: AbortSignal | undefined;
}

interface ServiceResponse {
	response: WebResponse;
	text: string;
}

interface RefusedResponse {
	refusal: Refusal;
	cause?: unknown;
}

/** The requests that a service's file can make. All functions throw a `SearchServiceError`. */
export interface ServiceClient {
	/** The base address without a trailing slash: the user's own address has priority over `address`. */
	baseUrl(address?: string): string;
	/** All hosts that may be queried; none when the service has no address. */
	hosts: readonly string[];
	/** Throws when the key, the address or the contact is missing. */
	assertReady(): void;
	/** The key, for a header. */
	key(): string | undefined;
	json<T>(schema: z.ZodType<T>, request: ServiceRequest): Promise<T>;
	/** The response as it came. Refusals are thrown. */
	text(request: ServiceRequest): Promise<ServiceResponse>;
	/** The entries of a list that fit the schema. Throws when the list has entries and none fits. */
	parseEach<T>(list: readonly unknown[], schema: z.ZodType<T>): T[];
	fault(refusal: Refusal, cause?: unknown): SearchServiceError;
}

const mailPattern = /^[^\s<>(),;]+@[^\s<>(),;]+$/;
const pagePattern = /^https?:\/\/[^\s<>()]+$/;

export function createServiceClient(definition: ServiceDefinition, settings: ServiceSettings): ServiceClient {
	const { name, title, key } = definition;
	const baseAddress = (settings.baseUrl ?? definition.address)?.replace(/\/+$/, "");
	const pacer = createPacer(settings.pauseMs ?? definition.pauseMs ?? 0);

	const otherHosts = settings.baseUrl === undefined ? (definition.otherHosts ?? []) : [];
	const hosts = [...(baseAddress === undefined ? [] : [new URL(baseAddress).host]), ...otherHosts];

	function fault(
		{ kind, message: problem, hint, lasting }: Refusal,
		cause?: unknown,
		unsent = false,
	): SearchServiceError {
		const asKey = kind === "key" && key !== undefined ? `set ${key.variable}; keys: ${key.from}` : undefined;
		return new SearchServiceError(name, kind, `${title} ${problem}`, {
			hint: hint ?? asKey,
			lasting: lasting ?? true,
			unsent,
			...(cause !== undefined && { cause }),
		});
	}

	function baseUrlOf(address?: string): string {
		return (settings.baseUrl === undefined ? (address ?? baseAddress) : baseAddress) ?? "";
	}

	function unsentError(problem: string, hint?: string): SearchServiceError {
		return fault({ kind: "settings", message: problem, hint }, undefined, true);
	}

	function assertSettings(): void {
		if (baseAddress === undefined)
			throw unsentError("has no address", "give yours with --searxng URL, or set ASSAY_SEARXNG_URL");
		if (key?.needed && !settings.key?.reveal()) throw fault({ kind: "key", message: "needs a key" }, undefined, true);
		const { contact } = settings;
		const isMail = contact !== undefined && mailPattern.test(contact);
		if (definition.contact === "needed" && !isMail)
			throw unsentError("answers only programs that say whom to write to", "set ASSAY_CONTACT to your mail address");
		if (definition.contact && contact !== undefined && !isMail && !pagePattern.test(contact))
			throw unsentError("is told whom to write to", "set ASSAY_CONTACT to a mail address or a page, and nothing else");
	}

	/** The header that names the contact. */
	function contactHeader(): Record<string, string> {
		const { contact } = settings;
		if (!definition.contact || contact === undefined) return {};
		return { "user-agent": `assay (${mailPattern.test(contact) ? "mailto:" : ""}${contact})` };
	}

	async function send(request: ServiceRequest): Promise<WebResponse | RefusedResponse> {
		assertSettings();
		const { signal, params = {} } = request;
		const url = new URL(baseUrlOf(request.address) + request.path);
		if (!hosts.some((host) => host === url.host || (host.startsWith("*.") && url.host.endsWith(host.slice(1)))))
			throw new TypeError(`${name} is asked at ${url.host}, which it does not declare`);
		for (const [param, value] of Object.entries(params))
			if (value !== undefined) url.searchParams.set(param, String(value));
		const headers: Record<string, string> = {
			accept: "application/json",
			...(request.json !== undefined && { "content-type": "application/json" }),
			...(request.form && { "content-type": "application/x-www-form-urlencoded" }),
			...contactHeader(),
		};
		for (const [header, value] of Object.entries(request.headers ?? {}))
			if (value !== undefined) headers[header] = value;
		const body = request.form
			? new URLSearchParams(request.form).toString()
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

	async function sendOnce(request: ServiceRequest): Promise<ServiceResponse | RefusedResponse> {
		const response = await send(request);
		if ("refusal" in response) return response;
		// A service may repeat the key that it got.
		const body = scrub(new TextDecoder().decode(response.body));
		const challenge = challengeRefusalOf(response, body);
		const refusal =
			(challenge && (definition.challengeRefusal ?? challenge)) ??
			definition.refusal?.(response, body) ??
			refusalOf(response, body, settings.key !== undefined);
		return refusal && !request.accepts?.includes(response.status) ? { refusal } : { response, text: body };
	}

	/** Retries after short refusals: the queries of one step come together, and some services count requests per second. */
	async function text(request: ServiceRequest): Promise<ServiceResponse> {
		for (let tries = 1; ; tries++) {
			const answer = await sendOnce(request);
			if (!("refusal" in answer)) return answer;
			const { refusal, cause } = answer;
			if (refusal.againMs === undefined || tries >= limits.searchTries) throw fault(refusal, cause);
			if (refusal.kind === "limited") pacer.slowDown(limits.searchPauseLimitedMs);
			await sleep(refusal.againMs, undefined, { signal: request.signal }).catch((error: unknown) => {
				throw request.signal?.aborted ? request.signal.reason : error;
			});
		}
	}

	return {
		baseUrl: baseUrlOf,
		hosts,
		assertReady: assertSettings,
		key: () => settings.key?.reveal(),
		text,
		fault: (refusal, cause) => fault(refusal, cause),
		async json(schema, request) {
			const { response, text: body } = await text(request);
			if (isHtml(response, body))
				throw fault({
					kind: "format",
					message: `answered with a web page where data was asked for: ${htmlTitleOf(body)}`,
					...addressHint,
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
		parseEach(list, schema) {
			const parsed = list.map((one) => schema.safeParse(one));
			const first = parsed[0];
			if (first && parsed.every(({ success }) => !success))
				throw fault({
					kind: "format",
					message: `sent results that it is not documented to send${first.error ? ` (${describeIssue(first.error)})` : ""}`,
				});
			return parsed.flatMap((one) => (one.success ? [one.data] : []));
		},
	};
}

const addressHint = { hint: "check its address, and that no login page of the network stands in between" };

function htmlTitleOf(html: string): string {
	const title = plainLine(/<title[^>]*>([^<]{1,200})/i.exec(html)?.[1], 80);
	return title === "" ? "it has no title" : `“${title}”`;
}

function describeIssue(error: z.ZodError): string {
	const issue = error.issues[0];
	return issue ? `${issue.path.join(".") || "at its top"}: ${plainLine(issue.message, 120)}` : "unknown place";
}

/** Why no response came. The cause may be gone next time. */
function networkRefusal(cause: AssayError, isOwn: boolean): Refusal {
	const hint = isOwn ? "start it, or give its address with --searxng URL" : "check the network";
	const kinds: Record<string, Refusal> = {
		ADDRESS_REFUSED: { kind: "settings", message: `may not be asked: ${cause.message}`, hint: cause.hint },
		TOO_LARGE: { kind: "format", message: "sent more than a search answer can be", lasting: false },
		TOO_SLOW: { kind: "away", message: `did not answer within ${limits.searchMs / 1000} s`, lasting: false },
		TOO_MANY_REDIRECTS: {
			kind: "away",
			message: "sent the query on to another address, which is not followed",
			...addressHint,
			lasting: false,
		},
		HOST_UNKNOWN: {
			kind: "away",
			message: "was not found: its name is unknown here",
			hint,
			lasting: false,
		},
	};
	return (
		kinds[cause.code] ?? {
			kind: "away",
			message: `was not reached: ${messageOf(cause)}`,
			hint,
			lasting: false,
			againMs: limits.pageBackoffMs,
		}
	);
}

/** Spaces out requests: each begins this long after the one before. */
function createPacer(ms: number) {
	let between = ms;
	let free = 0;
	return {
		slowDown(least: number) {
			between = Math.max(between, least);
		},
		async next(signal?: AbortSignal): Promise<void> {
			if (between === 0) return;
			const begin = Math.max(free, Date.now());
			free = begin + between;
			if (begin > Date.now())
				await sleep(begin - Date.now(), undefined, { signal }).catch((error: unknown) => {
					throw signal?.aborted ? signal.reason : error;
				});
		},
	};
}
