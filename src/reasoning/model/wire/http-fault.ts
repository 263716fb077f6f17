import { ModelError, type ModelErrorCode } from "../error.ts";
import type { ModelSettings } from "../model.ts";
import { brokenFault, cleanMessage, hostOf, modelLabel, type RequestFault, timeoutFault } from "./fault.ts";
import { apiBaseUrl, providers } from "./providers.ts";
import { requestedWaitMs } from "./retry-wait.ts";

// Error messages of providers and local servers.

const windowOverflow =
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
const emptyAccount =
	/insufficient.?(quota|balance|credit|funds)|credit balance|recharge|payment required|not enough credits|requires more credits/i;
/** OpenAI says this when the account is empty. Google says it for too many requests, and then names a time to wait. */
const quotaExceeded = /exceeded your current quota|billing/i;
/** More than may be sent in a minute: no wait helps, only less text. */
const tooMuchAtOnce = /request too large|reduce the length/i;
const contentRefused =
	/content.?(policy|filter|management)|safety (system|reasons)|flagged|moderation|prohibited.?content|sensitive content|invalid_prompt/i;
const unknownModel =
	/model[^.]{0,120}(not (found|exist|available|supported)|does ?n.t exist|is not a valid|invalid|unknown)|(unknown|no such|invalid|unsupported) model|no endpoints found for|not_found_error[^}]*model|not a valid model/i;
const badKey =
	/api.?key (not valid|invalid|expired)|invalid.{0,20}api.?key|API_KEY_INVALID|unauthori[sz]ed|token expired/i;
const overloaded = /overloaded|at capacity|temporarily unavailable|try again later/i;

