import { type Aspect, apart, otherRanks, overlap, type Value } from "./aspect.ts";
import { agree, comparable } from "./values.ts";
import { coveredBy, evenly, sharedBy, type Weigh } from "./weighing.ts";

/**
 * What says that two different values are of one subject and attribute. `subject`: the statements' subjects are one (1), two (−1), or not
 * known (0). Of the statements without the two values: `statement`, shared over all words of both, and `covered`, over those of the
 * shorter one, each word by its weight.
 * `others`: how many more amounts both have (logarithm). `name`: the values are names.
 */
export const signals = ["subject", "statement", "covered", "others", "name"] as const;
export type Signals = Record<(typeof signals)[number], number>;

/** Two values of one kind that cannot both be right, each stated by one side only. */
export interface ValuePair {
	mine: Value;
	theirs: Value;
	signals: Signals;
}

/** Statements that share fewer of their words are about different matters. */
const sharedLeast = 0.12;

/**
 * Values of other places (each side names one that the other does not), versions or ranks are no alternatives, nor are amounts of
 * other years. Dates are, where both are of what happens once: only a functional relation has one value (Ritter, Downey, Soderland &
 * Etzioni 2008); a cup is won, a mayor elected and a version released again.
 */
export function valuePairs(a: Aspect, b: Aspect, weigh: Weigh = evenly): ValuePair[] {
	if (overlap(a.all, b.all) < sharedLeast || otherRanks(a, b)) return [];
	const lone = (from: Aspect, { values }: Aspect) =>
		from.values.filter((mine) => !values.some((theirs) => comparable(mine, theirs) && agree(mine, theirs)));
	const [left, right] = [lone(a, b), lone(b, a)];
	// 310 in Corrick, 280 in Ardmoor: where both sides name something of their own, an amount or a date is that one's.
	const apartBy = namesOwn(a, b) && namesOwn(b, a);
	const subject = a.subject.size * b.subject.size === 0 ? 0 : isPart(a.subject, b.subject) ? 1 : -1;
	// The Tay Bridge is not the Forth Bridge: two subjects that share some of their words are two of a kind.
	// So are two of which neither statement mentions the other's.
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

/** Whether neither statement mentions the other's subject: two reasons, two people. */
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

/** `four turbines` is no alternative to a cell's bare 4. */
function hasUnit({ quantity }: Value): boolean {
	return (quantity?.unit ?? "") !== "";
}

function isDate({ quantity }: Value): boolean {
	return quantity?.kind === "date";
}

function isPart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.isSubsetOf(b) || b.isSubsetOf(a);
}
