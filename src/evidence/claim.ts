import type { Stance } from "./plan.ts";
import type { Locator } from "./source.ts";

export type Confidence = "low" | "medium" | "high";

/** `direct` updates the evidence; `adjacent` is kept beside it; `irrelevant` is dropped. */
export type ClaimClass = "direct" | "adjacent" | "irrelevant";

/** A value that a claim states, normalised so that two claims can be compared. */
export interface TypedValue {
	kind: "number" | "date" | "person" | "place" | "organization" | "entity";
	/** As it stands in the quote. */
	text: string;
	/** Number: plain decimal; date: `1944`, `1944-06`, `1944-06-06`; else lower-case words. */
	normal: string;
	unit?: string | undefined;
}

/** What a claim is in an argument; what is none of these has no kind. */
export const claimKinds = ["figure", "cause", "example", "definition", "objection", "advice"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** What a reader of one page found: before code has checked the quote. */
export interface ExtractedClaim {
	/** One fact, readable alone: pronouns that open a quote are resolved here, never in the quote. */
	text: string;
	/** Verbatim from the page. */
	quote: string;
	/** Where the quote starts in the page's text (UTF-16). */
	start: number;
	class: ClaimClass;
	stance: Stance;
	/** Ids of the sub-questions that it bears on, best first; absent: the one that led to the page. */
	for?: string[] | undefined;
	kind?: ClaimKind | undefined;
	/** Who holds or says it, in the page's words; absent: the page itself. */
	holder?: string | undefined;
	/** How well it answers its sub-question, 0–1. */
	relevance: number;
	/** Whether it is a main point of its page: what a summary of the page in a few sentences would hold. Rules mark none. */
	main?: boolean | undefined;
	confidence: Confidence;
	values: TypedValue[];
	/** What the claim is about: the subject phrase, lower-case. */
	subject: string;
	asOf?: string | undefined;
	/** Where the claim is a cell of a table, its `quote` being the cell's row: what the table says about it. */
	cell?: Cell | undefined;
}

/** A cell of a table with what makes it a statement. Every text stands in the table, its header or its caption. */
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
	/** `2031`, `Q2 2031`, `2029–2031`: what the column, the row or the caption states. */
	period?: string | undefined;
	caption?: string | undefined;
}

/** A claim whose quote code found in the page (METHOD §5). */
export interface Claim extends Omit<ExtractedClaim, "for"> {
	/** Content hash of page, quote and cell: 12 hex digits. */
	id: string;
	sourceId: string;
	/** What it bears on, best first; never empty. */
	subQuestionIds: string[];
	locator: Locator;
}

export type ConflictKind = "number" | "date" | "negation" | "antonym" | "value";

/** Two claims about the same thing that cannot both hold. */
export interface Conflict {
	kind: ConflictKind;
	/** Claim ids, in the order in which the claims were recorded. */
	a: string;
	b: string;
	/** In a few words: `1887 against 1889`. */
	why: string;
	/** What they disagree on, where a model named it: `share of startups that fail`. */
	about?: string | undefined;
	/** What sets them apart, where somebody judged it. */
	class?: ConflictClass | undefined;
	/** Whether more data could tell who is right; false for a genuine disagreement. Absent where nobody judged it. */
	settleable?: boolean | undefined;
}

/**
 * What two statements differ in: the fact itself; what they cover (a part, a place, a condition that one leaves out); the time that they
 * speak of; what a word means; how the same facts are judged.
 */
export type ConflictClass = "fact" | "scope" | "date" | "definition" | "judgement";

/** Names two claims, in either order. */
export function pairKey(a: string, b: string): string {
	return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Whether two claims bear on one sub-question. */
export function shareSubQuestion(a: Claim, b: Claim): boolean {
	return a.subQuestionIds.some((id) => b.subQuestionIds.includes(id));
}
