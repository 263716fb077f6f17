import { expect, test } from "vitest";
import { parseOptions } from "./options/parse.ts";
import { runInputOf } from "./run.ts";

const inputFor = (question: string) =>
	runInputOf(question, parseOptions({ corpus: [import.meta.dirname], depth: "quick", vectors: false }));

test("a question pasted from a terminal, with its colours and bells, is the same question", () => {
	const plain = inputFor("what is a run?");
	const pasted = inputFor("\u001b[31mwhat\u001b[0m is\u0007 a \u001b]0;title\u0007\u200b\r\nrun?\u0000");
	expect(pasted).toEqual(plain);
	expect(pasted.question).toBe("what is a run?");
});

test("a question of control characters alone is rejected", () => {
	expect(() => inputFor("\u001b[31m\u0007")).toThrow(expect.objectContaining({ code: "QUESTION_EMPTY" }));
});

test("each depth has its own deadline, which --deadline overrides", () => {
	const deadlineOf = (given: object) => runInputOf("Why?", parseOptions(given)).options.deadlineMs;
	expect(["quick", "standard", "deep"].map((depth) => deadlineOf({ depth }))).toEqual([300_000, 1_200_000, 1_800_000]);
	expect(deadlineOf({ depth: "quick", deadline: 900 })).toBe(900_000);
});
