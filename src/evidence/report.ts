import type { Confidence, Conflict } from "./claim.ts";
import type { Shape } from "./question.ts";

export type StopReason =
	| "ANSWER_CAPTURED"
	| "COVERAGE_MET"
	| "DIMINISHING_RETURNS"
	| "BUDGET_EXHAUSTED"
	| "DEADLINE"
	| "STOPPED_BY_USER"
	| "NO_EVIDENCE";

/**
 * A sentence of the report. A `fact` states what its claims say. An `inference` compares, weighs or concludes: its claims are
 * those of the findings that it rests on, at least one. A `frame` states nothing about the world (headings' lead-ins).
 */
export interface Sentence {
	kind: "fact" | "inference" | "frame";
	text: string;
	claimIds: string[];
	/** Begins a new paragraph. In a section of bullets or steps: begins a new item. */
	opens?: true | undefined;
	/** A command, code or configuration that belongs to the sentence, verbatim from the quote of one of its claims. */
	code?: string | undefined;
}

export interface Section {
	heading: string;
	/** How its paragraphs are shown: as they are, as a list, as numbered steps. Absent: prose. */
	form?: "prose" | "bullets" | "steps" | undefined;
	sentences: Sentence[];
	/** Shown after the sentences, in order. */
	blocks?: QuotedBlock[] | undefined;
}

/** The sentences of each paragraph, or of each item of a list. */
export function paragraphsOf({ sentences }: Pick<Section, "sentences">): Sentence[][] {
	const paragraphs: Sentence[][] = [];
	for (const sentence of sentences) {
		const last = paragraphs.at(-1);
		if (last && !sentence.opens) last.push(sentence);
		else paragraphs.push([sentence]);
	}
	return paragraphs;
}

/** The heading of passages that are shown although no page that was read is likely to state what is asked. */
export const nearestPassages = "Nearest passages";

/** Whether passages are shown that bear on the question, and not only come nearest to it. */
export function showsBearing(sections: Draft["sections"]): boolean {
	return sections.some(({ heading, blocks = [] }) => blocks.length > 0 && heading !== nearestPassages);
}

/** A passage of one page, shown whole: a paragraph, a list with its lead-in, rows of a table under its header, a definition, steps with their code. */
export interface QuotedBlock {
	sourceId: string;
	kind: "paragraph" | "list" | "table" | "definition" | "steps" | "code";
	/** The headings above it in its page, outermost first. */
	path: string[];
	/** Ascending and verbatim: `text` is the stored page's text from `start` to `end` (UTF-16). */
	pieces: BlockPiece[];
	/** What answers inside it, ascending; each lies within one piece. */
	marked: { start: number; end: number }[];
	/** Claims whose quotes lie within its pieces; at least one. */
	claimIds: string[];
	/** Something of the block was left out after its last piece: the report says so (`[…]`). */
	cut?: true | undefined;
}

export interface BlockPiece {
	/** The first `row` of a table is its header. */
	kind: "prose" | "item" | "row" | "code" | "term";
	start: number;
	end: number;
	text: string;
	/** Something of the block was left out before this piece: the report says so (`[…]`). */
	cut?: true | undefined;
}

/** The answer itself, for a lookup or a question that has one. */
export interface Answer {
	/** A span that stands in a cited quote, or `Yes`/`No`, or a list's items joined by `; `. */
	text: string;
	claimIds: string[];
	confidence: Confidence;
	/** Other values that sources give, most supported first. */
	alternatives: {
		text: string;
		claimIds: string[];
		/** It was taken back: told in the report, but nothing that sources still give. */
		past?: true | undefined;
	}[];
	/** In a line: why this one (for the reader). */
	why: string;
	/** One statement says nearly everything that the question asks, so that nothing needs to be looked up besides. */
	complete?: boolean | undefined;
}

/** A cell of an evidence table: a value with its claims, or where it was looked for in vain. */
export type Cell = { text: string; claimIds: string[] } | { missing: string };

export interface EvidenceTable {
	columns: string[];
	rows: { label: string; cells: Cell[] }[];
	/** What it compares, in a few words. */
	caption?: string | undefined;
	/** Index of the section that it stands behind; absent: before all sections. */
	after?: number | undefined;
}

/** Of a cell whose value did not pass the checks; why, stands among what they took out. */
export function notStated(row: string): string {
	return `not stated for ${row} in what was read`;
}

/** What was hoped for and not found. */
export interface Gap {
	text: string;
	subQuestionId?: string | undefined;
	/** Queries and pages where it was looked for. */
	lookedIn: string[];
}

/** How sure a conclusion is. */
export type Certainty = "high" | "moderate" | "low";

/** One conclusion of a report's bottom line. Its writer words it; how certain it is, code says by rule (`certainty.ts`). */
export interface Conclusion {
	kind: "fact" | "inference";
	text: string;
	claimIds: string[];
	certainty: Certainty;
	/** The reason for the certainty, in plain words for the reader: `3 independent sources, one of them official`. */
	why: string;
}

/** What a reasoner writes; code then checks it (METHOD §9–10). */
export interface Draft {
	answer?: Answer | undefined;
	/** What a synthesis concludes, the most important first; it stands above all sections. */
	bottomLine?: Conclusion[] | undefined;
	table?: EvidenceTable | undefined;
	sections: Section[];
	/** Clusters of claims that the writer left out on purpose, each by its top terms, with the reason. */
	leftOut?: { cluster: string; reason: string }[] | undefined;
	/** Texts of gaps that the draft answers, or that matter too little to be listed. */
	answeredGaps?: string[] | undefined;
}

