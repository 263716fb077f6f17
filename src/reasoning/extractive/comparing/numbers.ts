import { closeQuantity, type Quantity } from "../../../evidence/numbers.ts";
import { inBase } from "../../../evidence/units.ts";
import { stem } from "../language/stem.ts";
import { type Aspect, overlap } from "./aspect.ts";

/** Amounts this close are one amount in two units or two roundings (METHOD §6 asks for contradictions, not for decimals). */
const converted = 0.02;
const rough = 0.1;
const roundingReach = 0.05;
/** So much of what is said beside the number must be the same. */
const sameAttribute = 0.5;

function significant(value: number): number {
	return value.toExponential().split("e")[0]?.replace(/[-.]/g, "").length ?? 1;
}

/** `3,600` for 3,559: the coarser one is the finer one rounded, and close to it. */
function isRounding(a: number, b: number): boolean {
	if (Math.abs(a - b) > roundingReach * Math.max(Math.abs(a), Math.abs(b))) return false;
	if (Math.max(Math.abs(a), Math.abs(b)) < 20 && Number.isInteger(a) && Number.isInteger(b)) return false;
	const digits = Math.min(significant(a), significant(b));
	return Number(a.toPrecision(digits)) === Number(b.toPrecision(digits));
}

/** Whether two amounts may be one: equal, rounded, said to be rough, or one in the range of the other. */
export function agree(a: Quantity, b: Quantity): boolean {
	if (a.unit !== b.unit && closeQuantity(a, b, converted)) return true;
	if (closeQuantity(a, b, 1e-9) || isRounding(a.value, b.value)) return true;
	if ((a.approximate || b.approximate) && closeQuantity(a, b, rough)) return true;
	return inRange(a, b) || inRange(b, a);
}

/** `over 5 km` and `between 4 and 7 km`: a value within the other's range disputes nothing. */
function inRange(range: Quantity, value: Quantity): boolean {
	if (!range.bound) return false;
	const [low, high] = [Math.min(range.value, range.bound.other), Math.max(range.value, range.bound.other)];
	return value.value >= low && value.value <= high;
}

/** Whether two quantities measure the same kind of thing. */
function comparable(a: Quantity, b: Quantity): boolean {
	if (
		a.kind === "date" ||
		b.kind === "date" ||
		a.kind === "ordinal" ||
		b.kind === "ordinal" ||
		a.kind === "version" ||
		b.kind === "version"
	)
		return false;
	const [left, right] = [inBase(1, a.unit), inBase(1, b.unit)];
	if (left || right) return left?.dimension === right?.dimension;
	return stem(a.unit) === stem(b.unit);
}

/** The only quantity of its kind in a claim; a claim with several of one kind is a list, and nothing is aligned in it. */
function only(aspect: Aspect, like: Quantity): Quantity | undefined {
	const found = aspect.quantities.filter((each) => comparable(each, like));
	const distinctValues = new Set(found.map((each) => each.value));
	// `31 miles (50 km)` states one length twice.
	if (
		distinctValues.size > 1 &&
		!found.every((each) => found[0] && (closeQuantity(each, found[0], converted) || each.bound))
	)
		return undefined;
	return found[0];
}

function years(aspect: Aspect): string[] {
	return aspect.quantities
		.filter((quantity) => quantity.kind === "date")
		.map((quantity) => quantity.normal.slice(0, 4));
}

/** Two claims that hold at different times, or speak of different versions or ranks, do not contradict each other by number. */
export function differentScope(a: Aspect, b: Aspect): boolean {
	const [left, right] = [years(a), years(b)];
	if (left.length > 0 && right.length > 0 && !left.some((year) => right.includes(year))) return true;
	const [since, until] = [a.asOf, b.asOf];
	if (since && until && since.slice(0, 4) !== until.slice(0, 4)) return true;
	for (const kind of ["version", "ordinal"] as const) {
		const of = (aspect: Aspect) => aspect.quantities.filter((each) => each.kind === kind).map((each) => each.normal);
		const [mine, theirs] = [of(a), of(b)];
		if ((mine.length > 0 || theirs.length > 0) && !mine.some((each) => theirs.includes(each))) return true;
	}
	return false;
}

/** `1,887 people against 1,900 people`, when both claims measure one thing and cannot both be right. */
export function numberConflict(a: Aspect, b: Aspect): string | undefined {
	if (differentScope(a, b) || a.negative !== b.negative) return undefined;
	for (const mine of a.quantities) {
		const left = only(a, mine);
		if (left !== mine) continue;
		const right = only(b, mine);
		if (!right || agree(left, right)) continue;
		const alike = overlap(a.stems, b.stems);
		// `The default port is 5432`: the subject itself names the attribute, and nothing else is said.
		if (a.stems.size === 0 ? a.subject.size < 2 : alike < sameAttribute) continue;
		return `${left.text} against ${right.text}`;
	}
	return undefined;
}
