import { type AssayError, messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import type { WebResponse } from "../../net/web.ts";
import type { FaultKind } from "./service.ts";

/** Why a service's response holds no results. */
export interface Refusal {
	kind: FaultKind;
	/** Continues the service's name: `did not accept the key`. */
	message: string;
	hint?: string | undefined;
	/** Whether waiting cannot help; true by default. */
	lasting?: boolean | undefined;
	/** It was detected before anything was sent. */
	unsent?: boolean | undefined;
	/** The problem may be over after this time, so that one more request is worth it. Milliseconds. */
	againMs?: number | undefined;
}

/** A refusal of a service's own. The status is added to its message. */
export interface RefusalRule extends Refusal {
	/** By default all statuses from 400 on. */
	statuses?: readonly number[];
	/** What the response's text must hold. */
	text?: RegExp;
}

const challengeWords =
	/just a moment\.\.\.|attention required! \||cf-chl|cf_chl|_cf_chl_opt|challenge-platform|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|g-recaptcha|h-captcha|hcaptcha\.com|unusual traffic from your|ddos-guard|are you a robot|anomaly-modal|bots use duckduckgo/i;
const portalWords =
	/captive|network (?:login|sign-in|authentication)|(?:log|sign) ?in to (?:the )?(?:network|wi-?fi|internet)|wi-?fi (?:login|access)|hotspot/i;
export const addressHint = "check its address, and that no login page of the network stands in between";
/** How much of a page is examined to classify it. Characters. */
const examinedLength = 60_000;

export function isHtml({ mime }: Pick<WebResponse, "mime">, text: string): boolean {
	return /^(?:text\/html|application\/xhtml\+xml)$/.test(mime) || /^\s*<(?:!doctype html|html|head|body)\b/i.test(text);
}

/** Detects a challenge: a page that asks a person to prove to be one. */
export function challengeRefusalOf(
	response: Pick<WebResponse, "headers" | "mime" | "status">,
	text: string,
): Refusal | undefined {
	const { headers, status } = response;
	const isChallenge =
		headers["cf-mitigated"] === "challenge" ||
		(isHtml(response, text) && challengeWords.test(text.slice(0, examinedLength)));
	if (!isChallenge) return undefined;
	return {
		kind: "blocked",
		message: `wants to see a person: it answered with a challenge page (${status})`,
		hint: "search with another service for now",
	};
}

/** The refusal of the first rule that fits a response. */
export function ownRefusalOf(
	rules: readonly RefusalRule[],
	{ status }: Pick<WebResponse, "status">,
	text: string,
): Refusal | undefined {
	const rule = rules.find(
		(one) => (one.statuses?.includes(status) ?? status >= 400) && (one.text === undefined || one.text.test(text)),
	);
	return rule && { ...rule, message: `${rule.message} (${status})` };
}

/** Why a response holds no results: by its status, and by a web page in place of data. */
export function refusalOf(response: WebResponse, text: string, hasKey: boolean): Refusal | undefined {
	const { status } = response;
	const isPage = isHtml(response, text);
	if (status === 511 || status === 407 || (isPage && portalWords.test(text.slice(0, examinedLength))))
		return {
			kind: "away",
			message: `was not reached: a network login page answered (${status})`,
			hint: "log in to the network in a browser",
			lasting: false,
		};
	if (status >= 200 && status < 300) return undefined;
	if (status >= 300 && status < 400)
		return {
			kind: "away",
			message: `sent the query on to another address (${status}), which is not followed`,
			lasting: false,
		};
	if (status === 401 || (status === 403 && hasKey))
		return hasKey
			? { kind: "key", message: `did not accept the key (${status})` }
			: { kind: "blocked", message: `wants a login (${status})` };
	if (status === 402) return { kind: "limited", message: "has no credit left (402)", hint: "top up the account" };
	if (status === 403) return { kind: "blocked", message: "refuses to answer this machine (403)" };
	if (status === 429) return rateLimitRefusal(response);
	if (status >= 500)
		return { kind: "away", message: `is out of order (${status})`, lasting: false, againMs: limits.pageBackoffMs };
	if (status === 404 || status === 405 || status === 410)
		return { kind: "settings", message: `has no search at this address (${status})` };
	return { kind: "format", message: `did not understand the query (${status})`, lasting: false };
}

/** Too many requests. It is lasting when the service asks for a long wait; after a short wait or none, it is worth another try. */
export function rateLimitRefusal({ status, headers }: Pick<WebResponse, "status" | "headers">): Refusal {
	const wait = retryAfterMs(headers);
	const until = wait === undefined ? "" : `, for ${Math.ceil(wait / 1000)} s`;
	return {
		kind: "limited",
		message: `was asked too often and answers no more${until} (${status})`,
		lasting: wait !== undefined && wait > limits.searchRetryAfterMs,
		...((wait ?? 0) <= limits.searchWaitMs && { againMs: wait ?? 0 }),
	};
}

/** `Retry-After` as milliseconds from now, given in seconds or as a date; or the reset time of GitHub's rate limit. */
function retryAfterMs(headers: Record<string, string>): number | undefined {
	const after = headers["retry-after"];
	if (after !== undefined) {
		const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
		return Number.isNaN(ms) ? undefined : Math.max(0, ms);
	}
	const reset = headers["x-ratelimit-remaining"] === "0" ? Number(headers["x-ratelimit-reset"]) : Number.NaN;
	return Number.isNaN(reset) ? undefined : Math.max(0, reset * 1000 - Date.now());
}

/** Why no response came. The cause may be gone next time. */
export function networkRefusal(cause: AssayError, isSelfHosted: boolean): Refusal {
	const hint = isSelfHosted ? "start it, or give its address with --searxng URL" : "check the network";
	const kinds: Record<string, Refusal> = {
		ADDRESS_REFUSED: { kind: "settings", message: `may not be asked: ${cause.message}`, hint: cause.hint },
		TOO_LARGE: { kind: "format", message: "sent more than a search answer can be", lasting: false },
		TOO_SLOW: { kind: "away", message: `did not answer within ${limits.searchMs / 1000} s`, lasting: false },
		TOO_MANY_REDIRECTS: {
			kind: "away",
			message: "sent the query on to another address, which is not followed",
			hint: addressHint,
			lasting: false,
		},
		HOST_UNKNOWN: { kind: "away", message: "was not found: its name is unknown here", hint, lasting: false },
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
