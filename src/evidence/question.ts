/** What kind of answer is wanted (METHOD §1). */
export type Shape = "lookup" | "extraction" | "synthesis";

/** What the answer itself is made of. */
export type AnswerType =
	| "number"
	| "date"
	| "person"
	| "place"
	| "organization"
	| "yes_no"
	| "list"
	| "entity"
	| "explanation";

export interface Route {
	shape: Shape;
	answerType: AnswerType;
	/** The values that must be captured, as noun phrases: `default port`, `year of birth`. Empty for a synthesis. */
	values: string[];
	/** What the values are asked of: the rows of an evidence table, or the things compared. */
	subjects: string[];
	/** The question is about the current state, so that newer sources count more. */
	recency: boolean;
	/** A claim needs two independent sources. */
	highStakes: boolean;
	effort: "fact_check" | "comparison" | "complex";
	/** Why, in one line, for the log. */
	reason: string;
}

/** One way to understand the question (METHOD §2). Weights of all readings sum to 1. */
export interface Reading {
	/** `r1`, `r2`, … */
	id: string;
	kind: "literal" | "homophone" | "paraphrase" | "oblique" | "misremembered";
	text: string;
	weight: number;
}
