import { expect, test } from "vitest";
import { normalized, states, tokenF1 } from "./code-grader.ts";

test("answers are compared without case, articles, punctuation and thousands separators", () => {
	expect(normalized("The 3,559 People.")).toBe(normalized("a 3559 people"));
	expect(normalized("U.S.")).not.toBe(normalized("us"));
});

test("an answer is stated in whole words only, and yes or no never", () => {
	expect(states("It was opened in 1887, wrote the keeper.", ["1889", "1887"])).toBe(true);
	expect(states("It was opened in 18870.", ["1887"])).toBe(false);
	expect(states("The Bell Tower", ["bell tower"])).toBe(true);
	expect(states("Yes, it was.", ["yes"])).toBe(false);
	expect(states("anything", ["…"])).toBe(false);
});

test("token F1 counts repeats once each, as SQuAD does", () => {
	expect(tokenF1("the Eiffel Tower", "Eiffel Tower")).toBe(1);
	expect(tokenF1("tower tower", "tower bridge")).toBe(0.5);
	expect(tokenF1("", "tower")).toBe(0);
});
