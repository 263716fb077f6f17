import { expect, test } from "vitest";
import { valuesIn } from "./typed-values.ts";

test.each([
	["7. Need/Lack Business Model (17%)", ["17%"]],
	["3) Lack of focus", []],
	["#12 Burnout: 8 of 100", ["8", "100"]],
	["42 boats were sold.", ["42"]],
	["1.5 million boats", ["1.5 million"]],
])("the number of a list's item is no value of it: %s", (quote, numbers) => {
	const found = valuesIn(quote).filter(({ kind }) => kind === "number");
	expect(found.map(({ text }) => text)).toEqual(numbers);
});
