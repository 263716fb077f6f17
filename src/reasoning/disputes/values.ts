import { isCloseQuantity, type Quantity } from "../../text/quantities.ts";
import { stem } from "../../text/stem.ts";
import { toBaseUnit } from "../../text/units.ts";
import type { Value } from "./aspect.ts";

/** Amounts this close are one amount in two units or two roundings (METHOD §6 asks for contradictions, not decimals). */
const converted = 0.02;
const rough = 0.1;
const roundingReach = 0.05;
/** Tolerance of a `circa` date, in years. */
const circaYears = 10;

/** Whether two values are of one kind: names, dates, or amounts of one dimension or one counted noun. */
export function comparable({ quantity: a }: Value, { quantity: b }: Value): boolean {
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
export function agree({ quantity: a, words }: Value, { quantity: b, words: others }: Value): boolean {
	if (!a || !b) return !words.isDisjointFrom(others);
	if (a.span && b.span) {
		const together = a.span.from <= b.span.to && b.span.from <= a.span.to;
		return together || ((a.approximate || b.approximate) && Math.abs(a.value - b.value) <= circaYears);
	}
	return amountsAgree(a, b);
}

function amountsAgree(a: Quantity, b: Quantity): boolean {
	const tolerance = a.approximate || b.approximate ? rough : a.unit === b.unit ? 1e-9 : converted;
	return isCloseQuantity(a, b, tolerance) || isRounding(a.value, b.value) || inRange(a, b) || inRange(b, a);
}

/** Whether one value is the other one rounded, and close to it: `3,600` for 3,559. Small counts are not rounded. */
function isRounding(a: number, b: number): boolean {
	const largest = Math.max(Math.abs(a), Math.abs(b));
	if (Math.abs(a - b) > roundingReach * largest) return false;
	if (largest < 20 && Number.isInteger(a) && Number.isInteger(b)) return false;
	const digits = Math.min(significant(a), significant(b));
	return Number(a.toPrecision(digits)) === Number(b.toPrecision(digits));
}

function significant(value: number): number {
	return value.toExponential().split("e")[0]?.replace(/[-.]/g, "").length ?? 1;
}

/** Whether a value lies within the other's range: `between 4 and 7 km`. */
function inRange({ value, bound }: Quantity, other: Quantity): boolean {
	if (!bound) return false;
	return other.value >= Math.min(value, bound.other) && other.value <= Math.max(value, bound.other);
}
