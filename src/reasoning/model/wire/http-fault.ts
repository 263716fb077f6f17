import { ModelError, type ModelErrorCode } from "../error.ts";
import type { ModelSettings } from "../model.ts";
import { addressOf, providers } from "./defaults.ts";
import { broken, clean, type Fault, hostOf, nameOf, silent } from "./fault.ts";
import { askedWaitMs } from "./wait.ts";

// Error messages of providers and local servers.

const overflow =
	/context.?(length|window|size)|maximum context|max(imum)? (model|prompt|input) len|prompt is too long|prompt exceeds|input (token count|length|is too long)|too many (input )?tokens|exceeds? the (maximum|max|available)[^.]{0,40}(tokens|context|length)|tokens? to keep from the initial prompt|request_too_large|exceed_context/i;
/** Z.AI's own error codes. */
const zaiCodes: Readonly<Record<string, "limit" | "empty" | "refused">> = {
	"1113": "empty",
	"1301": "refused",
	"1302": "limit",
	"1303": "limit",
	"1305": "limit",
	"1308": "limit",
};
const empty =
	/insufficient.?(quota|balance|credit|funds)|credit balance|recharge|payment required|not enough credits|requires more credits/i;
/** OpenAI says this when the account is empty. Google says it for too many requests, and then names a time to wait. */
const quota = /exceeded your current quota|billing/i;
/** More than may be sent in a minute: no wait helps, only less text. */
const tooMuchAtOnce = /request too large|reduce the length/i;
const refused =
	/content.?(policy|filter|management)|safety (system|reasons)|flagged|moderation|prohibited.?content|sensitive content|invalid_prompt/i;
const unknownModel =
	/model[^.]{0,120}(not (found|exist|available|supported)|does ?n.t exist|is not a valid|invalid|unknown)|(unknown|no such|invalid|unsupported) model|no endpoints found for|not_found_error[^}]*model|not a valid model/i;
const badKey =
	/api.?key (not valid|invalid|expired)|invalid.{0,20}api.?key|API_KEY_INVALID|unauthori[sz]ed|token expired/i;
const overloaded = /overloaded|at capacity|temporarily unavailable|try again later/i;

/** Statuses of a gateway whose server may still be working on the request. */
const gaveUpWaiting: ReadonlySet<number> = new Set([408, 504, 524]);

