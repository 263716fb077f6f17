import type { z } from "zod";
import type { ModelMessage, Role } from "../../evidence/call.ts";
import type { InvestigatorExchange, RoleContext, ToolSpec } from "../reasoner.ts";

/**
 * A piece of what a role is asked. `data` was written by others (pages, search results, claims): it is fenced and marked as
 * data, and nothing in it can close its fence.
 */
export interface Part {
	title: string;
	text: string;
	kind: "own" | "data";
	/** May be cut at its end when the model's window is too small; of several, the longest is cut first. */
	cuttable?: boolean | undefined;
	/** Its text in so many characters, where there is a better way than to cut its end. */
	shorter?: ((characters: number) => string) | undefined;
}

export interface Ask<T> {
	role: Role;
	/** What seldom changes first, so that a provider's cache finds the same prefix again. */
	parts: Part[];
	schema: z.ZodType<T>;
	/**
	 * What is wrong with an answer that fits the schema, in words that the model is shown once; undefined when nothing is.
	 * `attempt` 2 is the answer to that: what is still wrong with it makes the role fail.
	 */
	fault?: ((answer: T, attempt?: 1 | 2) => string | undefined) | undefined;
	/** Tokens of the answer, at most; reasoning comes on top. */
	maxOutput?: number | undefined;
}

export interface AskTools {
	role: "nextAction";
	parts: Part[];
	transcript: InvestigatorExchange[];
	tools: ToolSpec[];
	/** The only tool that may be called. */
	only?: string | undefined;
	/** What is said last, e.g. how many messages are left; not kept in the conversation. */
	note?: string | undefined;
}

/**
 * How roles ask: the role's prompt file in front, the model that the role is mapped to, the ledger around each request, one
 * repair, a typed failure. A key that the ledger has an answer for is not asked again.
 */
export interface Asker {
	/** Throws a `ModelError` that names the role. */
	ask<T>(ask: Ask<T>, context?: RoleContext): Promise<T>;
	askTools(ask: AskTools, context?: RoleContext): Promise<ModelMessage>;
	/**
	 * Characters of parts that fit the window of the role's model beside its prompt, schema and answer. Of the window that the
	 * model says it has, not of one that turned out to be smaller: parts, and so the name under which an answer is recorded,
	 * must be the same for the process that goes on. What does not fit then, the asker cuts.
	 */
	room(role: Role): number;
}
