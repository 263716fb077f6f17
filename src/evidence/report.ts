import type { Confidence, Conflict } from "./claim.ts";
import type { Shape } from "./question.ts";
import type { Vote } from "./votes.ts";

export type StopReason =
	| "ANSWER_CAPTURED"
	| "COVERAGE_MET"
	| "DIMINISHING_RETURNS"
	| "BUDGET_EXHAUSTED"
	| "DEADLINE"
	| "STOPPED_BY_USER"
	| "NO_EVIDENCE";

/**
 * A sentence of the report. A `fact` states what its claims say. An `inference` compares, weighs or concludes; its claims are those of
 * the findings that it follows from, at least one. A `frame` states nothing about the world (a lead-in under a heading).
 */
export interface Sentence {
	kind: "fact" | "inference" | "frame";
	text: string;
	claimIds: string[];
	/** The sentence begins a new paragraph; in a section of bullets or steps, a new item. */
	opens?: true | undefined;
	/** A command, code or configuration that belongs to the sentence, verbatim from a quote of its claims. */
	code?: string | undefined;
	/** It is a cell of its section's table. Its row's first cell opens. */
	cell?: { row: string; column: string } | undefined;
}

/** What a sentence states, readable alone: a cell with its row's name. */
export function statedText({ text, cell }: Pick<Sentence, "text" | "cell">): string {
	return cell === undefined ? text : `${cell.row}, ${cell.column}: ${text}`;
}

/** A sentence with its code, as one line that can be read and judged. */
export function textWithCode({ text, code }: Pick<Sentence, "text" | "code">): string {
	return code === undefined ? text : `${text} \`${code}\``;
}

export interface Section {
	heading: string;
	/** How its paragraphs are shown: as prose, a list, numbered steps, or the rows of a table. Absent: prose. */
	form?: "prose" | "bullets" | "steps" | "table" | undefined;
	/** Of a table: the names of its columns in order, without that of the rows. */
	columns?: string[] | undefined;
	sentences: Sentence[];
	/** Shown after the sentences, in order. */
	blocks?: QuotedBlock[] | undefined;
}

/** The sentences of each paragraph or list item. */
export function paragraphsOf({ sentences }: Pick<Section, "sentences">): Sentence[][] {
	const paragraphs: Sentence[][] = [];
	for (const sentence of sentences) {
		const last = paragraphs.at(-1);
		if (last && !sentence.opens) last.push(sentence);
		else paragraphs.push([sentence]);
	}
	return paragraphs;
}

/** The heading of the nearest passages, shown if no page that was read is likely to answer the question. */
export const nearestPassages = "Nearest passages";

/** The heading of passages of which one may answer the question, but none is likely enough to be shown as the answer. */
export const uncertainPassages = "Nearest passages; none is certain to answer";
/** Says the same in a sentence, where they stand under another heading. */
export const uncertaintyNote = "It is not certain that these passages answer the question.";

/** Says it of a part of the question, before the passages nearest to it. */
export function uncertainPart(part: string): string {
	return `It is not certain that these passages answer this: ${part}`;
}

/** Said before passages that answer together. `marked`: at least two sentences are. */
const chainWords = {
	marked: "No single passage answers. The bold sentences do together: each names what the next one is about.",
	plain: "No single passage answers. These do together: each names what the next one is about.",
};

/** What is said before the passages of a chain of claims, by how they are shown; nothing before a single passage without two marks. */
export function chainNote(blocks: readonly QuotedBlock[]): Sentence[] {
	const isMarked = blocks.reduce((sum, { marked }) => sum + marked.length, 0) > 1;
	const text = isMarked ? chainWords.marked : chainWords.plain;
	return isMarked || blocks.length > 1 ? [{ kind: "frame", text, claimIds: [] }] : [];
}

export function isChainNote({ text }: Sentence): boolean {
	return text === chainWords.marked || text === chainWords.plain;
}

/** Whether the sections show passages for a part of the question, under its words or as those nearest to it. */
export function showsPart(sections: Draft["sections"], part: string): boolean {
	return sections.some(
		({ heading, sentences }) => heading === part || sentences.some(({ text }) => text === uncertainPart(part)),
	);
}

/** Whether a report says itself that none of its passages is certain to answer the question. */
export function isUncertain({ answer, sections }: Pick<Report, "answer" | "sections">): boolean {
	if (answer) return false;
	return sections.some(
		({ heading, sentences }) =>
			heading === nearestPassages ||
			heading === uncertainPassages ||
			sentences.some(({ text }) => text === uncertaintyNote),
	);
}

