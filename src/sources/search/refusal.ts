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
	/** The problem may be over after this time, so that one more request is worth it. Milliseconds. */
	againMs?: number | undefined;
}

const challengeWords =
	/just a moment\.\.\.|attention required! \||cf-chl|cf_chl|_cf_chl_opt|challenge-platform|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|g-recaptcha|h-captcha|hcaptcha\.com|unusual traffic from your|ddos-guard|are you a robot|anomaly-modal|bots use duckduckgo/i;
const portalWords =
	/captive|network (?:login|sign-in|authentication)|(?:log|sign) ?in to (?:the )?(?:network|wi-?fi|internet)|wi-?fi (?:login|access)|hotspot/i;
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
