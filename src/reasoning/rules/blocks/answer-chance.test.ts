import { describe, expect, test } from "vitest";
import { analysisOf } from "../question/analysis.ts";
import { isAnswerCertain } from "./answer-chance.ts";
import type { ScoredPassage } from "./score-passages.ts";

/** A passage of 100 characters that reads as an answer. */
function passageAt(start: number, score: number, more: Partial<ScoredPassage> = {}): ScoredPassage {
	const pieces = [{ kind: "prose" as const, start, end: start + 100, text: "x".repeat(100) }];
	const passage = { sourceId: "s1", kind: "paragraph" as const, path: [], pieces, opens: false };
	const reading = { answers: 4, span: { start: 0, end: 4, odds: 6 } };
	return { passage, claims: [], counts: new Map(), score, covered: [0.8, 0.9], reading, ...more };
}

const value = analysisOf("How much oil does it need?");
const definition = analysisOf("What is a bilge?");

describe("the likeliest passage is the answer", () => {
	const near = passageAt(0, 1);
	/** It is shown with the 100 characters that follow. */
	const block = { ...near.passage, pieces: [near, passageAt(100, 1)].flatMap(({ passage }) => passage.pieces) };

	test("where most of the chances lie within what is shown", () => {
		const isStatedWith = (of: number) =>
			isAnswerCertain([near, passageAt(of, 0.9), passageAt(400, 0.1)], value, block, "Handbook");
		expect(isStatedWith(100)).toBe(true);
		expect(isStatedWith(200)).toBe(false);
		const elsewhere = { ...near, passage: { ...near.passage, sourceId: "s2" }, score: 0.9 };
		expect(isAnswerCertain([near, elsewhere], value, block, "Handbook")).toBe(false);
	});

	test("only where it reads as one: of few passages the best is likeliest, whatever it says", () => {
		const other = { reading: { answers: -7, span: { start: 0, end: 4, odds: -12 } }, covered: [0.3, 0.6] };
		expect(isAnswerCertain([near], value, block, "Handbook")).toBe(true);
		expect(isAnswerCertain([passageAt(0, 1, other)], value, block, "Handbook")).toBe(false);
		expect(isAnswerCertain([passageAt(0, 1, { reading: undefined })], value, block, "Handbook")).toBe(false);
	});

	test.each([
		["of a name or a date, all words of the question", "When was the pump of the mill replaced?", "Mill", true],
		["of a name or a date, but for one word", "When was the pump of the mill painted?", "Mill", false],
		["of a value, but for one word", "How many litres per minute does the new pump move?", "Mill", true],
		[
			"of the page that the question names, but for one word",
			"How many litres does Mill Lane move?",
			"Mill Lane",
			false,
		],
		["with another name", "How many litres per minute does Hagen's pump move?", "Mill", false],
	])("where what is shown holds %s", (_what, question, title, isStated) => {
		const text = "The pump of the mill was replaced in 2021; it takes 45 litres per minute.";
		const one = passageAt(0, 1);
		const told = { ...one.passage, pieces: [{ kind: "prose" as const, start: 0, end: text.length, text }] };
		const passages = [{ ...one, passage: told }];
		expect(isAnswerCertain(passages, analysisOf(question), told, title)).toBe(isStated);
	});

	test("always, if it is the entry of what the question asks the meaning of", () => {
		const entry = passageAt(0, 1, { explains: true, reading: undefined });
		expect(isAnswerCertain([entry, passageAt(300, 0.9)], definition, block, "Handbook")).toBe(true);
		expect(isAnswerCertain([entry, passageAt(300, 0.9)], value, block, "Handbook")).toBe(false);
	});
});
