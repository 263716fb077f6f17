import { limits } from "../base/limits.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { Page, Table } from "../evidence/source.ts";
import { countsOf, namedSections, Statistics } from "../reasoning/rules/index.ts";
import { contentStems } from "../text/words.ts";

/** A range of a page's text. Offsets as `Page.marks`. */
interface TextRange {
	start: number;
	end: number;
}

/** A page, or an excerpt of a very long one, and the mapping between the places in both. */
export interface Excerpt {
	page: Page;
	/** Ranges of the whole page with their places in `page`, without those that are not in it. */
	rangesInExcerpt<T extends TextRange>(stretches: readonly T[]): T[];
	/** A claim that was found in `page`, with its place in the whole page. */
	claimInPage<T extends { start: number }>(claim: T): T;
}

/** Separates two parts that do not follow each other in the page. */
const partSeparator = "\n\n";

/**
 * The page itself up to `limits.rankedCharacters`; of a longer one its beginning, the text around `places`, best first, and what fits the
 * sub-questions, in the order of the text. No word is changed, so a quote from the excerpt stands in the whole page.
 */
export function excerptOf(
	page: Page,
	places: readonly TextRange[],
	subQuestions: readonly Pick<SubQuestion, "text" | "focus">[] = [],
): Excerpt {
	if (page.text.length <= limits.rankedCharacters)
		return { page, rangesInExcerpt: (stretches) => [...stretches], claimInPage: (claim) => claim };
	const parts = partsAround(page.text, places, fittingRanges(page, subQuestions));
	let text = "";
	const placed = parts.map(({ start, end }) => {
		if (text !== "") text += partSeparator;
		const at = text.length;
		text += page.text.slice(start, end);
		return { start, end, shift: at - start };
	});
	const partOf = ({ start, end }: TextRange) => placed.find((part) => part.start <= start && end <= part.end);
	const marks = page.marks.flatMap((mark) => {
		const part = partOf({ start: mark.start, end: mark.start });
		return part ? [{ ...mark, start: mark.start + part.shift }] : [];
	});
	const tables = page.tables?.flatMap((table) => {
		const part = partOf(table);
		return part ? [movedTable(table, part.shift)] : [];
	});
	return {
		page: { ...page, text, marks, ...(tables ? { tables } : {}) },
		rangesInExcerpt: (stretches) =>
			stretches.flatMap((one) => {
				const part = partOf(one);
				return part ? [{ ...one, start: one.start + part.shift, end: one.end + part.shift }] : [];
			}),
		claimInPage: (claim) => {
			const part = placed.findLast(({ start, shift }) => start + shift <= claim.start);
			return { ...claim, start: claim.start - (part?.shift ?? 0) };
		},
	};
}

/** A piece of a page that is ranked against a sub-question, about so long, and pieces for each, at most. Characters. */
const pieceLength = 2_000;
const piecesEach = 12;
/** The share of an excerpt for what fits the sub-questions, at most. */
const fittingShare = 1 / 4;

/** The ranges of a page that fit the sub-questions: the sections and entries that they name, then the pieces with most of their words. */
function fittingRanges(page: Page, subQuestions: readonly Pick<SubQuestion, "text" | "focus">[]): TextRange[] {
	if (subQuestions.length === 0) return [];
	const texts = subQuestions.map(({ text, focus }) => [text, ...focus].join(" "));
	const pieces = piecesOf(page.text);
	const counts = pieces.map(({ start, end }) => countsOf(page.text.slice(start, end)));
	const statistics = new Statistics(counts);
	const best = texts.map((text) => {
		const stems = contentStems(text);
		return pieces
			.map((piece, at) => ({ piece, score: statistics.bm25(stems, counts[at] ?? new Map()) }))
			.filter(({ score }) => score > 0)
			.toSorted((a, b) => b.score - a.score)
			.slice(0, piecesEach);
	});
	const inTurns = Array.from({ length: piecesEach }, (_, at) => best.flatMap((list) => list[at]?.piece ?? [])).flat();
	let left = limits.rankedCharacters * fittingShare;
	return [...new Set([...namedSections(page, texts), ...inTurns])].filter(({ start, end }) => {
		if (end - start > left) return false;
		left -= end - start;
		return true;
	});
}

/** A text in pieces that end with a line, or a word of a long line. */
function piecesOf(text: string): TextRange[] {
	const out: TextRange[] = [];
	for (let start = 0; start < text.length; start = out.at(-1)?.end ?? text.length) {
		const line = text.indexOf("\n", start + pieceLength);
		const most = start + 2 * pieceLength;
		out.push({ start, end: line >= 0 && line < most ? line + 1 : spaceBefore(text, Math.min(most, text.length)) });
	}
	return out;
}

/** Ranges that do not touch, in the order of the text, together no longer than the limit. `fitting`: shown as they are. */
function partsAround(text: string, places: readonly TextRange[], fitting: readonly TextRange[]): TextRange[] {
	const around = limits.rankedAround;
	const hits = places.slice(0, limits.rankedCharacters / around / 2).map(({ start, end }) => {
		const from = Math.max(0, Math.floor((start + end - around) / 2));
		return { start: from, end: from + around };
	});
	const taken = fitting.reduce((sum, { start, end }) => sum + end - start, hits.length * around);
	const opening = { start: 0, end: limits.rankedCharacters - taken };
	const chosen = [...hits, ...fitting].toSorted((a, b) => a.start - b.start);
	const parts: TextRange[] = [];
	for (const { start, end } of [opening, ...chosen]) {
		const next = { start: spaceBefore(text, start), end: spaceBefore(text, end) };
		const last = parts.at(-1);
		if (last && next.start <= last.end) last.end = Math.max(last.end, next.end);
		else parts.push(next);
	}
	return parts;
}

/** The end of the nearest word at or before a place, so that a part begins and ends between words. */
function spaceBefore(text: string, at: number): number {
	if (at <= 0 || at >= text.length) return Math.min(Math.max(0, at), text.length);
	const near = text.slice(Math.max(0, at - limits.sentenceCharacters), at);
	return at - near.length + Math.max(near.lastIndexOf(" "), near.lastIndexOf("\n"), 0);
}

function movedTable(table: Table, by: number): Table {
	const shift = <T extends TextRange>(one: T): T => ({ ...one, start: one.start + by, end: one.end + by });
	return { ...shift(table), rows: table.rows.map((row) => ({ ...shift(row), cells: row.cells.map(shift) })) };
}