/**
 * What code checks of a draft. `marker`: the claim that a sentence or a block names exists; `quote`: the claim's quote stands
 * at its place in the stored page; `quotation`: words in quotation marks (and an answer, and a table's cell) stand in a cited
 * quote; `number`: so does each number, date and unit; `name`: each name in an inference stands in what it rests on; `cited`: a sentence that states a fact, or a block, rests on a claim;
 * `passage`: a block's piece stands at its place in the stored page, and each heading of its path stands above it; `mark`: what
 * a block marks, and each quote that it cites, lies within its pieces.
 */
export type CheckKind = "marker" | "quote" | "quotation" | "number" | "name" | "cited" | "passage" | "mark";

/** How often one kind of check was made, and how it came out. */
export interface CheckCount {
	kind: CheckKind;
	passed: number;
	failed: number;
}

/** Whether quotes support a sentence (METHOD §10). */
export interface Support {
	verdict: "supported" | "partial" | "unsupported" | "contradicted";
	reason: string;
	/** The sentence with the least change that its quotes support, where it is not supported as it stands. */
	mended?: string | undefined;
}

/** A sentence of a draft with its verdict. */
export interface Judgement extends Support {
	sentence: string;
	claimIds: string[];
	/** An inference is `supported` when it follows from its findings, `unsupported` when it goes beyond them. */
	kind?: "inference" | undefined;
}

/** What an isolated reader, who sees the draft and the dimensions only, says of a draft (METHOD §9). */
export interface Review {
	/** How well each dimension is covered: 1 hardly, 2 partly, 3 well. */
	coverage: { dimension: string; grade: 1 | 2 | 3 }[];
	/** Claims that the draft puts more strongly than it backs them, in the draft's words, with the reason. */
	weakClaims: { text: string; why: string }[];
	logicalGaps: string[];
	missingPerspectives: string[];
	/** Clusters of claims that matter and that the draft hardly uses, by name. */
	missingClusters?: string[] | undefined;
	/** What the draft should weigh, compare or conclude, and does not. */
	missingJudgements?: string[] | undefined;
	/** Of lists that the draft uses, the items that it leaves out: code counts them. Absent in older logs. */
	missingItems?: MissingItems[] | undefined;
	/** Ids of claims that are main points of their pages, and that it does not state. Code finds them; absent in older logs. */
	missingPoints?: string[] | undefined;
	/** Facts that it tells twice. Code finds them; absent in older logs. */
	saidTwice?: SaidTwice[] | undefined;
	/** Its words, where they are more than there is room for. Absent in older logs. */
	tooLong?: { words: number; most: number } | undefined;
	/** What to change, each specific enough to be carried out. */
	suggestions: string[];
}

/** A sentence, and one before it that says the same. */
export interface SaidTwice {
	text: string;
	before: string;
}

/** Items of one list of a page that a draft leaves out, `of` so many that claims hold. */
export interface MissingItems {
	/** What the list, or its page, is called. */
	list: string;
	of: number;
	/** `claimIds`: claims that state the item, the most telling first. */
	items: { label: string; claimIds: string[] }[];
}

/** The support check of a report's cited sentences, as the reasoner judged it. */
export interface SupportCheck {
	/** Sentences judged, and those that are supported in full or in part. */
	judged: number;
	passed: number;
	judgements: Judgement[];
	/** Whether a rewrite was asked for, and whether it was better. */
	rewrite: "not needed" | "kept" | "refused" | "failed" | "off";
}

/** The finished report, before it is rendered. Every factual sentence in it passed the checks. */
export interface Report extends Draft {
	shape: Shape;
	question: string;
	disputes: Conflict[];
	gaps: Gap[];
	/** Source ids in the order of their numbers: the first is [1]. */
	sourceIds: string[];
	/** What the checks took out, and why; shown in evidence.json. */
	removed: { text: string; reason: string }[];
	checks: CheckCount[];
	/** Absent when the check was switched off, or no model could make it. */
	support?: SupportCheck | undefined;
	stopReason: StopReason;
	stopDetail: string;
}

/** Whether a draft says nothing. */
export function isEmpty({ answer, bottomLine = [], table, sections }: Draft): boolean {
	return !answer && bottomLine.length === 0 && !table && !sections.some(holdsFacts);
}

/** Whether a section states or shows anything. */
export function holdsFacts({ sentences, blocks = [] }: Section): boolean {
	return blocks.length > 0 || sentences.some(({ kind }) => kind !== "frame");
}

/** All blocks of a draft in the reader's order, each with its section's heading. */
export function blocksIn({ sections }: Pick<Draft, "sections">): (QuotedBlock & { section: string })[] {
	return sections.flatMap(({ heading, blocks = [] }) => blocks.map((block) => ({ section: heading, ...block })));
}

/** The claim ids of a report in the order in which a reader meets them, repeats included: answer, bottom line, sections with the table at its place, disputes. */
export function citedIn({
	answer,
	bottomLine = [],
	table,
	sections,
	disputes,
}: Pick<Report, keyof Draft | "disputes">): string[] {
	const tabled = table ? citedInTable(table) : [];
	return [
		...(answer?.claimIds ?? []),
		...bottomLine.flatMap(({ claimIds }) => claimIds),
		...(table?.after === undefined ? tabled : []),
		...sections.flatMap(({ sentences, blocks = [] }, at) => [
			...[...sentences, ...blocks].flatMap(({ claimIds }) => claimIds),
			...(table?.after === at ? tabled : []),
		]),
		...(answer?.alternatives ?? []).flatMap(({ claimIds }) => claimIds),
		...disputes.flatMap(({ a, b }) => [a, b]),
	];
}

/** The claim ids of a table, row by row, repeats included. */
export function citedInTable({ rows }: EvidenceTable): string[] {
	return rows.flatMap(({ cells }) => cells.flatMap((cell) => ("claimIds" in cell ? cell.claimIds : [])));
}
