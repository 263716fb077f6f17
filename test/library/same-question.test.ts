import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBeSameQuestion, wordSimilarity } from "../../src/app/library/same-question.ts";

const pairsIn = (file: string) =>
	readFileSync(new URL(file, import.meta.url), "utf8")
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"))
		.map((line) => line.split(" | ") as [label: string, a: string, b: string]);
const pairs = pairsIn("question-pairs.txt");

describe("two questions that differ in more than their wording", () => {
	const differing = pairs.filter(([label]) => ["year", "number", "name", "negation", "opposite"].includes(label));

	it.each(differing)("are never the same, however similar: another %s: %s / %s", (_label, a, b) => {
		expect([canBeSameQuestion(a, b), canBeSameQuestion(b, a)]).toEqual([false, false]);
	});

	it("are not the same in another year, whatever the question", () => {
		const year = fc.integer({ min: 1900, max: 2040 });
		const questions = fc.constantFrom(...pairs.map(([, question]) => question.replace(/[?\s]+$/, "")));
		fc.assert(
			fc.property(questions, year, year, (question, one, other) => {
				expect(canBeSameQuestion(`${question} in ${one}?`, `${question} in ${other}?`)).toBe(one === other);
			}),
			{ numRuns: 50 },
		);
	});
});

it.each(pairsIn("question-pairs-parts.txt"))(
	"a question that asks more is not the same: %s: %s / %s",
	(label, a, b) => {
		const isSame = label === "same";
		expect([canBeSameQuestion(a, b), canBeSameQuestion(b, a)]).toEqual([isSame, isSame]);
	},
);

it("a question can be the same as itself in other letters, and shares all its words with it", () => {
	for (const [, question] of pairs) {
		expect(canBeSameQuestion(question, question), question).toBe(true);
		expect(wordSimilarity(question, question.toUpperCase()), question).toBe(1);
	}
});
