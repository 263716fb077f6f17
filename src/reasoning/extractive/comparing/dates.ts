import type { Quantity } from "../../../evidence/numbers.ts";
import { stem } from "../language/stem.ts";
import { type Aspect, overlap, type Term } from "./aspect.ts";

/** Things that happen to a subject once: two dates for one of them cannot both hold. */
const once = new Set(
	(
		"born died founded established opened released published built completed launched formed invented discovered introduced began ended debuted " +
		"premiered incorporated dissolved abolished created constructed inaugurated demolished destroyed closed started written composed recorded signed " +
		"ratified crowned assassinated executed"
	)
		.split(" ")
		.map(stem),
);
/** Ways to say the same happening. */
const alike: readonly (readonly string[])[] = [
	["founded", "established", "formed", "created"].map(stem),
	["opened", "inaugurated"].map(stem),
	["built", "constructed", "completed"].map(stem),
	["released", "published", "premiered"].map(stem),
	["began", "started"].map(stem),
];
/** How many content words may stand between a verb and its date. */
const reach = 5;
/** `circa`: years that a date may be off. */
const circaYears = 10;

interface Happening {
	verb: string;
	/** What stands between verb and date: `opened its second shop in 1932`. */
	between: ReadonlySet<string>;
	date: Quantity;
}

function happeningsOf(aspect: Aspect): Happening[] {
	const out: Happening[] = [];
	for (const date of aspect.quantities) {
		if (date.kind !== "date") continue;
		const before = aspect.terms.filter((term) => term.end <= date.start).slice(-reach);
		const clause = afterBorder(aspect.text, before, date.start);
		const at = clause.findLastIndex((term) => once.has(term.stem));
		const verb = clause[at];
		if (verb && !verb.negated)
			out.push({ verb: verb.stem, between: new Set(clause.slice(at + 1).map((term) => term.stem)), date });
		else if (/\(\s*$/.test(aspect.text.slice(0, date.start)) && date.start < 80) {
			// `Name (4 May 1900 – 3 June 1970)`: birth and death.
			const span = /^\s?[–—-]\s?/.test(aspect.text.slice(date.end));
			if (span && date.normal.length === 10) out.push({ verb: stem("born"), between: new Set(), date });
		}
	}
	return out;
}

function afterBorder(text: string, terms: readonly Term[], end: number): Term[] {
	return terms.filter((term) => !/[;:]|\.\s|, (?:and|but|while|which|before|after)\b/.test(text.slice(term.end, end)));
}

function sameVerb(a: string, b: string): boolean {
	return a === b || alike.some((row) => row.includes(a) && row.includes(b));
}

function apart(a: Quantity, b: Quantity): boolean {
	const [left, right] = [a.span, b.span];
	if (!left || !right) return false;
	if (left.from <= right.to && right.from <= left.to) return false;
	return !((a.approximate || b.approximate) && Math.abs(a.value - b.value) <= circaYears);
}

/** `opened 1932 against 1933`, when both claims date the same happening of their subject and the dates exclude each other. */
export function dateConflict(a: Aspect, b: Aspect): string | undefined {
	const [left, right] = [happeningsOf(a), happeningsOf(b)];
	for (const mine of left) {
		if (left.some((other) => other !== mine && sameVerb(other.verb, mine.verb))) continue;
		const theirs = right.filter((other) => sameVerb(other.verb, mine.verb));
		const [only] = theirs;
		if (!only || theirs.length > 1 || !apart(mine.date, only.date)) continue;
		if (mine.between.size + only.between.size > 0 && overlap(mine.between, only.between) < 0.5) continue;
		return `${mine.date.text} against ${only.date.text}`;
	}
	return undefined;
}
