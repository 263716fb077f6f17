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
	/** The form that the question asks for, as a model read it. Absent in runs of older releases and where rules made the route. */
	form?: RequestedForm | undefined;
	/** Why, in one line, for the log. */
	reason: string;
	/** What the question says, taken apart once. Absent in runs of older releases and where a model made the route. */
	analysis?: QuestionAnalysis | undefined;
}

/** What a reader without a model should be shown. `judgement`: people answer it differently. */
export type AnswerKind =
	| "value"
	| "yes_no"
	| "list"
	| "steps"
	| "definition"
	| "comparison"
	| "table"
	| "change"
	| "explanation"
	| "judgement";

/** A question taken apart, whatever its length and language. All words are the question's own. */
export interface QuestionAnalysis {
	/** ISO 639-1, such as `en`. */
	language: string;
	kind: AnswerKind;
	/** The sentences that ask, without the last question mark. What else the text holds is background. */
	core: string;
	background: string;
	/** It ends with a question mark. */
	marked: boolean;
	/** The core's parts, each readable alone. */
	asks: string[];
	/** Names of things, people, places, products, versions and identifiers, in order. */
	names: string[];
	/** What it is about, as a noun phrase. */
	topic?: string | undefined;
	/** Content words, lower-case, the most telling first; at most 24. */
	keyWords: string[];
	/** The things compared, when things are compared. */
	sides: string[];
	/** What the answer is made of. */
	answerType: AnswerType;
	/** What the question says of the report's form. */
	form: RequestedForm;
}

/** The form that a question asks for (METHOD §1). */
export interface RequestedForm {
	/** Words at most. */
	words?: number | undefined;
	/** Bullets or points, exactly. */
	items?: number | undefined;
	/** A table is asked for. */
	table?: true | undefined;
	/** ISO 639-1 of the language that the report is asked for. */
	language?: string | undefined;
	/** For whom: `a board meeting`. */
	audience?: string | undefined;
}

/** One way to understand the question (METHOD §2). Weights of all readings sum to 1. */
export interface Reading {
	/** `r1`, `r2`, … */
	id: string;
	kind: "literal" | "homophone" | "paraphrase" | "oblique" | "misremembered";
	text: string;
	weight: number;
}
