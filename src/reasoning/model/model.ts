import type { Json } from "../../base/json.ts";
import type { Secret } from "../../base/secret.ts";
import type { ModelMessage, ToolCall, Usage } from "../../evidence/call.ts";
import type { Effort } from "../../evidence/event.ts";
import type { ToolSpec } from "../reasoner.ts";

/** Who is spoken to. `openai-compatible` is any server with a base URL: Ollama, vLLM, llama.cpp, LM Studio. */
export type ProviderId = "anthropic" | "openai" | "google" | "openrouter" | "zai" | "openai-compatible";

/** USD a million tokens. */
export interface Rates {
	input: number;
	output: number;
	/** Input tokens that the provider had in its cache, and those that it put there; as `input` when not given. */
	cacheRead?: number | undefined;
	cacheWrite?: number | undefined;
}

export interface Price extends Rates {
	/** The rates of a whole request whose input is longer than so many tokens; the highest `above` that fits counts. */
	tiers?: (Rates & { above: number })[] | undefined;
}

/** How to reach a model; the app makes it of flags, the environment and the user's table. */
export interface ModelSettings {
	provider: ProviderId;
	/** The provider's name of it. */
	model: string;
	/** What the user calls it, for messages, e.g. `ollama:qwen3:8b`; `provider:model` when not given. */
	label?: string | undefined;
	apiKey?: Secret | undefined;
	/** For `openai-compatible`, or instead of the provider's own address. */
	baseUrl?: string | undefined;
	effort?: Effort | undefined;
	/** What the user says of it, over what is known. Tokens, USD a million tokens. */
	window?: number | undefined;
	maxOutput?: number | undefined;
	price?: Price | undefined;
	/** Whoever passes requests on (OpenRouter) may choose nobody dearer than `price`: with a cap on the cost, that is what was reserved. */
	capPrice?: boolean | undefined;
	/** No answer begun, or no further word, for this long: the provider hangs. ms */
	silenceMs?: number | undefined;
	/** The whole of one request. ms */
	totalMs?: number | undefined;
}

export type ChatMessage =
	| { role: "system" | "user"; text: string }
	| { role: "assistant"; text: string; toolCalls: ToolCall[] }
	| { role: "tool"; results: { call: ToolCall; text: string }[] };

/** One request, the same for every provider. */
export interface ModelRequest {
	messages: ChatMessage[];
	/** The answer is to be JSON of this schema, by whatever means the provider has. */
	schema?: { name: string; json: Json } | undefined;
	tools?: ToolSpec[] | undefined;
	/** `auto` unless given; a name forces that tool. */
	toolChoice?: "auto" | "required" | { name: string } | undefined;
	/** Tokens, reasoning included. */
	maxOutput: number;
}

export interface ModelReply {
	message: ModelMessage;
	usage: Usage;
	ms: number;
}

export interface SendContext {
	signal?: AbortSignal | undefined;
	/** Characters of answer and reasoning that have come so far: a sign of life. */
	onProgress?: ((characters: number) => void) | undefined;
	/** A wait before another try, for the display. */
	onWait?: ((wait: { reason: string; ms: number }) => void) | undefined;
}

/** A model that can be asked. */
export interface Model {
	/** `provider:model`. */
	readonly name: string;
	readonly settings: ModelSettings;
	/** Input and output together. Tokens. */
	readonly window: number;
	/** The most that one answer may hold, reasoning included. Tokens. */
	readonly maxOutput: number;
	/** Undefined when nobody knows it. */
	readonly price: Price | undefined;
	/**
	 * Sends one request, again after faults that cost nothing (429 with its retry-after, 5xx, a refused connection). Throws a
	 * `ModelError`.
	 */
	send(request: ModelRequest, context?: SendContext): Promise<ModelReply>;
}
