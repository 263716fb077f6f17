import { expect, test } from "vitest";
import { controls, controlVerdicts } from "./controls.ts";
import type { EvalQuestion } from "./question.ts";

const statement = (id: string, expected: number, text: string, passage: string): EvalQuestion => ({
	...{ id, question: text },
	criteria: [{ id: "c1", kind: "citation", text, weight: 1, expected, passages: [{ text: passage }] }],
});
const passage = "The granite tower guards the northern harbour.";
/** Statements of which the supported ones stand in the passage word by word, and the others share at most half. */
const told = [
	statement("a", 1, "The tower guards the harbour", passage),
	statement("b", 1, "A granite tower", passage),
	statement("c", 1, "The northern harbour", passage),
	statement("d", 0, "The tower collapsed", passage),
	statement("e", 0, "Whales sing", passage),
];
const saidBy = (questions: EvalQuestion[], which: 0 | 1) => {
	const verdicts = controlVerdicts(questions);
	return questions.map(({ id }) => verdicts.get(id)?.find((one) => one.judge === controls[which])?.met);
};

test("the controls of a judge: the most frequent label for all, and the share of words with the best bound", () => {
	expect(saidBy(told, 0)).toEqual([1, 1, 1, 1, 1]);
	expect(saidBy(told, 1)).toEqual([1, 1, 1, 0, 0]);
});

test("the bound is chosen on the other statements: one that alone would move it is not right by itself", () => {
	const odd = [...told, statement("f", 1, "Whales sing songs", passage)];
	expect(saidBy(odd, 1).at(-1)).toBe(0);
});

test("three labels have two bounds", () => {
	const three = [
		...told,
		statement("g", 0.5, "The tower collapsed in the northern storm", passage),
		statement("h", 0.5, "The granite cliff of the northern storm", passage),
		statement("i", 0, "Seals bark", passage),
	];
	expect(saidBy(three, 1)).toEqual([1, 1, 1, 0.5, 0, 0.5, 0.5, 0]);
});
