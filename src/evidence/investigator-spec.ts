import type { Json } from "../base/json.ts";

/** What one investigator works on and what it may use (METHOD §8), as the log keeps it. */
export interface InvestigatorSpec {
	/** The question that it answers. */
	scope: string;
	/** What others answer, in short: it is not this investigator's work. */
	excluded: string[];
	/** What to look for, by the kind of sub-question. */
	angles: string[];
	/** The kinds of source that are expected to answer. */
	sources: string[];
	/** The names of the tools that it may call. */
	tools: string[];
	/** Names and terms that its searches must hold. */
	focus: string[];
	budget: InvestigatorBudget;
	/** JSON Schema of its report. */
	result: Json;
}

export interface InvestigatorBudget {
	/** Messages to the model, its report included. */
	messages: number;
	/** Tool calls, its report not included. */
	calls: number;
	/** New pages. */
	reads: number;
	/** Tokens of its messages and of the pages that are extracted for it, estimated from their texts. */
	tokens: number;
}
