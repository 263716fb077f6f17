import type { Cell } from "../../../evidence/claim.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import type { Table } from "../../../evidence/source.ts";

/** The times that a question names, and the parts of a year as `partsOfYear` spells them. */
export interface AskedTimes {
	times: readonly Quantity[];
	parts: readonly string[];
}

/** The dates and years of a text, in order. */
export function timesIn(text: string): Quantity[] {
	// `FY2031` is told by its year.
	const plain = text.replace(/\bFY\s?(?=\d{4}(?!\d))/gi, (mark) => " ".repeat(mark.length));
	return quantitiesIn(plain).filter(({ kind }) => kind === "date");
}

/** The times that a sub-question names; where it names none, those of the question. */
export function askedTimes(text: string, question: string): AskedTimes {
	const [times, parts] = [timesIn(text), partsOfYear(text)];
	return {
		times: times.length > 0 ? times : timesIn(question),
		parts: parts.length > 0 ? parts : partsOfYear(question),
	};
}

/** The text with blanks where its dates and years stood. */
export function withoutTimes(text: string): string {
	return timesIn(text)
		.toReversed()
		.reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

function within({ span: inner }: Quantity, { span: outer }: Quantity): boolean {
	return inner !== undefined && outer !== undefined && inner.from >= outer.from && inner.to <= outer.to;
}

/** 1 for a cell of the time that is asked for, less for one that states none; undefined for one of another time. */
export function timeFit(cell: Cell, { times, parts }: AskedTimes, { columns, rows }: Table): number | undefined {
	const label = `${cell.row} ${cell.column} ${cell.period ?? ""}`;
	// A week of 2031 is not 2031, and the second quarter not the third.
	if (new Set(parts).symmetricDifference(new Set(partsOfYear(label))).size > 0) return undefined;
	if (times.length === 0) return 0.5;
	const own = timesIn(cell.period ?? "");
	if (own.length === 0) {
		// The table tells times apart, and this cell's is not known.
		const tells = [...columns, ...rows.map(({ label }) => label)].filter((text) => timesIn(text).length > 0).length;
		return tells > 1 ? undefined : 0.4;
	}
	return own.every((one) => times.some((time) => within(one, time))) ? 1 : undefined;
}

/** The parts of a year that words name, in one spelling: `week 4`, `q2`, `h1`, `may`. */
function partsOfYear(text: string): string[] {
	const found = text.toLowerCase().matchAll(partOfYear);
	return [...found].map(([words]) => {
		const nth = ["first", "second", "third", "fourth"].findIndex((word) => words.startsWith(word)) + 1;
		if (nth > 0) return `${words.includes("half") ? "h" : "q"}${nth}`;
		return /^(?:week|day|q|h)/.test(words) ? words.replace(/\s+/g, " ") : words.slice(0, 3);
	});
}

const partOfYear =
	/\b(?:(?:week|day)\s?\d{1,3}|q[1-4]|h[12]|(?:first|second|third|fourth) (?:quarter|half)|(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?|may(?=\s+\d{4}))\b/g;
