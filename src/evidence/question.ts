/** The shape of the answer (METHOD §1): one value, a table, or an account of a topic. */
export type Shape = "lookup" | "extraction" | "synthesis";

/** The type of the answer itself. */
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
	/** The values to find, as noun phrases: `default port`, `year of birth`. Empty for a synthesis. */
	values: string[];
	/** The things whose values are asked: the rows of an evidence table, or the things compared. */
	subjects: string[];
	/** Whether the question is about the current state, so that newer sources count more. */
	recency: boolean;
	/** Whether a claim needs two independent sources. */
	highStakes: boolean;
	effort: "fact_check" | "comparison" | "complex";
	/** The requested form, as a model understood it. Absent in older runs and if rules made the route. */
	form?: RequestedForm | undefined;
	/** The reason for the route, in one line, for the log. */
	reason: string;
	/** The analysis of the question. Absent in older runs and if a model made the route. */
	analysis?: QuestionAnalysis | undefined;
}

/** The kind of answer that a report without a model should show. `judgement`: people answer it differently. */
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

/** The analysis of a question of any length and language. All its words are from the question. */
export interface QuestionAnalysis {
	/** ISO 639-1, such as `en`. */
	language: string;
	kind: AnswerKind;
	/** The sentences that ask, without the last question mark. The rest of the text is background. */
	core: string;
	background: string;
	/** Whether it ends with a question mark. */
	marked: boolean;
	/** The core's parts, each readable alone. */
	asks: string[];
	/** Names of things, people, places, products, versions and identifiers, in order. */
	names: string[];
	/** What it is about, as a noun phrase. */
	topic?: string | undefined;
	/** Content words, lower-case, the most important first; at most 24. */
	keyWords: string[];
	/** The things compared, if any. */
	sides: string[];
	/** The type of the answer. */
	answerType: AnswerType;
	/** The form of the report that the question asks for. */
	form: RequestedForm;
}

/** The form that a question asks for (METHOD §1). */
export interface RequestedForm {
	/** Maximum number of words. */
	words?: number | undefined;
	/** Exact number of bullets or points. */
	items?: number | undefined;
	/** The question asks for a table. */
	table?: true | undefined;
	/** ISO 639-1 code of the requested language. */
	language?: string | undefined;
	/** The readers of the report: `a board meeting`. */
	audience?: string | undefined;
}

/** One interpretation of the question (METHOD §2). The weights of all readings sum to 1. */
export interface Reading {
	/** `r1`, `r2`, … */
	id: string;
	kind: "literal" | "homophone" | "paraphrase" | "oblique" | "misremembered";
	text: string;
	weight: number;
	/**
	 * What the first results of its own words hold (`needle.ts`), 0–1, and its weight before that was known. Absent where no search weighed
	 * the readings.
	 */
	found?: { together: number; names: number; before: number } | undefined;
}
