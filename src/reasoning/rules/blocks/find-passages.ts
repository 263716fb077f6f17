import type { BlockPiece, QuotedBlock } from "../../../evidence/report.ts";
import type { Mark, Page } from "../../../evidence/source.ts";
import { type Block, blocksIn, type TextLayout } from "../../../text/blocks.ts";
import { isTermLine, opensEntry } from "../../../text/entries.ts";

/** A passage that can be shown by itself, as a reader would copy it from a page. Pieces are ascending and verbatim. */
export interface QuotablePassage {
	sourceId: string;
	kind: QuotedBlock["kind"];
	path: string[];
	pieces: BlockPiece[];
	/** Whether it is the first passage under its heading. */
	opens: boolean;
	/** Whether a part after its last piece was left out. */
	cut?: true | undefined;
	/** Whether links, which are no passage, stand between it and the one before. */
	afterLinks?: true | undefined;
	/** Of a table: its first row is an entry like the others, and no header. */
	headless?: true | undefined;
}

type PageText = Pick<Page, "text" | "kind"> & Partial<Pick<Page, "marks">>;

/** Maximum length of a term or title, which stands on a line of its own. Characters. */
const termMax = 90;
/** Maximum number of a definition's paragraphs after the first. After them the list of terms is over. */
const definitionParagraphsMax = 2;
/** Maximum number of blocks between two items of a list: their further paragraphs and code. */
const betweenItemsMax = 7;

/** The passages of a page, in order: paragraphs, lists with their lead-in, tables, definitions, steps and code. None is all links. */
export function passagesIn(page: PageText, sourceId: string): QuotablePassage[] {
	const terms = new Set(formedRanges(page, ({ form }) => form === "term").map(({ start }) => start));
	const layout = layoutOf(page);
	const parsed = blocksIn(page.text, layout);
	const all = page.kind === "html" && !layout.code ? markCode(page.text, parsed) : parsed;
	const worded = all.map((block) => ({ ...block, words: page.text.slice(block.start, block.end) }));
	const termOf = (block: Block & { words: string }, at: number): BlockWithWords["term"] => {
		if (terms.size > 0) return terms.has(block.start) ? "marked" : undefined;
		if (block.kind === "prose" && isTermLine(block.words)) return "marked";
		return looksLikeTerm(block, worded[at + 1]) ? "guessed" : undefined;
	};
	const blocks = worded.map((block, at) => ({ ...block, term: termOf(block, at) }));
	const headings = blocks.flatMap(({ kind }, at) => (kind === "heading" ? [at] : []));
	const sections = [-1, ...headings].map((at, index) => blocks.slice(at + 1, headings[index]));
	const isLinks = linkTest(page);
	const isHeadless = headlessTest(page);
	const passages = sections.flatMap((section) => sectionPassages(section, sourceId));
	const areLinks = passages.map(({ pieces }) => pieces.every(isLinks));
	return passages
		.map((passage, at): QuotablePassage => (areLinks[at - 1] ? { ...passage, afterLinks: true } : passage))
		.filter((_, at) => !areLinks[at])
		.map((passage) => (isHeadless(passage) ? { ...passage, headless: true } : passage));
}

/** How a page's text was laid out, by its marks. */
export function layoutOf(page: PageText): TextLayout {
	const code = formedRanges(page, ({ form }) => form === "code");
	const hasForms = code.length > 0 || page.marks?.some(({ form }) => form === "term");
	return { lineEnds: page.kind === "html", headings: markedHeadings(page), ...(hasForms ? { code } : {}) };
}

/** Tells whether a range of a page lies within lines of links or a term. */
export function labelTest({
	marks = [],
}: Partial<Pick<Page, "marks">>): (range: { start: number; end: number }) => boolean {
	return withinTest(formedRanges({ marks }, ({ links, form }) => links === true || form === "term"));
}

/**
 * Tells whether a passage holds rows without a header. HTML says what its headers are. In plain text, two columns have one only above a
 * line of dashes.
 */
function headlessTest(page: PageText): (passage: Pick<QuotablePassage, "pieces">) => boolean {
	const headers = formedRanges(page, ({ form }) => form === "header");
	return ({ pieces }) => {
		const [first, next] = pieces.filter(({ kind }) => kind === "row");
		if (!first) return false;
		if (page.kind === "html") return !headers.some(({ start, end }) => start <= first.start && first.start < end);
		const isUnderlined = next && /-{2,}|={2,}/.test(page.text.slice(first.end, next.start));
		return page.kind === "text" && columnCount(first.text) === 2 && !isUnderlined;
	};
}

function columnCount(row: string): number {
	return row.trim().split(row.includes("|") ? "|" : "\t").length;
}

/** Tells whether a range of a page lies within lines of links. */
export function linkTest({
	marks = [],
}: Partial<Pick<Page, "marks">>): (range: { start: number; end: number }) => boolean {
	return withinTest(formedRanges({ marks }, ({ links }) => links === true));
}

function withinTest(lines: readonly { start: number; end: number }[]) {
	return ({ start, end }: { start: number; end: number }) =>
		lines.some((line) => line.start <= start && end <= line.end);
}

/** The ranges of a page whose marks say so. */
function formedRanges({ marks = [] }: Partial<Pick<Page, "marks">>, isFormed: (mark: Mark) => boolean) {
	return marks.flatMap((mark, at) =>
		isFormed(mark) ? [{ start: mark.start, end: marks[at + 1]?.start ?? Number.POSITIVE_INFINITY }] : [],
	);
}

/** The level of each heading that HTML marks, by its start (UTF-16); undefined for a page that marks none. */
function markedHeadings({ kind, marks = [] }: PageText): Map<number, number> | undefined {
	const marked = kind === "html" ? marks.flatMap(({ start, level }) => (level ? [[start, level] as const] : [])) : [];
	return marked.length > 0 ? new Map(marked) : undefined;
}