/** The fault of a response that is not a model's stream. */
export function faultOfHttp(settings: ModelSettings, status: number, headers: Headers, body: string): Fault {
	const words = wordsOf(body);
	const said = words ? `: ${clean(settings, words)}` : "";
	const fail = (code: ModelErrorCode, message: string, hint: string, more: Partial<Fault> = {}): Fault => ({
		error: new ModelError(code, message, { hint }),
		again: false,
		...more,
	});
	const name = nameOf(settings);
	const { title } = providers[settings.provider];
	const keys = providers[settings.provider].keys.join(" or ");
	const zai = settings.provider === "zai" ? zaiCodes[/"code"\s*:\s*"?(\d{4})\b/.exec(body)?.[1] ?? ""] : undefined;
	const isLimit = (status === 429 && zai === undefined) || zai === "limit";
	const isQuota = quota.test(words) && askedWaitMs(headers, body) === undefined;

	if (status === 413 || (status >= 400 && (isLimit ? tooMuchAtOnce : overflow).test(words)))
		return fail(
			"MODEL_CONTEXT_OVERFLOW",
			`${name}: the request does not fit into the model's window${said}`,
			"name a model with a larger window, or say its true window in your table of models",
		);
	if (status === 402 || zai === "empty" || (status !== 401 && (empty.test(words) || isQuota)))
		return fail(
			"MODEL_ACCOUNT_EMPTY",
			`${name}: the account has no money left (HTTP ${status})${said}`,
			`add credit at ${title}; then resume the run`,
		);
	if (isLimit)
		return fail(
			"MODEL_RATE_LIMITED",
			`${name}: too many requests (HTTP ${status})${said}`,
			"wait; then resume the run",
			{
				again: true,
				waitMs: askedWaitMs(headers, body),
			},
		);
	if (zai === "refused" || (refused.test(words) && status < 500))
		return fail("MODEL_REFUSED", `${name}: the provider declined the request${said}`, "word the question differently", {
			isRefusal: true,
		});
	if (status === 401 || status === 403 || (status < 500 && badKey.test(words)))
		return fail(
			"MODEL_KEY_REFUSED",
			`${name}: the key is refused (HTTP ${status})${said}`,
			keys ? `check ${keys}` : "set the key that this server takes: ASSAY_API_KEY",
		);
	if (status === 404 && settings.capPrice && /price/i.test(words))
		return fail(
			"MODEL_UNREACHABLE",
			`${name}: nobody offers it now at the price that is known of it${said}`,
			"wait, or put its present price into your table of models; then resume the run",
		);
	if (
		status < 500 &&
		(unknownModel.test(words) || (status === 404 && !/endpoints? found that|tool|support/i.test(words)))
	)
		return fail(
			"MODEL_UNKNOWN",
			`${name}: ${unknownWords(settings, words)} (HTTP ${status})${said}`,
			modelHint(settings),
			{ words },
		);
	if (gaveUpWaiting.has(status))
		return silent(settings, `a gateway gave up waiting (HTTP ${status})${said}`, undefined);
	if (status >= 500 || status === 409 || status === 425)
		return fail(
			"MODEL_OVERLOADED",
			`${name}: ${title} cannot answer now (HTTP ${status})${said}`,
			"wait; then resume the run",
			{ again: true, waitMs: askedWaitMs(headers, body), words },
		);
	if (status >= 200 && status < 400)
		return fail(
			"MODEL_REQUEST_REFUSED",
			`${name}: what answers at ${hostOf(settings)} is no model's stream (HTTP ${status})${said}`,
			"check the base URL; most servers want /v1 at its end",
			{ words, again: overloaded.test(words) },
		);
	return fail("MODEL_REQUEST_REFUSED", `${name}: the request is refused (HTTP ${status})${said}`, "try another model", {
		words,
	});
}

/** The SDKs' error names for a stream that ends too soon or breaks its protocol. */
const unreadable: ReadonlySet<string> = new Set([
	"AI_InvalidResponseDataError",
	"AI_TypeValidationError",
	"AI_JSONParseError",
	"AI_EmptyResponseBodyError",
]);

/** The fault of an error inside a stream, before any content: the same as if it had come instead of the stream. */
export function faultInStream(settings: ModelSettings, fault: unknown): Fault {
	if (fault instanceof Error && unreadable.has(fault.name)) return broken(settings, undefined, undefined);
	const told = typeof fault === "object" && fault !== null ? (fault as Record<string, unknown>) : {};
	const data = typeof told.data === "object" ? JSON.stringify(told.data) : "";
	const body = `${data} ${String(told.message ?? (typeof fault === "string" ? fault : JSON.stringify(fault)))}`;
	const code = [told.statusCode, told.code, told.status].map(Number).find((one) => one >= 400 && one < 600);
	const guessed = overloaded.test(body)
		? 529
		: /rate.?limit/i.test(body)
			? 429
			: /server.?error|internal|unavailable/i.test(body)
				? 500
				: 400;
	return faultOfHttp(settings, code ?? guessed, new Headers(), body);
}

function modelHint(settings: ModelSettings): string {
	const { lead, utility } = providers[settings.provider];
	if (lead && utility) return `type e.g. --model ${settings.provider}:${lead} or ${settings.provider}:${utility}`;
	return `${addressOf(settings)}/chat/completions was asked: check --base-url and --model`;
}

/** A 404 of the user's own server that names no model may also mean a wrong address. */
function unknownWords(settings: ModelSettings, words: string): string {
	const { title, baseUrl } = providers[settings.provider];
	return baseUrl === undefined && !unknownModel.test(words)
		? `${title} knows no such address or no such model`
		: `${title} has no such model`;
}

/** The messages in an error's body, wherever the provider puts them, with its codes. */
function wordsOf(body: string): string {
	try {
		const found: string[] = [];
		gather(JSON.parse(body), found);
		if (found.length > 0) return [...new Set(found)].join(" · ");
	} catch {
		// Not JSON: the words are the body itself.
	}
	return body.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, " ");
}

function gather(value: unknown, found: string[]): void {
	if (Array.isArray(value)) for (const one of value) gather(one, found);
	if (value === null || typeof value !== "object" || Array.isArray(value)) return;
	for (const [key, inner] of Object.entries(value)) {
		if (typeof inner === "object") gather(inner, found);
		else if (/^(message|msg|detail|error|code|type|status|reason|param|raw)$/.test(key) && inner !== null)
			found.push(String(inner));
	}
}
