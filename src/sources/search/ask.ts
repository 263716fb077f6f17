import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { AssayError, messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { scrub } from "../../base/scrub.ts";
import type { Secret } from "../../base/secret.ts";
import type { Web, WebResponse } from "../../net/web.ts";
import { challengeOf, isHtml, type Refusal, refusalOf } from "./answer.ts";
import { type Behaviour, SearchFault } from "./service.ts";
import { plain } from "./texts.ts";

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
export interface Definition {
	name: string;
	title: string;
	/** Its address; absent when there is only the user's own. */
	address?: string | undefined;
	/** Hosts of its other addresses. `*.` stands for any name before the rest. Requests to undeclared hosts are not made. */
	alsoAt?: readonly string[] | undefined;
	/** Its key: the variable that holds it, and where to get one. `needed`: the service answers nothing without it. */
	key?: { variable: string; from: string; needed: boolean } | undefined;
	/** Whether it asks programs for a contact address. */
	contact?: "wanted" | "needed" | undefined;
	own?: boolean | undefined;
	hosts?: readonly string[] | undefined;
	pauseMs?: number | undefined;
	/** The refusal for a challenge page, in place of the general one. */
	challenged?: Refusal | undefined;
	/** Recognizes the service's own refusals, before the general rules. `text` is the response as it came. */
	refusal?: ((response: WebResponse, text: string) => Refusal | undefined) | undefined;
	open(ask: Ask): Behaviour;
}

export interface Asked {
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

interface Answered {
	response: WebResponse;
	text: string;
}

interface Refused {
	refusal: Refusal;
	cause?: unknown;
}

/** The requests that a service's file can make. All functions throw a `SearchServiceError`. */
export interface Ask {
	/** The base address without a trailing slash: the user's own address has priority over `address`. */
	at(address?: string): string;
	/** All hosts that may be queried; none when the service has no address. */
	hosts: readonly string[];
	/** Throws when the key, the address or the contact is missing. */
	ready(): void;
	/** The key, for a header. */
	key(): string | undefined;
	json<T>(schema: z.ZodType<T>, asked: Asked): Promise<T>;
	/** The response as it came. Refusals are thrown. */
	text(asked: Asked): Promise<Answered>;
	/** The entries of a list that fit the schema. Throws when the list has entries and none fits. */
	each<T>(list: readonly unknown[], schema: z.ZodType<T>): T[];
	fault(refusal: Refusal, cause?: unknown): SearchFault;
}

const mailForm = /^[^\s<>(),;]+@[^\s<>(),;]+$/;
const pageForm = /^https?:\/\/[^\s<>()]+$/;

export function asker(described: Definition, settings: ServiceSettings): Ask {
	const { name, title, key } = described;
	const base = (settings.baseUrl ?? described.address)?.replace(/\/+$/, "");
	const pause = paced(settings.pauseMs ?? described.pauseMs ?? 0);

	const own = settings.baseUrl === undefined ? (described.alsoAt ?? []) : [];
	const hosts = [...(base === undefined ? [] : [new URL(base).host]), ...own];

	function fault({ kind, said, hint, lasting }: Refusal, cause?: unknown, unsent = false): SearchFault {
		const asKey = kind === "key" && key !== undefined ? `set ${key.variable}; keys: ${key.from}` : undefined;
		return new SearchFault(name, kind, `${title} ${said}`, {
			hint: hint ?? asKey,
			lasting: lasting ?? true,
			unsent,
			...(cause !== undefined && { cause }),
		});
	}

	function at(address?: string): string {
		return (settings.baseUrl === undefined ? (address ?? base) : base) ?? "";
	}

	function unsent(said: string, hint?: string): SearchFault {
		return fault({ kind: "settings", said, hint }, undefined, true);
	}

	function ready(): void {
		if (base === undefined) throw unsent("has no address", "give yours with --searxng URL, or set ASSAY_SEARXNG_URL");
		if (key?.needed && !settings.key?.reveal()) throw fault({ kind: "key", said: "needs a key" }, undefined, true);
		const { contact } = settings;
		const isMail = contact !== undefined && mailForm.test(contact);
		if (described.contact === "needed" && !isMail)
			throw unsent("answers only programs that say whom to write to", "set ASSAY_CONTACT to your mail address");
		if (described.contact && contact !== undefined && !isMail && !pageForm.test(contact))
			throw unsent("is told whom to write to", "set ASSAY_CONTACT to a mail address or a page, and nothing else");
	}

	/** The header that names the contact. */
	function agent(): Record<string, string> {
		const { contact } = settings;
		if (!described.contact || contact === undefined) return {};
		return { "user-agent": `assay (${mailForm.test(contact) ? "mailto:" : ""}${contact})` };
	}

	async function send(asked: Asked): Promise<WebResponse | Refused> {
		ready();
		const { signal, params = {} } = asked;
		const url = new URL(at(asked.address) + asked.path);
		if (!hosts.some((host) => host === url.host || (host.startsWith("*.") && url.host.endsWith(host.slice(1)))))
			throw new TypeError(`${name} is asked at ${url.host}, which it does not declare`);
		for (const [param, value] of Object.entries(params))
			if (value !== undefined) url.searchParams.set(param, String(value));
		const headers: Record<string, string> = {
			accept: "application/json",
			...(asked.json !== undefined && { "content-type": "application/json" }),
			...(asked.form && { "content-type": "application/x-www-form-urlencoded" }),
			...agent(),
		};
		for (const [header, value] of Object.entries(asked.headers ?? {})) if (value !== undefined) headers[header] = value;
		const body = asked.form ? new URLSearchParams(asked.form).toString() : asked.json && JSON.stringify(asked.json);
		await pause.next(signal);
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
			return { refusal: unreached(cause, described.own ?? false), cause };
		}
	}

	async function once(asked: Asked): Promise<Answered | Refused> {
		const response = await send(asked);
		if ("refusal" in response) return response;
		// A service may repeat the key that it got.
		const read = scrub(new TextDecoder().decode(response.body));
		const challenge = challengeOf(response, read);
		const refusal =
			(challenge && (described.challenged ?? challenge)) ??
			described.refusal?.(response, read) ??
			refusalOf(response, read, settings.key !== undefined);
		return refusal && !asked.accepts?.includes(response.status) ? { refusal } : { response, text: read };
	}

	/** Retries after short refusals: the queries of one step come together, and some services count requests per second. */
	async function text(asked: Asked): Promise<Answered> {
		for (let tries = 1; ; tries++) {
			const answer = await once(asked);
			if (!("refusal" in answer)) return answer;
			const { refusal, cause } = answer;
			if (refusal.againMs === undefined || tries >= limits.searchTries) throw fault(refusal, cause);
			if (refusal.kind === "limited") pause.slower(limits.searchPauseLimitedMs);
			await sleep(refusal.againMs, undefined, { signal: asked.signal }).catch((error: unknown) => {
				throw asked.signal?.aborted ? asked.signal.reason : error;
			});
		}
	}

	return {
		at,
		hosts,
		ready,
		key: () => settings.key?.reveal(),
		text,
		fault: (refusal, cause) => fault(refusal, cause),
		async json(schema, asked) {
			const { response, text: read } = await text(asked);
			if (isHtml(response, read))
				throw fault({
					kind: "format",
					said: `answered with a web page where data was asked for: ${titleOf(read)}`,
					...elsewhere,
				});
			let value: unknown;
			try {
				value = JSON.parse(read);
			} catch (cause) {
				const said = read.trim() === "" ? "sent an empty answer" : "sent an answer that breaks off or is no JSON";
				throw fault({ kind: "format", said, lasting: false }, cause);
			}
			const parsed = schema.safeParse(value);
			if (parsed.success) return parsed.data;
			throw fault({
				kind: "format",
				said: `sent an answer that it is not documented to send (${whereIn(parsed.error)})`,
			});
		},
		each(list, schema) {
			const read = list.map((one) => schema.safeParse(one));
			const first = read[0];
			if (first && read.every(({ success }) => !success))
				throw fault({
					kind: "format",
					said: `sent results that it is not documented to send${first.error ? ` (${whereIn(first.error)})` : ""}`,
				});
			return read.flatMap((one) => (one.success ? [one.data] : []));
		},
	};
}

const elsewhere = { hint: "check its address, and that no login page of the network stands in between" };

function titleOf(html: string): string {
	const title = plain(/<title[^>]*>([^<]{1,200})/i.exec(html)?.[1], 80);
	return title === "" ? "it has no title" : `“${title}”`;
}

function whereIn(error: z.ZodError): string {
	const issue = error.issues[0];
	return issue ? `${issue.path.join(".") || "at its top"}: ${plain(issue.message, 120)}` : "unknown place";
}

/** Why no response came. The cause may be gone next time. */
function unreached(cause: AssayError, isOwn: boolean): Refusal {
	const hint = isOwn ? "start it, or give its address with --searxng URL" : "check the network";
	const kinds: Record<string, Refusal> = {
		ADDRESS_REFUSED: { kind: "settings", said: `may not be asked: ${cause.message}`, hint: cause.hint },
		TOO_LARGE: { kind: "format", said: "sent more than a search answer can be", lasting: false },
		TOO_SLOW: { kind: "away", said: `did not answer within ${limits.searchMs / 1000} s`, lasting: false },
		TOO_MANY_REDIRECTS: {
			kind: "away",
			said: "sent the query on to another address, which is not followed",
			...elsewhere,
			lasting: false,
		},
		HOST_UNKNOWN: {
			kind: "away",
			said: "was not found: its name is unknown here",
			hint,
			lasting: false,
		},
	};
	return (
		kinds[cause.code] ?? {
			kind: "away",
			said: `was not reached: ${messageOf(cause)}`,
			hint,
			lasting: false,
			againMs: limits.pageBackoffMs,
		}
	);
}

/** Spaces out requests: each begins this long after the one before. */
function paced(ms: number) {
	let between = ms;
	let free = 0;
	return {
		slower(least: number) {
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
