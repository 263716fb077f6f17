import { expect, test } from "vitest";
import type { Sentence } from "../evidence/report.ts";
import { findRepeatedSentences } from "./review.ts";

const fact = (text: string, ...claimIds: string[]): Sentence => ({ kind: "fact", text, claimIds });
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
