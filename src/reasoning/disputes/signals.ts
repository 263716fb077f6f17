import { shareSense } from "../text/wordnet.ts";
import { type Aspect, apart, otherRanks, overlap, type Term, type Value } from "./aspect.ts";
import { agree, comparable } from "./values.ts";

/** What says that two different values are of one subject and attribute. Shares and yes/no, 0–1 (`subject`: −1–1); `others` and `names` are logarithms. */
export const signals = [
	"subject",
	"statement",
	"held",
	"nearest",
	"before",
	"after",
	"others",
	"names",
	"date",
	"name",
	"type",
	"negation",
] as const;
export type Signals = Record<(typeof signals)[number], number>;

/** Two values of one kind that cannot both be right, each stated by one side only. */
export interface ValuePair {
	mine: Value;
	theirs: Value;
	signals: Signals;
}

/** Statements that share fewer of their words are about different matters. */
const sharedLeast = 0.12;
/** Content words on either side of a value that say what it is the value of; the nearest counts most. */
const reach = { before: 4, after: 2 };

/**
 * Values of other places (each side names one that the other does not), versions or ranks are no alternatives, nor are amounts of
 * other years. Dates are, where both are of what happens once: only a functional relation has one value (Ritter, Downey, Soderland &
 * Etzioni 2008); a cup is won, a mayor elected and a version released again.
 */
export function valuePairs(a: Aspect, b: Aspect): ValuePair[] {
	if (overlap(a.all, b.all) < sharedLeast || otherRanks(a, b)) return [];
	const lone = (from: Aspect, { values }: Aspect) =>
		from.values.filter((mine) => !values.some((theirs) => comparable(mine, theirs) && agree(mine, theirs)));
	const sides = { a, b, left: lone(a, b), right: lone(b, a) };
	const timed = apart(a.years, b.years);
	// 310 in Corrick, 280 in Ardmoor: the names say where.
	if ([sides.left, sides.right].every((values) => new Set(values.map(({ quantity }) => !quantity)).size > 1)) return [];
	return sides.left.flatMap((mine) =>
		sides.right
			.filter((theirs) => comparable(mine, theirs) && (isDate(mine) ? isOnce(a, mine) && isOnce(b, theirs) : !timed))
			.map((theirs) => ({ mine, theirs, signals: signalsOf(sides, mine, theirs) })),
	);
}

/** Whether a date is of what happens to a thing once: its beginning or end, its first or last, or the dates in brackets behind its name. */
function isOnce(aspect: Aspect, date: Value): boolean {
	const { before, after } = around(aspect, date);
	// `made 3 million in 2010`: of two values the nearer one is the verb's.
	const isCut = ({ start, end }: Term) =>
		aspect.values.some(
			(each) =>
				each.quantity && (end <= each.start ? each.end <= date.start : each.start >= date.end && each.end <= start),
		);
	return (
		date.inBrackets === true ||
		aspect.all.has("first") ||
		aspect.all.has("last") ||
		[...before, ...after].some((term) => !isCut(term) && term.once !== undefined)
	);
}

function isDate({ quantity }: Value): boolean {
	return quantity?.kind === "date";
}

interface Sides {
	a: Aspect;
	b: Aspect;
	/** Values of one side that the other one lacks. */
	left: readonly Value[];
	right: readonly Value[];
}

function signalsOf({ a, b, left, right }: Sides, mine: Value, theirs: Value): Signals {
	const [ours, others] = [around(a, mine), around(b, theirs)];
	const measured = (values: readonly Value[]) => values.filter(({ quantity }) => quantity !== undefined);
	const named = (values: readonly Value[], but: Value) =>
		values.filter((each) => !each.quantity && each !== but).length;
	const [all, otherAll] = [new Set(ours.all), new Set(others.all)];
	const smaller = Math.min(all.size, otherAll.size);
	return {
		subject: alike(a.subject, b.subject),
		statement: overlap(all, otherAll),
		held: smaller === 0 ? 0 : all.intersection(otherAll).size / smaller,
		nearest: contextOf(ours.before.slice(0, 1), others.before.slice(0, 1)),
		before: contextOf(ours.before, others.before),
		after: contextOf(ours.after, others.after),
		others: Math.log2(1 + Math.min(measured(left).length, measured(right).length)),
		names: Math.log2(1 + Math.min(named(left, mine), named(right, theirs))),
		date: Number(isDate(mine)),
		name: Number(!mine.quantity),
		type: Number(!mine.quantity && mine.type === theirs.type),
		negation: Number(a.negative !== b.negative),
	};
}

/** Of two names: 1 when one holds the other, −1 when each has words of its own, 0 when one is missing. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	if (a.size === 0 || b.size === 0) return 0;
	return a.isSubsetOf(b) || b.isSubsetOf(a) ? 1 : -1;
}

/** The words of a statement without the value's own, and those next to it, the nearest first. */
function around({ terms }: Aspect, { start, end }: Value) {
	const before = terms.filter((term) => term.end <= start);
	const after = terms.filter((term) => term.start >= end);
	return {
		all: [...before, ...after].map(({ matter }) => matter),
		before: before.slice(-reach.before).toReversed(),
		after: after.slice(0, reach.after),
	};
}

/** The share of one value's context that the other's holds, whichever is larger. */
function contextOf(a: readonly Term[], b: readonly Term[]): number {
	return Math.max(heldOf(a, b), heldOf(b, a));
}

/** Near words weigh more, and a synonym of the nearest word counts. */
function heldOf(a: readonly Term[], b: readonly Term[]): number {
	if (a.length === 0) return Number(b.length === 0);
	const isSynonym = (term: Term) => term === a[0] && b[0] !== undefined && shareSense(term.lower, b[0].lower);
	const worth = a.map((term, at) => ({
		held: b.some(({ stem }) => stem === term.stem) || isSynonym(term),
		weight: 1 / (at + 1),
	}));
	const sum = (of: typeof worth) => of.reduce((total, { weight }) => total + weight, 0);
	return sum(worth.filter(({ held }) => held)) / sum(worth);
}
