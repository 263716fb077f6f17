import { limits } from "../../../base/limits.ts";
import { ModelError } from "../error.ts";
import type { ModelReply, ModelRequest, ModelSettings, SendContext } from "../model.ts";
import { isOwnMachine } from "../money/own-machine.ts";
import type { Capabilities } from "./capabilities.ts";
import { brokenFault, faultOfNetwork, type RequestFault, timeoutFault } from "./fault.ts";
import { faultInStream, faultOfHttp } from "./http-fault.ts";
import { createLanguageModel } from "./language-model.ts";
import { apiBaseUrl } from "./providers.ts";
import { hasStrictSchema, sdkOptions } from "./sdk-options.ts";
import { sentTextsOf } from "./sent-texts.ts";
import { readStream, responseMessage, StreamedResponse } from "./streamed-response.ts";
import { createStreamFetch, HttpFault, NetworkFault } from "./transport.ts";
import { checkedUsage } from "./usage.ts";

/** More than a token of any answer has on average: a server that writes beyond ignores its limit. Characters. */
const TOKEN_CHARACTERS = 32;
const MIN_CHARACTER_LIMIT = 16_384;

/** Sends one request once, and returns its reply or its fault. Throws only the signal's reason. */
export async function attemptRequest(
	settings: ModelSettings,
	request: ModelRequest,
	capabilities: Capabilities,
	{ signal, onProgress }: SendContext,
): Promise<{ reply: ModelReply } | { fault: RequestFault }> {
	const begun = performance.now();
	const timers = new RequestTimers(settings, signal);
	const response = new StreamedResponse();
	const sent = sentTextsOf(settings);
	const countUsage = () => checkedUsage(response.finish?.usage, request, response.written, sent);
	const paidUsage = () => (response.characters > 0 ? countUsage() : undefined);
	try {
		const fetch = createStreamFetch(timers.alive, (body) => limitOutput(settings, body, request.maxOutput));
		const model = await createLanguageModel(settings, capabilities, hasStrictSchema(request), fetch);
		const options = { ...sdkOptions(settings, request, capabilities), abortSignal: timers.signal };
		await readStream(
			model,
			options,
			response,
			onProgress,
			Math.max(MIN_CHARACTER_LIMIT, request.maxOutput * TOKEN_CHARACTERS),
		);
	} catch (error) {
		signal?.throwIfAborted();
		if (timers.ran) return { fault: timeoutFault(settings, timers.ran, paidUsage()) };
		return { fault: faultOfError(settings, request, error, paidUsage()) };
	} finally {
		timers.stop();
	}
	signal?.throwIfAborted();
	if (timers.ran) return { fault: timeoutFault(settings, timers.ran, paidUsage()) };
	if (!response.isEndless && !response.isComplete(isChatProtocol(settings))) {
		const usage = paidUsage();
		if (response.fault !== undefined && !usage) return { fault: faultInStream(settings, response.fault) };
		return { fault: brokenFault(settings, reasonOf(response.fault), usage) };
	}
	const message = responseMessage(response, request, capabilities);
	const usage = countUsage();
	if (message.finish === "length" && response.characters === 0 && usage.output === 0)
		return { fault: faultOfHttp(settings, 413, new Headers(), "no room is left for an answer") };
	return { reply: { message, usage, ms: Math.round(performance.now() - begun) } };
}

/** Cancels a request that gives no sign of life, or takes too long in all. */
class RequestTimers {
	readonly signal: AbortSignal;
	/** The limit that ran out, in words. */
	ran: string | undefined;
	readonly #idle: NodeJS.Timeout;
	readonly #total: NodeJS.Timeout;

	constructor(settings: ModelSettings, outer: AbortSignal | undefined) {
		const isLocal = isOwnMachine(apiBaseUrl(settings));
		const isDeep = ["high", "xhigh", "max"].includes(settings.effort ?? "none");
		const hosted = isDeep ? limits.modelIdleTimeoutThinkingMs : limits.modelIdleTimeoutMs;
		const idleMs = settings.idleTimeoutMs ?? (isLocal ? limits.modelIdleTimeoutLocalMs : hosted);
		const totalMs = settings.totalMs ?? (isLocal ? limits.modelTotalLocalMs : limits.modelTotalMs);
		const own = new AbortController();
		const end = (ran: string) => {
			this.ran ??= ran;
			own.abort(new DOMException(ran, "AbortError"));
		};
		this.#idle = setTimeout(end, idleMs, `no sign of life for ${idleMs / 1000} s`);
		this.#total = setTimeout(end, totalMs, `no end after ${totalMs / 1000} s`);
		this.signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal;
	}

	readonly alive = (): void => {
		this.#idle.refresh();
	};

	stop(): void {
		clearTimeout(this.#idle);
		clearTimeout(this.#total);
	}
}

function isChatProtocol({ provider }: ModelSettings): boolean {
	return provider === "openrouter" || provider === "zai" || provider === "openai-compatible";
}

/** The fault in an error that an SDK threw. Our own errors may be wrapped in it. */
function faultOfError(
	settings: ModelSettings,
	request: ModelRequest,
	error: unknown,
	usage: RequestFault["error"]["usage"],
): RequestFault {
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		if (inner instanceof HttpFault) return faultOfResponse(settings, request, inner);
		if (inner instanceof NetworkFault) return faultOfNetwork(settings, inner.reason);
	}
	if (usage) return brokenFault(settings, reasonOf(error), usage);
	if (
		error instanceof Error &&
		"statusCode" in error &&
		typeof error.statusCode === "number" &&
		error.statusCode >= 400
	)
		return faultInStream(settings, error);
	return brokenFault(settings, reasonOf(error), undefined);
}

/** The fault of a response without a stream. A complete answer is of no use here, but was paid for. */
function faultOfResponse(
	settings: ModelSettings,
	request: ModelRequest,
	{ status, headers, body }: HttpFault,
): RequestFault {
	const fault = faultOfHttp(settings, status, headers, body);
	if (status >= 300 || !/"(choices|candidates|output|content)"\s*:/.test(body)) return fault;
	const { code, message, hint } = fault.error;
	const usage = checkedUsage(undefined, request, body, sentTextsOf(settings));
	return { error: new ModelError(code, message, { ...(hint === undefined ? {} : { hint }), usage }), canRetry: false };
}

/** The provider's words, or the system's code; undefined where only the SDK's message is left, which tells a user nothing. */
function reasonOf(fault: unknown): string | undefined {
	for (let inner = fault; inner instanceof Error; inner = inner.cause)
		if ("code" in inner && typeof inner.code === "string") return inner.code;
	if (fault instanceof Error) return undefined;
	if (typeof fault === "object" && fault !== null && "message" in fault) return String(fault.message);
	return typeof fault === "string" ? fault : undefined;
}

/** Anthropic's SDK adds the thinking budget to the output limit; here the limit includes it. */
export function limitOutput(settings: ModelSettings, body: string, most: number): string {
	if (settings.provider !== "anthropic") return body;
	const parsedBody = JSON.parse(body) as { max_tokens?: number; thinking?: { type?: string; budget_tokens?: number } };
	if (parsedBody.max_tokens === undefined || parsedBody.max_tokens <= most) return body;
	const budget = Math.min(parsedBody.thinking?.budget_tokens ?? 0, Math.floor(most / 2));
	const { thinking: _thinking, ...rest } = parsedBody;
	// Anthropic accepts no smaller budget.
	const thinking = budget >= 1024 ? { thinking: { ...parsedBody.thinking, budget_tokens: budget } } : {};
	return JSON.stringify({ ...rest, ...thinking, max_tokens: most });
}
