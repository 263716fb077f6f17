import { comparisonForm } from "../base/text.ts";
import { ordinalValue } from "../text/number-words.ts";
import { isSameQuantity, type Quantity, quantitiesIn } from "../text/quantities.ts";
import { occursIn } from "../text/quotations.ts";
import { stem } from "../text/stem.ts";
import { toBaseUnit } from "../text/units.ts";
import { isKnownWord } from "../text/wordnet.ts";
import { isStopWord } from "../text/words.ts";

/**
 * The number of quantities that a text states (numbers, dates, amounts), and those that stand in no quote. The result of a
 * calculation that the text spells out with numbers of the quotes counts as supported (`1,889 − 1,887 = 2`).
 */
export function unsupportedQuantities(text: string, quotes: readonly string[]): { stated: number; missing: string[] } {
	const stated = quantitiesIn(text).filter(
		(one) => !isUncounted(one) && !isPronoun(one, text) && !isPartOfWord(one, text),
	);
	if (stated.length === 0) return { stated: 0, missing: [] };
	const quotedQuantities = quotes.flatMap(quantitiesIn);
	// Some numbers in words are not recognised in a quote (`set it to zero`): there, the same words are the same number.
	const isQuotedInWords = ({ text }: Quantity) =>
		!/\d/.test(text) && quotes.some((quote) => occursIn(comparisonForm(text), comparisonForm(quote)));
	const isSupported = (one: Quantity) =>
		quotedQuantities.some((other) => isSameQuantity(one, other) && hasRequiredUnit(one, other)) || isQuotedInWords(one);
	const missing = stated.filter((one) => !isSupported(one)).map((one) => one.text);
	const results = missing.length === 0 ? [] : correctResults(text, quotedQuantities);
	return { stated: stated.length, missing: missing.filter((one) => !results.includes(plainValue(one))) };
}

/** Before no measure, `one` is an article or pronoun and `first` an order of points: `one founder`, `the first reason`. */
function isUncounted({ text, unit }: Quantity): boolean {
	return toBaseUnit(1, unit) === undefined && /^(?:one|first)$/iu.test(text.trim());
}

/**
 * Whether a number in words belongs to a word of the dictionary (`second-hand`, `third parties`, `two-way`), or is the `second` of
 * `a second page`, which means another. A fraction (`two-thirds`) and a rank (`a second largest`) are numbers.
 */
function isPartOfWord({ text: number, start, end }: Quantity, text: string): boolean {
	if (!/^\p{L}+$/u.test(number)) return false;
	const [, joint = "", next = ""] = /^(-|\s)(\p{Ll}+)/u.exec(text.slice(end)) ?? [];
	if (next === "" || ordinalValue(next.replace(/s$/u, "")) !== undefined || /(?:est|most)$/u.test(next)) return false;
	const lower = number.toLowerCase();
	if (isKnownWord(`${lower} ${next}`) || (joint === "-" && isKnownWord(`${lower}-${next}`))) return true;
	return lower === "second" && joint !== "-" && /\ba\s+$/iu.test(text.slice(0, start));
}

/**
 * The counts in words that are a writer's own: at most as many as the things that a sentence cites, and no quote counts the same things
 * otherwise. `most`: how many things it cites.
 */
export function ownCounts(text: string, quotes: readonly string[], most: number): string[] {
	const quoted = quotes.flatMap(quantitiesIn).filter(({ unit }) => unit !== "");
	return quantitiesIn(text).flatMap(({ kind, text: words, value, unit }) => {
		const isOwn = kind === "number" && /^\p{L}+$/u.test(words) && toBaseUnit(1, unit) === undefined && value <= most;
		const isOtherwise = quoted.some((one) => one.value !== value && stem(one.unit) === stem(unit));
		return isOwn && !isOtherwise ? [`${words} ${unit}`] : [];
	});
}

/** Numbers of one unit in the quotes, at most, of which a result is worked out: of more, almost any number would be one. */
const operandsMax = 8;

/**
 * The quantities of a text that are a sum, difference or ratio of two numbers of the quotes: `26 years` of 1848 and 1874, `3 times` of
 * 12 km and 4 km. No quote states them, so they are an inference's own.
 */
