import type { Json } from "../base/json.ts";

/** The thinking roles of the method that may ask a language model. */
export type Role =
	/** Route, readings and plan in one answer. */
	| "begin"
	| "route"
	| "interpret"
	| "plan"
	| "rewriteQuery"
	| "choosePages"
	| "extractClaims"
	| "compareClaims"
	| "findGaps"
	| "nextAction"
	| "answer"
	| "draft"
	| "review"
	| "revise"
	| "judgeSupport";

/** Tokens of one request, as the provider counted them. */
export interface Usage {
	/** All input tokens, those read from and written to the provider's cache included. */
	input: number;
	cacheRead: number;
	cacheWrite: number;
	/** All output tokens, reasoning included. */
	output: number;
	reasoning: number;
	/** The provider did not say: counted from the texts. */
	estimated?: true | undefined;
	/** What the provider said cannot be true: below what any tokenizer needs, above what the request can have taken, or no number. */
	implausible?: true | undefined;
}

export interface ToolCall {
	id: string;
	name: string;
	arguments: Json;
}

/** What a model said: the part of its answer that the run goes on with. */
export interface ModelMessage {
	text: string;
	toolCalls: ToolCall[];
	/** `length`: it was cut off at the most that it may write. */
	finish: "stop" | "length" | "tool-calls" | "refusal" | "other";
}

/** A request to a model as it stands in the ledger before it is sent. */
export interface CallRequest {
	/** Hash of model, role and everything that is asked: a key that has an answer is never asked again in its run. */
	key: string;
	role: Role;
	/** `provider:model`. */
	model: string;
	/** Hash of the role's prompt file. */
	promptHash: string;
	/** Hash of the JSON schema that the answer must fit. */
	schemaHash?: string | undefined;
	/** 1, or 2 when the fault of the first answer is shown to the model. */
	try: number;
	/** The words that are asked, without what a conversation held before. */
	prompt: string;
	/** The most that it can cost. USD; undefined when the model's price is unknown. */
	reservedUsd?: number | undefined;
}

/** How a request ended. Without a `message` it failed, and may still have cost something. */
export interface CallResult {
	message?: ModelMessage | undefined;
	error?: { code: string; message: string } | undefined;
	usage: Usage;
	/** USD; undefined when the model's price is unknown. */
	usd?: number | undefined;
	ms: number;
}

/**
 * One row of a run's ledger. It is written before the request is sent and completed after: a row without a result is in
 * flight, or, when its process is dead, paid for and lost.
 */
export interface CallRecord {
	request: CallRequest;
	/** 1 for the first time that its key was sent. */
	attempt: number;
	/** ISO 8601. */
	begunAt: string;
	result?: CallResult | undefined;
}

/** A role that was not done by the model it was meant for, and why. */
export interface Fallback {
	role: Role;
	/** Of an `AssayError`, e.g. `MODEL_ANSWER_UNUSABLE`. */
	code: string;
	reason: string;
}