/** The heading of the passages that disagree with the others, in a report by rules. */
export const counterEvidence = "What speaks against it";
/** The heading over values that a passage of the report says were replaced. */
export const formerValues = "What held before";

/** Whether the sections show passages that bear on the question, not only the nearest ones. */
export function showsBearing(sections: Draft["sections"]): boolean {
	return sections.some(({ heading, blocks = [] }) => blocks.length > 0 && heading !== nearestPassages);
}

/** A block of one page: a paragraph, a list with its lead-in, table rows under their header, a definition, or steps with code. */
export interface QuotedBlock {
	sourceId: string;
	kind: "paragraph" | "list" | "table" | "definition" | "steps" | "code";
	/** The headings above it in its page, outermost first. */
	path: string[];
	/** Ascending and verbatim: `text` is the stored page's text from `start` to `end` (UTF-16). */
	pieces: BlockPiece[];
	/** The parts that answer the question, ascending; each lies within one piece. */
	marked: { start: number; end: number }[];
	/** Claims whose quotes lie within its pieces; at least one. */
	claimIds: string[];
	/** The block continues after its last piece: the report shows `[…]`. */
	cut?: true | undefined;
	/** The first row of its table is no header. */
	headless?: true | undefined;
}

export interface BlockPiece {
	/** The first `row` of a table is its header, unless the block is headless. */
	kind: "prose" | "item" | "row" | "code" | "term";
	start: number;
	end: number;
	text: string;
	/** Text of the block was omitted before this piece: the report shows `[…]`. */
	cut?: true | undefined;
}

/** The answer to a lookup, or to another question with one answer. */
export interface Answer {
	/** Words of a cited quote, or `Yes`/`No`, or the items of a list joined by `; `. */
	text: string;
	claimIds: string[];
	confidence: Confidence;
	/** Other values that sources state, most supported first. */
	alternatives: {
		text: string;
		claimIds: string[];
		/** A superseded value: the report mentions it, but sources no longer state it. */
		past?: true | undefined;
	}[];
	/** Why this answer was chosen, in one line for the reader. */
	why: string;
	/** One statement gives nearly everything that the question asks, so nothing more needs to be searched. */
	complete?: boolean | undefined;
}

/** A cell of an evidence table: a value with its claims, or a note that it was not found. */
export type Cell = { text: string; claimIds: string[] } | { missing: string };

export interface EvidenceTable {
	columns: string[];
	rows: { label: string; cells: Cell[] }[];
	/** What the table compares, in a few words. */
	caption?: string | undefined;
	/** Index of the section that the table follows; absent: before all sections. */
	after?: number | undefined;
}

/** The text of a cell whose value failed the checks. The report's `removed` holds the reason. */
export function notStated(row: string): string {
	return `not stated for ${row} in what was read`;
}

/** What was looked for and not found. */
export interface Gap {
	text: string;
	subQuestionId?: string | undefined;
	/** Queries and pages in which it was looked for. */
	lookedIn: string[];
}

/** How far a conclusion can be relied on. */
export type Certainty = "high" | "moderate" | "low";

/** One conclusion of a report's bottom line. The model writes the text; code determines the certainty by rule (`certainty.ts`). */
export interface Conclusion {
	kind: "fact" | "inference";
	text: string;
	claimIds: string[];
	certainty: Certainty;
	/** The reason for the certainty, for the reader: `3 independent sources, one of them official`. */
	why: string;
}

/** The report as a reasoner writes it, before code checks it (METHOD §9–10). */
export interface Draft {
	answer?: Answer | undefined;
	/** The conclusions of a synthesis, the most important first; shown above all sections. */
	bottomLine?: Conclusion[] | undefined;
	table?: EvidenceTable | undefined;
	sections: Section[];
	/** Clusters of claims that the writer left out on purpose: the cluster's top terms, and the reason. */
	leftOut?: { cluster: string; reason: string }[] | undefined;
	/** Texts of gaps that the draft fills, or that are too unimportant to list. */
	answeredGaps?: string[] | undefined;
}

/**
 * The checks that code makes of a draft. `marker`: the claim that a sentence or block names exists. `quote`: the claim's quote is at its
 * place in the stored page. `quotation`: a cited quote holds the words in quotation marks, the answer, and the table's cell. `number`: a
 * cited quote holds each number, date and unit. `name`: the evidence of an inference holds each name in it. `cited`: a fact or a block
 * has a claim. `passage`: a block's piece is at its place in the stored page, below each heading of its path. `mark`: the marked parts and
 * the cited quotes of a block lie within its pieces.
 */
export type CheckKind = "marker" | "quote" | "quotation" | "number" | "name" | "cited" | "passage" | "mark";