export function derivedQuantities(text: string, quotes: readonly string[]): string[] {
	const known = quotes.flatMap(quantitiesIn).filter(({ kind }) => kind !== "ordinal" && kind !== "version");
	const operands = [...Map.groupBy(known, ({ kind, unit }) => (kind === "date" ? "date" : unit))].flatMap(
		([unit, all]) => {
			const values = [...new Set(all.map(({ value }) => value))];
			return values.length > operandsMax ? [] : [{ unit, values }];
		},
	);
	return quantitiesIn(text).flatMap((one) => {
		const isDerived = operands.some(({ unit, values }) =>
			values.some((a, at) => values.slice(at + 1).some((b) => isResultOf(one, Math.max(a, b), Math.min(a, b), unit))),
		);
		const counted = toBaseUnit(1, one.unit) === undefined && one.kind === "number";
		return isDerived ? [counted ? `${one.text} ${one.unit}` : one.text] : [];
	});
}

/** Whether a quantity is worked out from two numbers of a unit, `a` the larger one. A ratio may be rounded as it is written. */
function isResultOf({ kind, text, value, unit, approximate }: Quantity, a: number, b: number, of: string): boolean {
	if (of === "date") return unit === "year" && value === a - b;
	const decimals = /\d\.(\d+)/u.exec(text)?.[1]?.length ?? 0;
	const rounding = 0.5 * 10 ** -decimals;
	const isNear = (result: number, most: number) => Math.abs(value - result) <= most;
	if (kind === "percent")
		return of !== unit && b > 0 && [a / b, b / a, a / b - 1, 1 - b / a].some((one) => isNear(100 * one, rounding));
	if (/^(?:times|fold)$/u.test(unit))
		return b > 0 && isNear(a / b, approximate || decimals > 0 ? rounding : rounding / 10);
	return kind !== "date" && unit !== "" && unit === of && [a + b, a - b].some((one) => isNear(one, 1e-6));
}

const definiteBefore = /\b(?:the|these|those)\s+(?:(?:first|last|latter|former)\s+)?$/iu;
/** Words after a number that a counted thing or a second number may follow. */
const nounMayFollow = new Set(["and", "or", "to", "other", "more", "most", "such", "same", "own", "very", "only"]);

/** Whether a number in words stands for things named before: `the two should be used together`. Its count is theirs. */
function isPronoun({ kind, text: number, start, end }: Quantity, text: string): boolean {
	if (kind !== "number" || !/^\p{L}+$/u.test(number) || !definiteBefore.test(text.slice(0, start))) return false;
	const [, punctuation, word = ""] = /^(?:\s*([.,;:!?)”’"]|$)|\s+([\p{L}’']+))/u.exec(text.slice(end)) ?? [];
	if (punctuation !== undefined) return true;
	const lower = word.toLowerCase();
	return isStopWord(lower) && !nounMayFollow.has(lower);
}

/** A measure (`km`, `%`, `USD`) must have a unit in the quote too: `10` does not support `10 km`. */
function hasRequiredUnit(stated: Quantity, source: Quantity): boolean {
	return stated.unit === "" || toBaseUnit(1, stated.unit) === undefined || source.unit !== "";
}

const operand = "(\\d[\\d,]*(?:\\.\\d+)?)";
const calculation = new RegExp(`${operand}\\s*([+−×÷/*-])\\s*${operand}\\s*=\\s*${operand}`, "g");

/** The correct results of those calculations in a text whose two operands are known. */
function correctResults(text: string, known: readonly Quantity[]): number[] {
	const values = new Set(known.map(({ value }) => value));
	return [...text.matchAll(calculation)].flatMap(([, left = "", sign = "", right = "", result = ""]) => {
		const [a, b, c] = [plainValue(left), plainValue(right), plainValue(result)];
		return values.has(a) && values.has(b) && Math.abs(calculate(a, sign, b) - c) <= roundingTolerance(result)
			? [c]
			: [];
	});
}

function calculate(a: number, sign: string, b: number): number {
	switch (sign) {
		case "+":
			return a + b;
		case "−":
		case "-":
			return a - b;
		case "×":
		case "*":
			return a * b;
		default:
			return a / b;
	}
}

/** The rounding tolerance of a result: half of its last decimal place. */
function roundingTolerance(written: string): number {
	return 0.5 * 10 ** -(written.split(".")[1]?.length ?? 0) * (written.includes(".") ? 1 : 1e-6);
}

function plainValue(written: string): number {
	return Number.parseFloat(written.replaceAll(",", ""));
}
