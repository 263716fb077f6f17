import type { Stance } from "./plan.ts";
import type { Locator } from "./source.ts";

export type Confidence = "low" | "medium" | "high";

/** `direct` answers a sub-question and updates the evidence; `adjacent` is kept as background; `irrelevant` is dropped. */
export type ClaimClass = "direct" | "adjacent" | "irrelevant";

/** A value that a claim states, normalised so that two claims can be compared. */
export interface TypedValue {
	kind: "number" | "date" | "person" | "place" | "organization" | "entity";
	/** As the quote writes it. */
	text: string;
	/** Number: plain decimal; date: `1944`, `1944-06`, `1944-06-06`; else lower-case words. */
	normal: string;
	unit?: string | undefined;
}

/** The part of a claim in an argument. Other claims have no kind. */
export const claimKinds = ["figure", "cause", "example", "definition", "objection", "advice"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** A claim as it was extracted from one page, before code has checked its quote. */
export interface ExtractedClaim {
	/** One fact, readable alone. Pronouns are resolved here, never in the quote. */
	text: string;
	/** Words of the page, letter for letter. */
	quote: string;
	/** Where the quote starts in the page's text (UTF-16). */
	start: number;
	class: ClaimClass;
	stance: Stance;
	/** Ids of the sub-questions that it answers, best first. Absent: the sub-question that led to the page. */
	for?: string[] | undefined;
	kind?: ClaimKind | undefined;
	/** The holder, in the page's words. Absent: the page itself. */
	holder?: string | undefined;
	/** How well it answers its sub-question, 0–1. */
	relevance: number;
	/** Whether it is a main point: a short summary of its page would hold it. Rules mark none. */
	main?: boolean | undefined;
	confidence: Confidence;
	values: TypedValue[];
	/** What the claim is about: the subject phrase, lower-case. */
	subject: string;
	asOf?: string | undefined;
	/** The cell, if the claim is a cell of a table; its `quote` is then the cell's row. */
	cell?: Cell | undefined;
}

/** A cell of a table with what makes it a statement. All its texts come from the table, its header or its caption. */
export interface Cell {
	/** As `Table.number`. */
	table: number;
	/** As `Table.page`. */
	page?: number | undefined;
	row: string;
	column: string;
	/** The cell's own text. */
	text: string;
	unit?: string | undefined;
	/** The period that the column, the row or the caption states: `2031`, `Q2 2031`, `2029–2031`. */
	period?: string | undefined;
	caption?: string | undefined;
}

/** A claim whose quote was found in the page by code (METHOD §5). */
export interface Claim extends Omit<ExtractedClaim, "for"> {
	/** Hash of page, quote and cell: 12 hex digits. */
	id: string;
	sourceId: string;
	/** The sub-questions that it answers, best first; never empty. */
	subQuestionIds: string[];
	locator: Locator;
}

export type ConflictKind = "number" | "date" | "negation" | "antonym" | "value";

/** Two claims about the same thing that cannot both be true. */
export interface Conflict {
	kind: ConflictKind;
	/** Claim ids, in the order in which the claims were recorded. */
	a: string;
	b: string;
	/** In a few words: `1887 against 1889`. */
	why: string;
	/** The matter that they disagree on, if a model named it: `share of startups that fail`. */
	about?: string | undefined;
	/** How they differ; absent if it was not judged. */
	class?: ConflictClass | undefined;
	/** Whether more data could settle it; false for a genuine disagreement. Absent if it was not judged. */
	settleable?: boolean | undefined;
}

/**
 * How two statements differ: in the fact itself; in scope (a part, a place, a condition that one omits); in the time that they are
 * about; in the meaning of a word; in the judgement of the same facts.
 */
export type ConflictClass = "fact" | "scope" | "date" | "definition" | "judgement";

/** The key of a pair of claims, the same in either order. */
export function pairKey(a: string, b: string): string {
	return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Whether two claims answer a common sub-question. */
export function shareSubQuestion(a: Claim, b: Claim): boolean {
	return a.subQuestionIds.some((id) => b.subQuestionIds.includes(id));
}
