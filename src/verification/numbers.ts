import { folded } from "../base/text.ts";
import { type Quantity, quantitiesIn, sameQuantity } from "../text/quantities.ts";
import { standsIn } from "../text/quotations.ts";
import { inBase } from "../text/units.ts";

/**
 * How many numbers, dates and amounts a text states, and which of them stand in none of the quotes. The result of a
 * calculation that the text spells out over numbers of the quotes (`1,889 − 1,887 = 2`) counts as standing there.
 */
export function unsupportedQuantities(text: string, quotes: readonly string[]): { stated: number; missing: string[] } {
	const stated = quantitiesIn(text).filter((one) => !isTelling(one));
	if (stated.length === 0) return { stated: 0, missing: [] };
	const known = quotes.flatMap(quantitiesIn);
	// A number in words is not always read as one: `set it to zero`. The same words in a quote are the same number.
	const isSaid = ({ text }: Quantity) =>
		!/\d/.test(text) && quotes.some((quote) => standsIn(folded(text), folded(quote)));
	const stands = (one: Quantity) =>
		known.some((other) => sameQuantity(one, other) && measuredAlike(one, other)) || isSaid(one);
	const missing = stated.filter((one) => !stands(one)).map((one) => one.text);
	const results = missing.length === 0 ? [] : calculatedIn(text, known);
	return { stated: stated.length, missing: missing.filter((one) => !results.includes(plainValue(one))) };
}

/** Without a unit `one` is an article or a pronoun, and `first` the order of telling: `one founder`, `the first reason`. */
function isTelling({ text, unit }: Quantity): boolean {
	return unit === "" && /^(?:one|first)$/iu.test(text.trim());
}

/** A measure (`km`, `%`, `USD`) is stated in the quote too: `10 km` does not stand in `10`. */
function measuredAlike(stated: Quantity, source: Quantity): boolean {
	return stated.unit === "" || inBase(1, stated.unit) === undefined || source.unit !== "";
}

const operand = "(\\d[\\d,]*(?:\\.\\d+)?)";
const calculation = new RegExp(`${operand}\\s*([+−×÷/*-])\\s*${operand}\\s*=\\s*${operand}`, "g");

/** The right results of the calculations in a text whose operands are both known. */
function calculatedIn(text: string, known: readonly Quantity[]): number[] {
	const values = new Set(known.map(({ value }) => value));
	return [...text.matchAll(calculation)].flatMap(([, left = "", sign = "", right = "", result = ""]) => {
		const [a, b, c] = [plainValue(left), plainValue(right), plainValue(result)];
		return values.has(a) && values.has(b) && Math.abs(calculate(a, sign, b) - c) <= rounding(result) ? [c] : [];
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

/** Half of the last decimal place that a result is written with. */
function rounding(written: string): number {
	return 0.5 * 10 ** -(written.split(".")[1]?.length ?? 0) * (written.includes(".") ? 1 : 1e-6);
}

function plainValue(written: string): number {
	return Number.parseFloat(written.replaceAll(",", ""));
}