/** How often one kind of check passed and failed. */
export interface CheckCount {
	kind: CheckKind;
	passed: number;
	failed: number;
}

/** Whether quotes support a sentence (METHOD §10). */
export interface Support {
	verdict: "supported" | "partial" | "unsupported" | "contradicted";
	reason: string;
	/** The sentence with the smallest change that makes it supported, if it is not supported as it is. */
	mended?: string | undefined;
}

/** A sentence of a draft with its verdict. */
export interface Judgement extends Support {
	sentence: string;
	claimIds: string[];
	/** An inference is `supported` when it follows from its findings, `unsupported` when it goes beyond them. */
	kind?: "inference" | undefined;
}

/** The remarks of an isolated reader, who sees only the draft and the dimensions (METHOD §9). */
export interface Review {
	/** How well each dimension is covered: 1 hardly, 2 partly, 3 well. */
	coverage: { dimension: string; grade: 1 | 2 | 3 }[];
	/** Statements that are stronger than their evidence, in the draft's words, with the reason. */
	weakClaims: { text: string; why: string }[];
	logicalGaps: string[];
	missingPerspectives: string[];
	/** Names of important clusters of claims that the draft hardly uses. */
	missingClusters?: string[] | undefined;
	/** What the draft should weigh, compare or conclude but does not. */
	missingJudgements?: string[] | undefined;
	/** Items that the draft omits from lists that it uses. Code finds them; absent in older logs. */
	missingItems?: MissingItems[] | undefined;
	/** Ids of main points that the draft does not state. Code finds them; absent in older logs. */
	missingPoints?: string[] | undefined;
	/** Facts that the draft states twice. Code finds them; absent in older logs. */
	saidTwice?: SaidTwice[] | undefined;
	/** Sentences with an amount that leave open for which time it holds, though its page says so. Code finds them; absent in older logs. */
	undated?: Undated[] | undefined;
	/** The draft's number of words and its limit, if the draft exceeds it. Absent in older logs. */
	tooLong?: { words: number; most: number } | undefined;
	/** Changes to make, each specific enough to carry out. */
	suggestions: string[];
}

/** A sentence, and an earlier one that says the same. */
export interface SaidTwice {
	text: string;
	before: string;
}

/** A sentence with an amount but no date, and the ISO date for which its page says that the amount holds. */
export interface Undated {
	text: string;
	asOf: string;
}

/** Items of a page's list that a draft omits. `of`: the number of items that claims state. */
export interface MissingItems {
	/** The name of the list or its page. */
	list: string;
	of: number;
	/** `claimIds`: claims that state the item, the most informative first. */
	items: { label: string; claimIds: string[] }[];
}

/** The support check of a report's cited sentences, as the reasoner judged it. */
export interface SupportCheck {
	/** Number of sentences judged; `passed` of them are supported fully or partly. */
	judged: number;
	passed: number;
	judgements: Judgement[];
	/** Whether a rewrite was requested, and whether it was better. */
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
	/** What the checks removed, with the reason; written to evidence.json. */
	removed: { text: string; reason: string }[];
	checks: CheckCount[];
	/** Absent if the check was switched off, or no model could make it. */
	support?: SupportCheck | undefined;
	/** The skeptics' votes on the answer; absent if none was asked. */
	votes?: Vote[] | undefined;
	stopReason: StopReason;
	stopDetail: string;
}

/** Whether a draft states nothing. */
export function isEmpty({ answer, bottomLine = [], table, sections }: Draft): boolean {
	return !answer && bottomLine.length === 0 && !table && !sections.some(holdsFacts);
}

/** Whether a section states or shows anything. */
export function holdsFacts({ sentences, blocks = [] }: Section): boolean {
	return blocks.length > 0 || sentences.some(({ kind }) => kind !== "frame");
}

/** All blocks of a draft in reading order, each with its section's heading. */
export function blocksIn({ sections }: Pick<Draft, "sections">): (QuotedBlock & { section: string })[] {
	return sections.flatMap(({ heading, blocks = [] }) => blocks.map((block) => ({ section: heading, ...block })));
}

/** The claim ids of a report in reading order, with repeats: answer, bottom line, sections with the table at its place, disputes. */
export function citedIn({
	answer,
	bottomLine = [],
	table,
	sections,
	disputes,
	votes = [],
}: Pick<Report, keyof Draft | "disputes" | "votes">): string[] {
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
		...votes.flatMap(({ claimIds }) => claimIds),
	];
}

/** The claim ids of a table, row by row, with repeats. */
export function citedInTable({ rows }: EvidenceTable): string[] {
	return rows.flatMap(({ cells }) => cells.flatMap((cell) => ("claimIds" in cell ? cell.claimIds : [])));
}
