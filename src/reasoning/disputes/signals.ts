import { type Aspect, apart, otherRanks, overlap, type Value } from "./aspect.ts";
import { agree, comparable } from "./values.ts";
import { coveredBy, evenly, sharedBy, type Weigh } from "./weighing.ts";

/**
 * Signals that two different values belong to one subject and attribute. `subject`: the subjects are the same (1), different (−1) or
 * unknown (0). `statement`, `covered`: the weighted share of common words besides the two values, of all words of both statements and of
 * the shorter one's words. `others`: how many more amounts both have (logarithm). `name`: the values are names.
 */
export const signals = ["subject", "statement", "covered", "others", "name"] as const;
export type Signals = Record<(typeof signals)[number], number>;

/** Two values of one kind that cannot both be right. Each is stated by one side only. */
export interface ValuePair {
	mine: Value;
	theirs: Value;
	signals: Signals;
}

/** Statements that share less of their words than this are about different matters. */
const sharedLeast = 0.12;

/**
 * The pairs of values that may conflict. Values of different places (each side names one that the other does not), versions or ranks are
 * no alternatives, nor are amounts of different years. Dates conflict only if the event happens once: only a functional relation has one
 * value (Ritter, Downey, Soderland & Etzioni 2008). A cup is won, a mayor elected and a version released again.
 */
export function valuePairs(a: Aspect, b: Aspect, weigh: Weigh = evenly): ValuePair[] {
	if (overlap(a.all, b.all) < sharedLeast || otherRanks(a, b)) return [];
	const lone = (from: Aspect, { values }: Aspect) =>
		from.values.filter((mine) => !values.some((theirs) => comparable(mine, theirs) && agree(mine, theirs)));
	const [left, right] = [lone(a, b), lone(b, a)];
	// 310 in Corrick, 280 in Ardmoor: if both sides name something of their own, an amount belongs to that.
	const apartBy = namesOwn(a, b) && namesOwn(b, a);
	const subject = a.subject.size * b.subject.size === 0 ? 0 : isPart(a.subject, b.subject) ? 1 : -1;
	// The Tay Bridge is not the Forth Bridge: two subjects that share only some of their words are different.
	// So are two subjects if neither statement mentions the other's.
	if ((subject < 0 && !a.subject.isDisjointFrom(b.subject)) || areUnmentioned(a, b)) return [];
	const timed = apart(a.years, b.years);
	const amounts = (values: readonly Value[]) => values.filter(({ quantity }) => quantity !== undefined).length;
	const others = Math.log2(1 + Math.min(amounts(left), amounts(right)));
	return left.flatMap((mine) =>
		right
			.filter((theirs) => comparable(mine, theirs) && !(mine.quantity && !isDate(mine) && apartBy))
			.filter((theirs) => a.isCell === b.isCell || hasUnit(mine) === hasUnit(theirs))
			.filter((theirs) => (isDate(mine) ? isOneEvent(mine, theirs) : !timed))
			.map((theirs) => ({
				mine,
				theirs,
				signals: {
					...{ subject, others, name: Number(!mine.quantity) },
					statement: sharedBy(mine.context, theirs.context, weigh),
					covered: coveredBy(mine.context, theirs.context, weigh),
				},
			})),
	);
}

/** Whether neither statement mentions the other's subject, e.g. two reasons or two people. */
export function areUnmentioned(a: Aspect, b: Aspect): boolean {
	const [mine, theirs] = [a.subject, b.subject];
	if (mine.size === 0 || theirs.size === 0 || !mine.isDisjointFrom(theirs)) return false;
	return mine.isDisjointFrom(b.all) && theirs.isDisjointFrom(a.all);
}

/** Whether a statement names something that the other does not. */
function namesOwn({ named }: Aspect, { words }: Aspect): boolean {
	return !named.isSubsetOf(words);
}

function isOneEvent({ once: a }: Value, { once: b }: Value): boolean {
	return a.size > 0 && b.size > 0 && (a.has("any") || b.has("any") || !a.isDisjointFrom(b));
}

/** Whether a value has a unit: `four turbines` is no alternative to a cell's bare 4. */
function hasUnit({ quantity }: Value): boolean {
	return (quantity?.unit ?? "") !== "";
}

function isDate({ quantity }: Value): boolean {
	return quantity?.kind === "date";
}

function isPart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.isSubsetOf(b) || b.isSubsetOf(a);
}
