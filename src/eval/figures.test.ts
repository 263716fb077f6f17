import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOf } from "./figures.ts";
import { shortAnswer } from "./forms/short-answer.ts";
import type { GradedRun } from "./graded-run.ts";
import type { EvalQuestion, Verdict } from "./question.ts";

const question = (id: string): EvalQuestion => ({ ...shortAnswer.parse({ question: id, answer: "1887" }), id });
const verdict = (judge: string, label: string, met: number | null): Verdict => ({
	...{ criterion: "a1", judge, label, met, why: "" },
});
const run = (id: string, verdicts: Verdict[], repeat = 0): GradedRun => ({
	...{ question: id, repeat, run: "r", measures: {}, verdicts },
});
const figure = (graded: GradedRun[], name: string, judge: string) =>
	figuresOf(shortAnswer.figures, ["a", "b", "c"].map(question), graded, ["x:one", "x:two"]).find(
		(one) => one.name === name && one.judge === judge,
	);

test("each judge has its own figure; what it did not judge is counted apart and never as wrong", () => {
	const graded = [
		run("a", [verdict("code", "exact", 1), verdict("x:one", "correct", 1), verdict("x:two", "unjudged", null)]),
		run("b", [verdict("code", "absent", 0), verdict("x:one", "incorrect", 0), verdict("x:two", "unjudged", null)]),
		run("c", [verdict("code", "stated", 1), verdict("x:one", "unjudged", null), verdict("x:two", "unjudged", null)]),
	];
	expect(figure(graded, "stated", "code")).toMatchObject({ value: 2 / 3, questions: 3, unjudged: 0 });
	expect(figure(graded, "correct", "x:one")).toMatchObject({ value: 0.5, questions: 2, unjudged: 1 });
	expect(figure(graded, "correct", "x:two")).toEqual(expect.objectContaining({ questions: 0, unjudged: 3 }));
	expect(figure(graded, "correct", "x:two")?.value).toBeUndefined();
});

test("repeats of one question narrow no interval: questions are resampled, and each repeat has its own value", () => {
	fc.assert(
		fc.property(
			fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
			fc.integer({ min: 2, max: 4 }),
			(right, times) => {
				const once = right.map((is, at) =>
					run("abc".charAt(at), [verdict("code", is ? "exact" : "absent", Number(is))]),
				);
				const repeated = Array.from({ length: times }, (_, repeat) => once.map((one) => ({ ...one, repeat }))).flat();
				const [one, many] = [figure(once, "stated", "code"), figure(repeated, "stated", "code")];
				expect(many?.interval).toEqual(one?.interval);
				expect(many?.value).toBeCloseTo(one?.value ?? Number.NaN);
				expect(many?.repeats).toEqual(Array(times).fill(one?.value));
			},
		),
	);
});

test("correct answers of those attempted are a share of sums, and none attempted is no figure", () => {
	const graded = [
		run("a", [verdict("x:one", "correct", 1)]),
		run("b", [verdict("x:one", "not_attempted", 0)]),
		run("c", [verdict("x:one", "incorrect", 0)]),
	];
	expect(figure(graded, "correctIfAttempted", "x:one")).toMatchObject({ value: 0.5 });
	expect(figure(graded.slice(1, 2), "correctIfAttempted", "x:one")).toBeUndefined();
});
