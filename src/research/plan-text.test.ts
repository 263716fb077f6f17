import fc from "fast-check";
import { expect, test } from "vitest";
import type { SubQuestion } from "../evidence/plan.ts";
import { parsePlan, renderPlan } from "./plan-text.ts";

const words = fc
	.array(fc.constantFrom("When", "was", "the", "[old]", "tower", "built?", "1.", "-", "search", "#"), {
		minLength: 1,
		maxLength: 6,
	})
	.map((parts) => `Why ${parts.join(" ")}`);
const subQuestion = fc.record({
	text: words,
	stance: fc.constantFrom("supporting" as const, "adversarial" as const),
	priority: fc.constantFrom("core" as const, "optional" as const),
	threads: fc.array(words, { maxLength: 2 }),
});

test("a plan that nobody changed is read as it was written", () => {
	fc.assert(
		fc.property(fc.array(subQuestion, { minLength: 1, maxLength: 8 }), (plan) => {
			const text = renderPlan("Why?", { subQuestions: plan as SubQuestion[] });
			expect(parsePlan(text)).toEqual(plan.map(({ threads, ...rest }) => ({ ...rest, queries: threads })));
		}),
	);
});

test("a plan that was typed freely is read: numbers, no marks, wrapped lines", () => {
	const typed =
		"1. When was it built,\n   and by whom?\n* [Adversarial] Who says otherwise?\n- search: tower dispute\nWhat is it for?\r\n";
	expect(parsePlan(typed)).toEqual([
		{ text: "When was it built, and by whom?", stance: "supporting", priority: "core", queries: [] },
		{ text: "Who says otherwise?", stance: "adversarial", priority: "core", queries: ["tower dispute"] },
		{ text: "What is it for?", stance: "supporting", priority: "core", queries: [] },
	]);
});

test.each([
	["", "it holds no sub-question"],
	["# only notes\n", "it holds no sub-question"],
	[
		"- [optinal] Why?",
		'line 1: "optinal" is none of core, optional, supporting, adversarial; did you mean "optional"?',
	],
	["\n  search: x\n- Why?", "line 2: a search stands before the first sub-question"],
	["- Why?\nsearch: a\nsearch: b\nsearch: c", "line 4: a sub-question has at most 2 searches"],
	["- Why?\n- [core]", "line 2: a sub-question without words"],
	["- Why?\n".repeat(11), "it has 11 sub-questions, and at most 10 are allowed"],
])("a plan that cannot be used names the line and keeps the run: %j", (text, fault) => {
	expect(() => parsePlan(text)).toThrow(
		expect.objectContaining({ code: "PLAN_INVALID", message: expect.stringContaining(fault), keepsRun: true }),
	);
});

test("any text is a plan or is rejected with its faults, and no other error", () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom("-", " ", "\n", "[", "]", "a", "#", "search:", ":", "1.") }),
			(text) => {
				try {
					expect(parsePlan(text).length).toBeGreaterThan(0);
				} catch (error) {
					expect(error).toMatchObject({ code: "PLAN_INVALID" });
				}
			},
		),
	);
});
