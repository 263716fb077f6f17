import { isCloseQuantity, type Quantity } from "../../text/quantities.ts";
import { stem } from "../../text/stem.ts";
import { toBaseUnit } from "../../text/units.ts";
import type { StatementValue } from "./parse-statement.ts";

/** Amounts this close are one amount in two units or two roundings (METHOD §6 asks for contradictions, not decimals). */
const conversionTolerance = 0.02;
const approximateTolerance = 0.1;
const roundingDistanceMax = 0.05;
/** Tolerance of a `circa` date, in years. */
const circaYears = 10;

/** Whether two values are of one kind: names, dates, or amounts of one dimension or one counted noun. */
export function areComparable({ quantity: a }: StatementValue, { quantity: b }: StatementValue): boolean {
	if (!a || !b) return a === b;
	if (a.kind === "date" || b.kind === "date") return a.kind === b.kind;
	// `increased to 4096` after `1024 bytes`: the same number without a unit is the same amount.
	if (a.value === b.value && (a.unit === "" || b.unit === "")) return true;
	const [left, right] = [toBaseUnit(1, a.unit), toBaseUnit(1, b.unit)];
	return left || right
		? left?.dimension === right?.dimension
		: a.unit === "" || b.unit === "" || stem(a.unit) === stem(b.unit);
}

/** Whether two comparable values can both be right: equal, rounded, converted, coarser, or parts of one name. */
export function areCompatible(
	{ quantity: a, words }: StatementValue,
	{ quantity: b, words: others }: StatementValue,
): boolean {
	if (!a || !b) return !words.isDisjointFrom(others);
	if (a.span && b.span) {
		const isOverlapping = a.span.from <= b.span.to && b.span.from <= a.span.to;
		return isOverlapping || ((a.approximate || b.approximate) && Math.abs(a.value - b.value) <= circaYears);
	}
	return areCompatibleAmounts(a, b);
}

function areCompatibleAmounts(a: Quantity, b: Quantity): boolean {
	const tolerance =
		a.approximate || b.approximate ? approximateTolerance : a.unit === b.unit ? 1e-9 : conversionTolerance;
	return isCloseQuantity(a, b, tolerance) || isRounding(a.value, b.value) || isInRange(a, b) || isInRange(b, a);
}

/** Whether one value is the other one rounded, and close to it: `3,600` for 3,559. Small counts are not rounded. */
function isRounding(a: number, b: number): boolean {
	const largest = Math.max(Math.abs(a), Math.abs(b));
	if (Math.abs(a - b) > roundingDistanceMax * largest) return false;
	if (largest < 20 && Number.isInteger(a) && Number.isInteger(b)) return false;
	const digits = Math.min(significantDigits(a), significantDigits(b));
	return Number(a.toPrecision(digits)) === Number(b.toPrecision(digits));
}

function significantDigits(value: number): number {
	return value.toExponential().split("e")[0]?.replace(/[-.]/g, "").length ?? 1;
}

/** Whether a value lies within the other's range: `between 4 and 7 km`. */
function isInRange({ value, bound }: Quantity, other: Quantity): boolean {
	if (!bound) return false;
	return other.value >= Math.min(value, bound.other) && other.value <= Math.max(value, bound.other);
}
