import type { Table } from "../../evidence/source.ts";
import type { Draft } from "./draft.ts";

/**
 * What a text may not bring along: sequences that a terminal carries out (colours, titles, links), other control characters
 * but tabs and line ends, marks that turn the direction of writing, and halves of surrogate pairs.
 */
const harmful =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
	/(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\n]{0,2000}(?:\u0007|\u001b\\|\u009c)|(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** A text without them. */
export function harmless(text: string): string {
	return text.replace(harmful, "");
}

/**
 * A document as it is kept: no text of it does anything on a terminal, and every place is a place in the cleaned text, so that
 * quotes, places and hashes agree from here on. To be called once on whatever a reader gives.
 */
export function harmlessDraft<T extends Draft>(draft: T): T {
	const cuts: { end: number; removed: number }[] = [];
	let removed = 0;
	const text = draft.text.replace(harmful, (found, at: number) => {
		removed += found.length;
		cuts.push({ end: at + found.length, removed });
		return "";
	});
	const moved = placesAfter(cuts);
	const shift = <S extends { start: number; end: number }>(one: S): S => ({
		...one,
		start: moved(one.start),
		end: moved(one.end),
	});
	const table = (one: Table): Table => ({
		...shift(cleaned(one)),
		rows: one.rows.map((row) => ({ ...shift(cleaned(row)), cells: row.cells.map((cell) => shift(cleaned(cell))) })),
	});
	const own = cleaned(draft);
	if (cuts.length === 0 && !draft.tables) return { ...own, text };
	return {
		...own,
		text,
		marks: draft.marks.map((mark) => ({ ...mark, start: moved(mark.start) })),
		headings: draft.headings.map((heading) => ({ ...cleaned(heading), start: moved(heading.start) })),
		...(draft.tables ? { tables: draft.tables.map(table) } : {}),
	};
}

/** Where a place of the text lies once what was cut before it is gone; a place inside a cut lies where the cut was. */
function placesAfter(cuts: readonly { end: number; removed: number }[]): (at: number) => number {
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

/** An object whose own texts, and lists of texts, are harmless; what it holds deeper is left as it is. */
function cleaned<T extends object>(one: T): T {
	const entries = Object.entries(one).map(([name, value]) => {
		if (name === "text" && "marks" in one) return [name, value];
		if (typeof value === "string") return [name, harmless(value)];
		return [
			name,
			Array.isArray(value) ? value.map((each) => (typeof each === "string" ? harmless(each) : each)) : value,
		];
	});
	return Object.fromEntries(entries) as T;
}
