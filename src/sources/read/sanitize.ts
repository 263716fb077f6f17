import type { Table } from "../../evidence/source.ts";
import type { ParsedDocument } from "./parsed-document.ts";

/**
 * What is removed from a text: escape sequences that a terminal carries out (colours, titles, links), other control characters
 * except tabs and line ends, marks that change the direction of writing, and halves of surrogate pairs.
 */
const unsafeSequences =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them to remove them
	/(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\n]{0,2000}(?:\u0007|\u001b\\|\u009c)|(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Removes unsafe sequences from a text. */
export function sanitizeText(text: string): string {
	return text.replace(unsafeSequences, "");
}

/**
 * Removes unsafe sequences from all texts of a document and moves its offsets accordingly, so that quotes, offsets and hashes agree
 * from here on. Call it once on the result of every reader.
 */
export function sanitizeDocument<T extends ParsedDocument>(document: T): T {
	const cuts: { end: number; removed: number }[] = [];
	let removed = 0;
	const text = document.text.replace(unsafeSequences, (found, at: number) => {
		removed += found.length;
		cuts.push({ end: at + found.length, removed });
		return "";
	});
	const moved = offsetsAfterCuts(cuts);
	const shift = <S extends { start: number; end: number }>(one: S): S => ({
		...one,
		start: moved(one.start),
		end: moved(one.end),
	});
	const table = (one: Table): Table => ({
		...shift(sanitizeStrings(one)),
		rows: one.rows.map((row) => ({
			...shift(sanitizeStrings(row)),
			cells: row.cells.map((cell) => shift(sanitizeStrings(cell))),
		})),
	});
	const cleanDocument = sanitizeStrings(document);
	if (cuts.length === 0 && !document.tables) return { ...cleanDocument, text };
	return {
		...cleanDocument,
		text,
		marks: document.marks.map((mark) => ({ ...mark, start: moved(mark.start) })),
		headings: document.headings.map((heading) => ({ ...sanitizeStrings(heading), start: moved(heading.start) })),
		...(document.tables ? { tables: document.tables.map(table) } : {}),
	};
}

/** Maps an offset to where it is after the cuts. An offset inside a cut maps to the place of the cut. */
function offsetsAfterCuts(cuts: readonly { end: number; removed: number }[]): (at: number) => number {
	return (at) => {
		let [low, high] = [0, cuts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((cuts[middle]?.end ?? 0) <= at) low = middle + 1;
			else high = middle;
		}
		const [before, next] = [cuts[low - 1], cuts[low]];
		const inside = next ? Math.max(0, at - (next.end - (next.removed - (before?.removed ?? 0)))) : 0;
		return at - (before?.removed ?? 0) - inside;
	};
}

/** Sanitizes an object's own strings and lists of strings; deeper values stay as they are. */
function sanitizeStrings<T extends object>(one: T): T {
	const entries = Object.entries(one).map(([name, value]) => {
		if (name === "text" && "marks" in one) return [name, value];
		if (typeof value === "string") return [name, sanitizeText(value)];
		return [
			name,
			Array.isArray(value) ? value.map((each) => (typeof each === "string" ? sanitizeText(each) : each)) : value,
		];
	});
	return Object.fromEntries(entries) as T;
}
