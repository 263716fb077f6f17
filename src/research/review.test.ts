import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { factOf as fact } from "../../test/support/report.ts";
import type { Sentence } from "../evidence/report.ts";
import { findRepeatedSentences, findUndated } from "./review.ts";

const twice = (...sentences: Sentence[]) =>
	findRepeatedSentences({ sections: sentences.map((one) => ({ heading: "", sentences: [one] })) }).map(
		({ text }) => text,
	);

const share = fact("In the older survey, rust was named in 42% of the bridges that fell.", "a");

test("finds a sentence that repeats a figure of the same claim, in any section", () => {
	const again = fact("Rust was named in 42% of fallen bridges, says the older survey.", "a", "b");
	expect(twice(share, fact("Frost splits stone.", "c"), again)).toEqual([again.text]);
});

test("another figure, another claim, other words or an inference is no repetition", () => {
	expect(
		twice(share, fact("In the older survey, rust was named in 42% of the bridges that fell, and frost in 20%.", "a")),
	).toEqual([]);
	expect(twice(share, fact("A newer survey names rust in 42% of all cases.", "b"))).toEqual([]);
	expect(twice(share, fact("The survey asked engineers who had built them.", "a"))).toEqual([]);
	expect(twice(share, { ...share, kind: "inference" })).toEqual([]);
});

test("an amount without a date is named with the time for which its page gives it", () => {
	const claims = [
		claimOf("Bills rose by £693.", { id: "k1", asOf: "2022-04" }),
		claimOf("Fuel is 52% of the price.", { id: "k2" }),
	];
	const undated = (...sentences: Sentence[]) => findUndated({ claims }, { sections: [{ heading: "", sentences }] });
	const bills = fact("Bills rose by £693.", "k1");
	expect(undated(bills)).toEqual([{ text: bills.text, asOf: "2022-04" }]);
	expect(undated(fact("In April 2022 bills rose by £693.", "k1"))).toEqual([]);
	expect(undated(fact("In 2022 gas grew dear.", "k1"), bills)).toEqual([]);
	expect(undated(fact("Fuel is 52% of the price.", "k2"), fact("Bills rose.", "k1"))).toEqual([]);
});
