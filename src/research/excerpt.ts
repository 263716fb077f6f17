import { limits } from "../base/limits.ts";
import type { Page, Table } from "../evidence/source.ts";

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
 * The page itself up to `limits.rankedCharacters`; of a longer one its beginning and the text around `places`, best first, in the
 * order of the text. No word is changed, so a quote from the excerpt stands in the whole page.
 */
export function excerptOf(page: Page, places: readonly TextRange[]): Excerpt {
	if (page.text.length <= limits.rankedCharacters)
		return { page, rangesInExcerpt: (stretches) => [...stretches], claimInPage: (claim) => claim };
	const parts = partsAround(page.text, places);
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

/** Ranges that do not touch, in the order of the text, together no longer than the limit. */
function partsAround(text: string, places: readonly TextRange[]): TextRange[] {
	const around = limits.rankedAround;
	const hits = places.slice(0, limits.rankedCharacters / around / 2).map(({ start, end }) => {
		const from = Math.max(0, Math.floor((start + end - around) / 2));
		return { start: from, end: from + around };
	});
	const opening = { start: 0, end: limits.rankedCharacters - hits.length * around };
	const parts: TextRange[] = [];
	for (const { start, end } of [opening, ...hits.toSorted((a, b) => a.start - b.start)]) {
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
