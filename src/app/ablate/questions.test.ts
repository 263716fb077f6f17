import { expect, test } from "vitest";
import { parseQuestions } from "./questions.ts";

test("JSON lines and a JSON list give the same questions; the id is the position unless it is given", () => {
	const entries = [
		{ question: "Who built it?", gold: ["a.md"], other: 1 },
		{ id: 7, question: "When?" },
	];
	const expected = [
		{ id: "1", question: "Who built it?", gold: ["a.md"] },
		{ id: "7", question: "When?" },
	];
	expect(parseQuestions(`\ufeff${entries.map((one) => JSON.stringify(one)).join("\r\n\n")}\n`, "q")).toEqual(expected);
	expect(parseQuestions(JSON.stringify(entries, null, 2), "q")).toEqual(expected);
});

test.each([
	["", "q.jsonl: it holds no question"],
	['{"question": "a"}\nnonsense', "q.jsonl: line 2 is no JSON"],
	['{"question": "a"}\n\n{"query": "b"}', "q.jsonl: line 3: question: it takes a text"],
	['{"question": " "}', "line 1: question: it is empty"],
	['{"question": "a", "gold": "a.md"}', "line 1: gold: it takes a list of texts"],
	['["a"]', "question 1: it takes an object"],
	['{"question": "a"}\n{"question": "a"}', 'the question "a" is there twice'],
	['{"id": "2", "question": "a"}\n{"question": "b"}', 'the id "2" is there twice'],
])("what cannot be used is rejected with its place: %j", (content, message) => {
	expect(() => parseQuestions(content, "q.jsonl")).toThrow(message);
});
