import type { Json } from "../../base/json.ts";
import type { Secret } from "../../base/secret.ts";
import type { SharedLimits } from "../../base/shared-limits.ts";
import type { ModelMessage, ToolCall, Usage } from "../../evidence/call.ts";
import type { Effort } from "../../evidence/event.ts";
import type { ToolSpec } from "../reasoner.ts";

/** The provider of a model. `openai-compatible` is any server with a base URL: Ollama, vLLM, llama.cpp, LM Studio. */
export type ProviderId = "anthropic" | "openai" | "google" | "openrouter" | "zai" | "openai-compatible";

/** USD a million tokens. */
export interface Rates {
	input: number;
	output: number;
	/** For input tokens read from the provider's cache, and for those written to it; `input` when not given. */
	cacheRead?: number | undefined;
	cacheWrite?: number | undefined;
}

export interface Price extends Rates {
	/** The rates of a whole request with more than `above` input tokens. The highest `above` that fits counts. */
	tiers?: (Rates & { above: number })[] | undefined;
}

/** How to reach a model. The app builds it from flags, the environment and the user's table of models. */
export interface ModelSettings {
	provider: ProviderId;
	/** The provider's name of the model. */
	model: string;
	/** The user's name of the model, for messages, e.g. `ollama:qwen3:8b`; `provider:model` when not given. */
	label?: string | undefined;
	apiKey?: Secret | undefined;
	/** For `openai-compatible`, or instead of the provider's own address. */
	baseUrl?: string | undefined;
	effort?: Effort | undefined;
	/** The user's values, which override known ones. Tokens, USD a million tokens. */
	window?: number | undefined;
	maxOutput?: number | undefined;
	price?: Price | undefined;
	/** OpenRouter may pass requests on to no provider above `price`. Set with a cap on the cost, which is reserved by that price. */
	capPrice?: boolean | undefined;
	/** The idle timeout: the response does not begin, or sends nothing more, for this long. ms */
	idleTimeoutMs?: number | undefined;
	/** The most requests to this provider at once. */
	parallel?: number | undefined;
	/** Limits that hold for all processes. */
	sharedLimits?: SharedLimits | undefined;
	/** The time limit of a whole request. ms */
	totalMs?: number | undefined;
}

export type ChatMessage =
	| { role: "system" | "user"; text: string }
	| { role: "assistant"; text: string; toolCalls: ToolCall[] }
	| { role: "tool"; results: { call: ToolCall; text: string }[] };

/** One request, the same for every provider. */
export interface ModelRequest {
	messages: ChatMessage[];
	/** The answer must be JSON of this schema. Each provider enforces it by its own means. */
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
	/** Reports the characters of answer and reasoning received so far, as a sign of life, and the text of the answer so far. */
	onProgress?: ((characters: number, text: string) => void) | undefined;
	/** Reports a wait before a retry, for the display. */
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
	/** Undefined when unknown. */
	readonly price: Price | undefined;
	/** Requests go into batches: a process that resumes the run fetches the answers to what an earlier one sent. */
	readonly isBatch?: true | undefined;
	/**
	 * Sends one request. Retries after faults that cost nothing (429 with its retry-after, 5xx, a refused connection). Throws a
	 * `ModelError`.
	 */
	send(request: ModelRequest, context?: SendContext): Promise<ModelReply>;
}
