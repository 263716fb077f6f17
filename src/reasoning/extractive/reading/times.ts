import type { Cell } from "../../../evidence/claim.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import type { Table } from "../../../evidence/source.ts";

/** The dates and years of a text, in order. `FY2031` is told by its year. */
export function timesIn(text: string): Quantity[] {
	return quantitiesIn(text.replace(/\bFY(?=\d{4})/gi, "  ")).filter(({ kind }) => kind === "date");
}

/** The text with blanks where its dates and years stood. */
export function withoutTimes(text: string): string {
	return timesIn(text).reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

const ordinals = ["first", "second", "third", "fourth"];

/** The times that a text names, in one spelling: `2031`, `2031-05`, and of parts of a year `q2`, `h1`, `w4`. */
export function timeNames(text: string): Set<string> {
	const parts = text
		.toLowerCase()
		.matchAll(/\b(?:(week|day|[qh]) ?(\d{1,3})|(first|second|third|fourth) (quarter|half))\b/g);
	const spelled = [...parts].map(([, unit = "", number, nth = "", part = unit]) =>
		[part[0], number ?? ordinals.indexOf(nth) + 1].join(""),
	);
	return new Set([...timesIn(text).map(({ normal }) => normal), ...spelled]);
}

/** 1 for a cell of a time that is asked for, 0.5 for one that states none; undefined for one of another time: the second quarter is not the year. */
export function timeFit({ period = "" }: Cell, asked: ReadonlySet<string>, { columns, rows }: Table) {
	const own = timeNames(period);
	const parts = [...asked.union(own)].filter((time) => /^\D/.test(time));
	if (!parts.every((part) => asked.has(part) && own.has(part))) return undefined;
	if (asked.size === 0) return 0.5;
	// Where a table tells times apart, a cell that states none may be of any.
	if (own.size === 0)
		return [...columns, ...rows.map(({ label }) => label)].filter(isPeriod).length > 1 ? undefined : 0.5;
	return own.isSubsetOf(asked) ? 1 : undefined;
}
