import { describe, expect, test } from "vitest";
import { isAnswerCertain } from "./answer-chance.ts";
import type { ScoredPassage } from "./score-passages.ts";

/** A passage of 100 characters that reads as an answer. */
function passageAt(start: number, score: number, more: Partial<ScoredPassage> = {}): ScoredPassage {
	const pieces = [{ kind: "prose" as const, start, end: start + 100, text: "x".repeat(100) }];
	const passage = { sourceId: "s1", kind: "paragraph" as const, path: [], pieces, opens: false };
	const reading = { answers: 4, span: { start: 0, end: 4, odds: 6 } };
	return { passage, claims: [], counts: new Map(), score, covered: [0.8, 0.9], unheld: 0, reading, ...more };
}

describe("the likeliest passage is the answer", () => {
	const near = passageAt(0, 1);
	/** It is shown with the 100 characters that follow. */
	const block = { ...near.passage, pieces: [near, passageAt(100, 1)].flatMap(({ passage }) => passage.pieces) };

	test("where most of the chances lie within what is shown", () => {
		const isStatedWith = (of: number) =>
			isAnswerCertain([near, passageAt(of, 0.9), passageAt(400, 0.1)], "value", block);
		expect(isStatedWith(100)).toBe(true);
		expect(isStatedWith(200)).toBe(false);
		const elsewhere = { ...near, passage: { ...near.passage, sourceId: "s2" }, score: 0.9 };
		expect(isAnswerCertain([near, elsewhere], "value", block)).toBe(false);
	});

	test("only where it reads as one: of few passages the best is likeliest, whatever it says", () => {
		const other = { reading: { answers: -7, span: { start: 0, end: 4, odds: -12 } }, covered: [0.3, 0.6] };
		expect(isAnswerCertain([near], "value", block)).toBe(true);
		expect(isAnswerCertain([passageAt(0, 1, other)], "value", block)).toBe(false);
		expect(isAnswerCertain([passageAt(0, 1, { reading: undefined })], "value", block)).toBe(false);
	});

	test("not where the question names its page, which lacks most of the other words", () => {
		expect(isAnswerCertain([passageAt(0, 1, { unheld: 0.7 })], "value", block)).toBe(false);
	});

	test("always, if it is the entry of what the question asks the meaning of", () => {
		const entry = passageAt(0, 1, { explains: true, reading: undefined });
		expect(isAnswerCertain([entry, passageAt(300, 0.9)], "definition", block)).toBe(true);
		expect(isAnswerCertain([entry, passageAt(300, 0.9)], "value", block)).toBe(false);
	});
});