/** Statuses of a gateway whose server may still be working on the request. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 524]);

/** The fault of a response that is not a model's stream. */
export function faultOfHttp(settings: ModelSettings, status: number, headers: Headers, body: string): RequestFault {
	const words = errorMessages(body);
	const detail = words ? `: ${cleanMessage(settings, words)}` : "";
	const faultWith = (
		code: ModelErrorCode,
		message: string,
		hint: string,
		more: Partial<RequestFault> = {},
	): RequestFault => ({
		error: new ModelError(code, message, { hint }),
		canRetry: false,
		...more,
	});
	const name = modelLabel(settings);
	const { title } = providers[settings.provider];
	const keys = providers[settings.provider].keys.join(" or ");
	const zaiFault = settings.provider === "zai" ? zaiCodes[/"code"\s*:\s*"?(\d{4})\b/.exec(body)?.[1] ?? ""] : undefined;
	const isLimit = (status === 429 && zaiFault === undefined) || zaiFault === "limit";
	const isQuota = quotaExceeded.test(words) && requestedWaitMs(headers, body) === undefined;

	if (status === 413 || (status >= 400 && (isLimit ? tooMuchAtOnce : windowOverflow).test(words)))
		return faultWith(
			"MODEL_CONTEXT_OVERFLOW",
			`${name}: the request does not fit into the model's window${detail}`,
			"name a model with a larger window, or say its true window in your table of models",
		);
	if (status === 402 || zaiFault === "empty" || (status !== 401 && (emptyAccount.test(words) || isQuota)))
		return faultWith(
			"MODEL_ACCOUNT_EMPTY",
			`${name}: the account has no money left (HTTP ${status})${detail}`,
			`add credit at ${title}; then resume the run`,
		);
	if (isLimit)
		return faultWith(
			"MODEL_RATE_LIMITED",
			`${name}: too many requests (HTTP ${status})${detail}`,
			"wait; then resume the run",
			{
				canRetry: true,
				waitMs: requestedWaitMs(headers, body),
			},
		);
	if (zaiFault === "refused" || (contentRefused.test(words) && status < 500))
		return faultWith(
			"MODEL_REFUSED",
			`${name}: the provider declined the request${detail}`,
			"word the question differently",
			{
				isRefusal: true,
			},
		);
	if (status === 401 || status === 403 || (status < 500 && badKey.test(words)))
		return faultWith(
			"MODEL_KEY_REFUSED",
			`${name}: the key is refused (HTTP ${status})${detail}`,
			keys ? `check ${keys}` : "set the key that this server takes: ASSAY_API_KEY",
		);
	if (status === 404 && settings.capPrice && /price/i.test(words))
		return faultWith(
			"MODEL_UNREACHABLE",
			`${name}: nobody offers it now at the price that is known of it${detail}`,
			"wait, or put its present price into your table of models; then resume the run",
		);
	if (
		status < 500 &&
		(unknownModel.test(words) || (status === 404 && !/endpoints? found that|tool|support/i.test(words)))
	)
		return faultWith(
			"MODEL_UNKNOWN",
			`${name}: ${unknownModelMessage(settings, words)} (HTTP ${status})${detail}`,
			modelHint(settings),
			{ words },
		);
	if (gatewayTimeouts.has(status))
		return timeoutFault(settings, `a gateway gave up waiting (HTTP ${status})${detail}`, undefined);
	if (status >= 500 || status === 409 || status === 425)
		return faultWith(
			"MODEL_OVERLOADED",
			`${name}: ${title} cannot answer now (HTTP ${status})${detail}`,
			"wait; then resume the run",
			{ canRetry: true, waitMs: requestedWaitMs(headers, body), words },
		);
	if (status >= 200 && status < 400)
		return faultWith(
			"MODEL_REQUEST_REFUSED",
			`${name}: what answers at ${hostOf(settings)} is no model's stream (HTTP ${status})${detail}`,
			"check the base URL; most servers want /v1 at its end",
			{ words, canRetry: overloaded.test(words) },
		);
	return faultWith(
		"MODEL_REQUEST_REFUSED",
		`${name}: the request is refused (HTTP ${status})${detail}`,
		"try another model",
		{
			words,
		},
	);
}

/** The SDKs' error names for a stream that ends too soon or breaks its protocol. */
const streamErrors: ReadonlySet<string> = new Set([
	"AI_InvalidResponseDataError",
	"AI_TypeValidationError",
	"AI_JSONParseError",
	"AI_EmptyResponseBodyError",
]);

/** The fault of an error inside a stream, before any content: the same as if it had come instead of the stream. */
export function faultInStream(settings: ModelSettings, fault: unknown): RequestFault {
	if (fault instanceof Error && streamErrors.has(fault.name)) return brokenFault(settings, undefined, undefined);
	const fields = typeof fault === "object" && fault !== null ? (fault as Record<string, unknown>) : {};
	const data = typeof fields.data === "object" ? JSON.stringify(fields.data) : "";
	const body = `${data} ${String(fields.message ?? (typeof fault === "string" ? fault : JSON.stringify(fault)))}`;
	const code = [fields.statusCode, fields.code, fields.status].map(Number).find((one) => one >= 400 && one < 600);
	const guessedStatus = overloaded.test(body)
		? 529
		: /rate.?limit/i.test(body)
			? 429
			: /server.?error|internal|unavailable/i.test(body)
				? 500
				: 400;
	return faultOfHttp(settings, code ?? guessedStatus, new Headers(), body);
}

function modelHint(settings: ModelSettings): string {
	const { lead, utility } = providers[settings.provider];
	if (lead && utility) return `type e.g. --model ${settings.provider}:${lead} or ${settings.provider}:${utility}`;
	return `${apiBaseUrl(settings)}/chat/completions was asked: check --base-url and --model`;
}

/** A 404 of the user's own server that names no model may also mean a wrong address. */
function unknownModelMessage(settings: ModelSettings, words: string): string {
	const { title, baseUrl } = providers[settings.provider];
	return baseUrl === undefined && !unknownModel.test(words)
		? `${title} knows no such address or no such model`
		: `${title} has no such model`;
}

/** The messages in an error's body, wherever the provider puts them, with its codes. */
function errorMessages(body: string): string {
	try {
		const found: string[] = [];
		collectMessages(JSON.parse(body), found);
		if (found.length > 0) return [...new Set(found)].join(" · ");
	} catch {
		// Not JSON: the words are the body itself.
	}
	return body.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, " ");
}

function collectMessages(value: unknown, found: string[]): void {
	if (Array.isArray(value)) for (const one of value) collectMessages(one, found);
	if (value === null || typeof value !== "object" || Array.isArray(value)) return;
	for (const [key, inner] of Object.entries(value)) {
		if (typeof inner === "object") collectMessages(inner, found);
		else if (/^(message|msg|detail|error|code|type|status|reason|param|raw)$/.test(key) && inner !== null)
			found.push(String(inner));
	}
}
