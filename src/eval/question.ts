/**
 * How a criterion is graded. `answer`: by code and by judges, and so a `point` with `required` words; `evidence`: by code. By judges: `rubric` in three steps, `check` in two, `checklist` in two
 * or as not applicable, `point` (supported, omitted, contradicted), `scale` from 0 to 10, `citation` (does what is cited support the statement).
 */
export type CriterionKind = "answer" | "evidence" | "rubric" | "check" | "checklist" | "point" | "scale" | "citation";

/** A side of a report's quality that figures belong to. */
export type Dimension = "coverage" | "accuracy" | "faithfulness" | "synthesis";

/** What a cited page says, with what a reader of the page sees around it. */
export interface Passage {
	text: string;
	/** The page's title, who publishes or wrote it, its date. */
	page?: string | undefined;
	/** The heading and the line above it. */
	above?: string | undefined;
	/** The rest of its first and of its last sentence. */
	begins?: string | undefined;
	goesOn?: string | undefined;
}

/** One thing that a report is graded by. */
export interface Criterion {
	/** Unique in its question. */
	id: string;
	kind: CriterionKind;
	/** What is wanted, in words that a judge and a reader understand alone. */
	text: string;
	/** 1 unless the benchmark says otherwise. Negative: what a report must not do. */
	weight: number;
	/** The section or dimension that it belongs to. */
	section?: string | undefined;
	/** Accepted wordings of an answer, each of which is right. */
	accepted?: string[] | undefined;
	/** Of a key point that code can check: each of them stands in one passage that holds the point; `a|b`: one of the two. */
	required?: string[] | undefined;
	/** It is of the checklist of this dimension, which asks the same of every report: no evidence that a run could lose. */
	dimension?: Dimension | undefined;
	/** Nothing answers the question: a report is to say so, and to state no answer. */
	unanswerable?: true | undefined;
	/** Name, path, address or record id of a document of gold evidence. */
	document?: string | undefined;
	/** Of a citation: what the cited pages say. */
	passages?: Passage[] | undefined;
	/** Of a citation: what stands before the statement and tells whom or what it speaks of. */
	before?: string | undefined;
	/** What people said of it, 0–1, and whether they had two labels only. */
	expected?: number | undefined;
	isBinary?: boolean | undefined;
}

/** A question of a suite with what is known of its answer. */
export interface EvalQuestion {
	/** Unique in its suite. */
	id: string;
	question: string;
	/** The part of the suite that it belongs to, where figures are also given by part. */
	part?: string | undefined;
	criteria: Criterion[];
}

/** What a judge, or code, says of one criterion. */
export interface Verdict {
	criterion: string;
	/** `code`, or `provider:model`. */
	judge: string;
	/** The word of the verdict: `met`, `contradicted`, `read`, …; `unjudged` where a judge gave no usable answer. */
	label: string;
	/** 0–1; null: unjudged, or left out of all figures (`isLeftOut`). */
	met: number | null;
	/** A further measure of the same criterion, 0–1: the token F1 of an answer. */
	score?: number | undefined;
	/** How sure a judge said it is, 0–1; asked for where people labelled the criterion. */
	confidence?: number | undefined;
	/** What code counted. */
	share?: [hits: number, of: number] | undefined;
	why: string;
}

/** The judge's name of what code decides. */
export const code = "code";

/** The verdicts on one report by criterion: what code decided, and what one judge said. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Verdicts that say of a criterion that it is none for this report: no figure counts it. */
const leftOutLabels = ["not_applicable", "about_sources"] as const;

export function isLeftOut({ label }: Pick<Verdict, "label">): boolean {
	return (leftOutLabels as readonly string[]).includes(label);
}

/** Whether a judge gave no usable answer. */
export function isUnjudged(verdict: Pick<Verdict, "label" | "met">): boolean {
	return verdict.met === null && !isLeftOut(verdict);
}
