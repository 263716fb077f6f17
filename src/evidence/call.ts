import type { Json } from "../base/json.ts";
import type { SpendingKind } from "./spending-limit.ts";

/** The kinds of request to a language model. */
export type Role =
	/** Route, readings and plan in one answer. */
	| "begin"
	/** Questions to the user before the research. */
	| "clarify"
	| "route"
	| "interpret"
	| "plan"
	/** The changes of the plan that a message of the user asks for. */
	| "steer"
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
	| "judgeSupport"
	/** The bottom line and the wording of a survey's merged report. */
	| "conclude"
	| "polish"
	/** Whether a campaign goes on after a pulse. */
	| "judgePulse"
	/** A skeptic's vote on an answer. */
	| "vote"
	/** A judge's verdicts in an evaluation. */
	| "grade";

/** What a row of the ledger records: a request to a model, or a call of a tool of an MCP server. */
export type CallRole = Role | "callTool";

/** Tokens of one request, as the provider counted them. */
export interface Usage {
	/** All input tokens, those read from and written to the provider's cache included. */
	input: number;
	cacheRead: number;
	cacheWrite: number;
	/** All output tokens, reasoning included. */
	output: number;
	reasoning: number;
	/** The provider did not report tokens: they are estimated from the texts. */
	estimated?: true | undefined;
	/** The provider's count cannot be true: too low for any tokenizer, too high for the request, or no number. */
	implausible?: true | undefined;
}

export interface ToolCall {
	id: string;
	name: string;
	arguments: Json;
}

/** The part of a model's response that the run uses. */
export interface ModelMessage {
	text: string;
	toolCalls: ToolCall[];
	/** `length`: it was cut off at the output limit. */
	finish: "stop" | "length" | "tool-calls" | "refusal" | "other";
}

/** A request to a model, or a call of a tool, as the ledger records it before it is sent. */
export interface CallRequest {
	/** Hash of model, role and the whole request. A request whose key has an answer is never sent again in its run. */
	key: string;
	role: CallRole;
	/** `provider:model`; of a tool `SERVER/TOOL`. */
	model: string;
	/** Hash of the role's prompt file. */
	promptHash: string;
	/** Hash of the JSON schema that the answer must fit. */
	schemaHash?: string | undefined;
	/** 1; or 2 for a repair, which shows the model the fault of its first answer. */
	try: number;
	/** The text of this request, without the earlier messages of a conversation; of a tool its arguments. */
	prompt: string;
	/** The run's step that sent it first; absent in ledgers of older releases. Not a part of `key`. */
	step?: string | undefined;
	/** It was sent in a provider's batch: if its process died, its answer can still be fetched. */
	batch?: true | undefined;
	/** The maximum cost in USD; undefined if the model's price is unknown. */
	reservedUsd?: number | undefined;
	/** The maximum tokens, input plus output; only under a limit on tokens. */
	reservedTokens?: number | undefined;
}

/** How a request ended. Without a `message` it failed; it may have cost something even so. */
export interface CallResult {
	message?: ModelMessage | undefined;
	error?: { code: string; message: string } | undefined;
	usage: Usage;
	/** USD; undefined if the model's price is unknown. */
	usd?: number | undefined;
	ms: number;
}

/**
 * One row of a run's ledger. It is written before the request is sent and completed afterwards. A row without a result is in
 * flight; if its process died, the request was paid for and its result is lost.
 */
export interface CallRecord {
	request: CallRequest;
	/** How often its key has been sent, from 1. */
	attempt: number;
	/** ISO 8601. */
	begunAt: string;
	result?: CallResult | undefined;
}

/** A row that records a call of a tool. It has no tokens. */
export function isToolCall({ request }: Pick<CallRecord, "request">): boolean {
	return request.role === "callTool";
}

/** A request to a model, and no call of a tool. */
export type ModelCall = CallRecord & { request: { role: Role } };

/** The requests to models. */
export function modelCallsOf(calls: readonly CallRecord[]): ModelCall[] {
	return calls.filter((call): call is ModelCall => !isToolCall(call));
}

/** A role that was not done by the model meant for it, and why. */
export interface Fallback {
	role: Role;
	/** Code of an `AssayError`, e.g. `MODEL_ANSWER_UNUSABLE`. */
	code: string;
	reason: string;
	/** For `MODEL_BUDGET`: the limit under which the request did not fit. Absent in runs of older releases, which limited cost only. */
	limit?: SpendingKind | undefined;
}
