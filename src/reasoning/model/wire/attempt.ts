import { limits } from "../../../base/limits.ts";
import { ModelError } from "../error.ts";
import type { ModelReply, ModelRequest, ModelSettings, SendContext } from "../model.ts";
import { isOwnMachine } from "../money/own-machine.ts";
import type { Abilities } from "./abilities.ts";
import { addressOf } from "./defaults.ts";
import { broken, type Fault, faultOfNetwork, silent } from "./fault.ts";
import { faultInStream, faultOfHttp } from "./http-fault.ts";
import { languageModel } from "./provider.ts";
import { answerOf, Heard, listen } from "./reply.ts";
import { isStrict, optionsOf } from "./request.ts";
import { sentTo } from "./sent.ts";
import { HttpFault, NetworkFault, wireFetch } from "./transport.ts";
import { usageOf } from "./usage.ts";

/** More than a token of any answer has on average: a server that writes beyond ignores its limit. Characters. */
const TOKEN_CHARACTERS = 32;
const LEAST_HEARD = 16_384;

/** Sends one request once, and returns its reply or its fault. Throws only the signal's reason. */
export async function attempt(
	settings: ModelSettings,
	request: ModelRequest,
	abilities: Abilities,
	{ signal, onProgress }: SendContext,
): Promise<{ reply: ModelReply } | { fault: Fault }> {
	const begun = performance.now();
	const clocks = new Clocks(settings, signal);
	const heard = new Heard();
	const sent = sentTo(settings);
	const counted = () => usageOf(heard.finish?.usage, request, heard.written, sent);
	const paid = () => (heard.characters > 0 ? counted() : undefined);
	try {
		const fetch = wireFetch(clocks.alive, (body) => bounded(settings, body, request.maxOutput));
		const model = await languageModel(settings, abilities, isStrict(request), fetch);
		const options = { ...optionsOf(settings, request, abilities), abortSignal: clocks.signal };
		await listen(model, options, heard, onProgress, Math.max(LEAST_HEARD, request.maxOutput * TOKEN_CHARACTERS));
	} catch (error) {
		signal?.throwIfAborted();
		if (clocks.ran) return { fault: silent(settings, clocks.ran, paid()) };
		return { fault: faultOf(settings, request, error, paid()) };
	} finally {
		clocks.stop();
	}
	signal?.throwIfAborted();
	if (clocks.ran) return { fault: silent(settings, clocks.ran, paid()) };
	if (!heard.isEndless && !heard.isWhole(isChat(settings))) {
		const usage = paid();
		if (heard.fault !== undefined && !usage) return { fault: faultInStream(settings, heard.fault) };
		return { fault: broken(settings, reasonOf(heard.fault), usage) };
	}
	const message = answerOf(heard, request, abilities);
	const usage = counted();
	if (message.finish === "length" && heard.characters === 0 && usage.output === 0)
		return { fault: faultOfHttp(settings, 413, new Headers(), "no room is left for an answer") };
	return { reply: { message, usage, ms: Math.round(performance.now() - begun) } };
}

/** Cancels a request that gives no sign of life, or takes too long in all. */
class Clocks {
	readonly signal: AbortSignal;
	/** The limit that ran out, in words. */
	ran: string | undefined;
	readonly #silence: NodeJS.Timeout;
	readonly #total: NodeJS.Timeout;

	constructor(settings: ModelSettings, outer: AbortSignal | undefined) {
		const isLocal = isOwnMachine(addressOf(settings));
		const isDeep = ["high", "xhigh", "max"].includes(settings.effort ?? "none");
		const hosted = isDeep ? limits.modelIdleTimeoutThinkingMs : limits.modelIdleTimeoutMs;
		const silenceMs = settings.silenceMs ?? (isLocal ? limits.modelIdleTimeoutLocalMs : hosted);
		const totalMs = settings.totalMs ?? (isLocal ? limits.modelTotalLocalMs : limits.modelTotalMs);
		const own = new AbortController();
		const end = (ran: string) => {
			this.ran ??= ran;
			own.abort(new DOMException(ran, "AbortError"));
		};
		this.#silence = setTimeout(end, silenceMs, `no sign of life for ${silenceMs / 1000} s`);
		this.#total = setTimeout(end, totalMs, `no end after ${totalMs / 1000} s`);
		this.signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal;
	}

	readonly alive = (): void => {
		this.#silence.refresh();
	};

	stop(): void {
		clearTimeout(this.#silence);
		clearTimeout(this.#total);
	}
}

function isChat({ provider }: ModelSettings): boolean {
	return provider === "openrouter" || provider === "zai" || provider === "openai-compatible";
}

/** The fault in an error that an SDK threw. Our own errors may be wrapped in it. */
function faultOf(
	settings: ModelSettings,
	request: ModelRequest,
	error: unknown,
	usage: Fault["error"]["usage"],
): Fault {
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		if (inner instanceof HttpFault) return refusalOf(settings, request, inner);
		if (inner instanceof NetworkFault) return faultOfNetwork(settings, inner.reason);
	}
	if (usage) return broken(settings, reasonOf(error), usage);
	if (
		error instanceof Error &&
		"statusCode" in error &&
		typeof error.statusCode === "number" &&
		error.statusCode >= 400
	)
		return faultInStream(settings, error);
	return broken(settings, reasonOf(error), undefined);
}

/** The fault of a response without a stream. A complete answer is of no use here, but was paid for. */
function refusalOf(settings: ModelSettings, request: ModelRequest, { status, headers, body }: HttpFault): Fault {
	const fault = faultOfHttp(settings, status, headers, body);
	if (status >= 300 || !/"(choices|candidates|output|content)"\s*:/.test(body)) return fault;
	const { code, message, hint } = fault.error;
	const usage = usageOf(undefined, request, body, sentTo(settings));
	return { error: new ModelError(code, message, { ...(hint === undefined ? {} : { hint }), usage }), again: false };
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
function bounded(settings: ModelSettings, body: string, most: number): string {
	if (settings.provider !== "anthropic") return body;
	const asked = JSON.parse(body) as { max_tokens?: number; thinking?: { type?: string; budget_tokens?: number } };
	if (asked.max_tokens === undefined || asked.max_tokens <= most) return body;
	const budget = Math.min(asked.thinking?.budget_tokens ?? 0, Math.floor(most / 2));
	const { thinking: _thinking, ...rest } = asked;
	// Anthropic accepts no smaller budget.
	const thinking = budget >= 1024 ? { thinking: { ...asked.thinking, budget_tokens: budget } } : {};
	return JSON.stringify({ ...rest, ...thinking, max_tokens: most });
}