/**
 * Marks indented lines of HTML as code, with the line directly above and a short one directly below: HTML indents only preformatted code.
 */
function markCode(text: string, all: readonly Block[]): Block[] {
	const isIndented = ({ kind, start }: Block) =>
		kind !== "item" && kind !== "heading" && /^[ \t]{2}/.test(text.slice(start, start + 2));
	const out: Block[] = [];
	for (const block of all) {
		const last = out.at(-1);
		const isNext =
			last !== undefined && last.kind !== "heading" && last.kind !== "item" && block.start - last.end === 1;
		const isClosing =
			last?.kind === "code" &&
			block.kind === "prose" &&
			(block.end - block.start <= closingLineMax || /^[)}\]]/.test(text.slice(block.start, block.start + 1)));
		if (last && isNext && (isIndented(block) || isClosing))
			out.splice(-1, 1, { ...last, kind: "code", end: block.end });
		else out.push(isIndented(block) ? { ...block, kind: "code" } : block);
	}
	return out;
}
/** Characters. */
const closingLineMax = 40;

/** A block with its words. */
type BlockWithWords = Block & { words: string; term?: "marked" | "guessed" | undefined };

/** The passages under one heading. */
function sectionPassages(section: readonly BlockWithWords[], sourceId: string): QuotablePassage[] {
	const out: QuotablePassage[] = [];
	for (let rest = section, first = rest[0]; first; first = rest[0]) {
		const { kind, count } = passageExtent(first, rest);
		const pieces = rest
			.slice(0, count)
			.flatMap((block) =>
				trimPiece(block, block.term === "marked" || (kind === "definition" && block === first) ? "term" : block.kind),
			);
		if (pieces.length > 0) out.push({ sourceId, kind, path: first.headings, pieces, opens: out.length === 0 });
		rest = rest.slice(count);
	}
	return out;
}

/** The kind of the passage that begins with these blocks, and its number of blocks. */
function passageExtent(
	first: BlockWithWords,
	rest: readonly BlockWithWords[],
): { kind: QuotablePassage["kind"]; count: number } {
	const [, next] = rest;
	if (first.kind === "row") return { kind: "table", count: runEnd(rest, "row", 0) };
	if (first.kind === "code") return { kind: "code", count: runEnd(rest, "code", 0) };
	if (first.kind === "item") return listExtent(rest, 0);
	if (first.term && next) return { kind: "definition", count: definitionLength(rest) };
	if (next?.kind === "code") return { kind: "code", count: runEnd(rest, "code", 1) };
	if (next?.kind === "item" && (isLeadIn(first) || next.start - first.end < 2)) return listExtent(rest, 1);
	if (next?.kind === "row" && (isLeadIn(first) || first.words.length <= termMax))
		return { kind: "table", count: runEnd(rest, "row", 1) };
	return { kind: "paragraph", count: 1 };
}

/** Whether a block announces the next. */
function isLeadIn({ words }: BlockWithWords): boolean {
	return /[:：]\s*$/.test(words);
}

/** Where a run of blocks of one kind ends. */
function runEnd(rest: readonly BlockWithWords[], kind: Block["kind"], from: number): number {
	let end = from;
	while (rest[end]?.kind === kind) end++;
	return end;
}

/** A list and the blocks between its items. With code or numbers it is `steps`. */
function listExtent(rest: readonly BlockWithWords[], from: number): { kind: "list" | "steps"; count: number } {
	let [count, between] = [from, 0];
	for (const [offset, { kind }] of rest.entries()) {
		if (kind === "row" || between > betweenItemsMax) break;
		if (kind === "item") between = 0;
		if (kind === "item" || (between === 0 && kind === "code")) count = offset + 1;
		else if (offset >= from) between++;
	}
	const hasCode = rest.slice(from, count).some(({ kind }) => kind === "code");
	const numbered = /^\s*\(?\d{1,3}[.)]\s/.test(rest[from]?.words ?? "");
	return { kind: hasCode || numbered ? "steps" : "list", count };
}

/** The number of blocks of a definition: the terms and the explanation below, up to the next term or heading. */
function definitionLength(rest: readonly BlockWithWords[]): number {
	let count = rest.findIndex(({ term }, at) => at > 0 && term !== "marked") + 1 || rest.length;
	for (
		let [next, further] = [rest[count], 0];
		next && !next.term && further <= definitionParagraphsMax;
		next = rest[++count]
	)
		if (next.kind === "prose" && !isLeadIn(next)) further++;
	return count;
}

/** Whether a block is a term by its look: a line without a sentence's end, with an explanation on the very next line. */
function looksLikeTerm(term: Block & { words: string }, next: Block | undefined): boolean {
	const words = term.words.trim();
	return (
		term.kind === "prose" &&
		next !== undefined &&
		next.kind !== "row" &&
		words.length <= termMax &&
		!words.includes("\n") &&
		!/[.!?:;,][\p{Pe}\p{Pf}"'’]*$/u.test(words) &&
		!/\S(?: {3,}|\t)\S/.test(words) &&
		!opensEntry(words) &&
		next.start - term.end < 2
	);
}

/** A piece without the white space around it. Code keeps the indent of its first line. */
function trimPiece(
	{ words, start }: Pick<BlockWithWords, "words" | "start">,
	kind: Block["kind"] | "term",
): BlockPiece[] {
	const text = kind === "code" ? words.trimEnd() : words.trim();
	const from = kind === "code" ? start : start + words.length - words.trimStart().length;
	return text === "" || kind === "heading" ? [] : [{ kind, start: from, end: from + text.length, text }];
}
