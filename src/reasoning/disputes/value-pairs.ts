import { areComparable, areCompatible } from "./compatible-values.ts";
import {
	areDisjoint,
	hasOtherRanks,
	type ParsedStatement,
	type StatementValue,
	setOverlap,
} from "./parse-statement.ts";
import { equalWeight, type WordWeight, weightedJaccard, weightedOverlap } from "./word-weights.ts";

/**
 * Signals that two different values belong to one subject and attribute. `subject`: the subjects are the same (1), different (−1) or
 * unknown (0). `statement`, `covered`: the weighted share of common words besides the two values, of all words of both statements and of
 * the shorter one's words. `others`: how many more amounts both have (logarithm). `name`: the values are names.
 */
export const disputeSignalNames = ["subject", "statement", "covered", "others", "name"] as const;
export type DisputeSignals = Record<(typeof disputeSignalNames)[number], number>;

/** Two values of one kind that cannot both be right. Each is stated by one side only. */
export interface ValuePair {
	mine: StatementValue;
	theirs: StatementValue;
	signals: DisputeSignals;
}

/** Statements that share less of their words than this are about different matters. */
const sharedWordsMin = 0.12;

/**
 * The pairs of values that may conflict. Values of different places (each side names one that the other does not), versions or ranks are
 * no alternatives, nor are amounts of different years. Dates conflict only if the event happens once: only a functional relation has one
 * value (Ritter, Downey, Soderland & Etzioni 2008). A cup is won, a mayor elected and a version released again.
 */
export function findValuePairs(a: ParsedStatement, b: ParsedStatement, weigh: WordWeight = equalWeight): ValuePair[] {
	if (setOverlap(a.all, b.all) < sharedWordsMin || hasOtherRanks(a, b)) return [];
	const unsharedValues = (from: ParsedStatement, { values }: ParsedStatement) =>
		from.values.filter((mine) => !values.some((theirs) => areComparable(mine, theirs) && areCompatible(mine, theirs)));
	const [left, right] = [unsharedValues(a, b), unsharedValues(b, a)];
	// 310 in Corrick, 280 in Ardmoor: if both sides name something of their own, an amount belongs to that.
	const bothNameOthers = namesOtherThing(a, b) && namesOtherThing(b, a);
	const subject = a.subject.size * b.subject.size === 0 ? 0 : isNested(a.subject, b.subject) ? 1 : -1;
	// The Tay Bridge is not the Forth Bridge: two subjects that share only some of their words are different.
	// So are two subjects if neither statement mentions the other's.
	if ((subject < 0 && !a.subject.isDisjointFrom(b.subject)) || isSubjectUnmentioned(a, b)) return [];
	const yearsDiffer = areDisjoint(a.years, b.years);
	const amounts = (values: readonly StatementValue[]) => values.filter(({ quantity }) => quantity !== undefined).length;
	const others = Math.log2(1 + Math.min(amounts(left), amounts(right)));
	return left.flatMap((mine) =>
		right
			.filter((theirs) => areComparable(mine, theirs) && !(mine.quantity && !isDate(mine) && bothNameOthers))
			.filter((theirs) => hasUnit(mine) === hasUnit(theirs))
			.filter((theirs) => (isDate(mine) ? canBeOneEvent(mine, theirs) : !yearsDiffer))
			.map((theirs) => ({
				mine,
				theirs,
				signals: {
					...{ subject, others, name: Number(!mine.quantity) },
					statement: weightedJaccard(mine.context, theirs.context, weigh),
					covered: weightedOverlap(mine.context, theirs.context, weigh),
				},
			})),
	);
}

/** Whether neither statement mentions the other's subject, e.g. two reasons or two people. */
export function isSubjectUnmentioned(a: ParsedStatement, b: ParsedStatement): boolean {
	const [mine, theirs] = [a.subject, b.subject];
	if (mine.size === 0 || theirs.size === 0 || !mine.isDisjointFrom(theirs)) return false;
	return mine.isDisjointFrom(b.all) && theirs.isDisjointFrom(a.all);
}

/** Whether a statement names something that the other does not. */
function namesOtherThing({ named }: ParsedStatement, { words }: ParsedStatement): boolean {
	return !named.isSubsetOf(words);
}

function canBeOneEvent({ once: a }: StatementValue, { once: b }: StatementValue): boolean {
	return a.size > 0 && b.size > 0 && (a.has("any") || b.has("any") || !a.isDisjointFrom(b));
}

/** Whether a value has a unit: `four turbines` is no alternative to a cell's bare 4. */
function hasUnit({ quantity }: StatementValue): boolean {
	return (quantity?.unit ?? "") !== "";
}

function isDate({ quantity }: StatementValue): boolean {
	return quantity?.kind === "date";
}

function isNested(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.isSubsetOf(b) || b.isSubsetOf(a);
}
