import type { z } from "zod";
import type { ModelMessage, Role } from "../../evidence/call.ts";
import type { InvestigatorExchange, RoleContext, ToolSpec } from "../reasoner.ts";

/**
 * One part of a role's request. Text of kind `data` was written by others (pages, search results, claims). It is fenced and
 * marked as data, and nothing in it can close its fence.
 */
export interface PromptPart {
	title: string;
	text: string;
	kind: "own" | "data";
	/** The end may be cut when the model's window is too small. The longest part is cut first. */
	cuttable?: boolean | undefined;
	/** Returns the text in this many characters, where there is a better way than to cut its end. */
	shorter?: ((characters: number) => string) | undefined;
}

export interface RoleRequest<T> {
	role: Role;
	/** Parts that seldom change come first, so that a provider's cache finds the same prefix again. */
	parts: PromptPart[];
	schema: z.ZodType<T>;
	/**
	 * Says what is wrong with an answer that fits the schema; undefined when nothing is. The model is shown these words once.
	 * Attempt 2 is the repaired answer: a fault in it makes the role fail.
	 */
	fault?: ((answer: T, attempt?: 1 | 2) => string | undefined) | undefined;
	/** Receives the text of the answer so far, now and then, for the display. */
	onText?: ((text: string) => void) | undefined;
	/** The most tokens of the answer, without the reasoning. */
	maxOutput?: number | undefined;
}

export interface ToolRequest {
	role: "nextAction";
	parts: PromptPart[];
	transcript: InvestigatorExchange[];
	tools: ToolSpec[];
	/** The only tool that may be called. */
	only?: string | undefined;
	/** The last message, e.g. how many messages are left. The conversation does not keep it. */
	note?: string | undefined;
}

/**
 * Sends the requests of roles. It adds the role's prompt file, chooses the role's model, records each request in the ledger, and
 * repairs an answer once. A request whose key has an answer in the ledger is not sent again.
 */
export interface Asker {
	/** Throws a `ModelError` that names the role. */
	ask<T>(ask: RoleRequest<T>, context?: RoleContext): Promise<T>;
	askTools(ask: ToolRequest, context?: RoleContext): Promise<ModelMessage>;
	/**
	 * Characters of parts that fit into the window of the role's model beside its prompt, schema and answer. It counts with the
	 * window that the model states, not with a smaller one found later: the key of a recorded answer contains the parts, so a
	 * resumed run must size them alike. The asker cuts what does not fit.
	 */
	room(role: Role): number;
}
