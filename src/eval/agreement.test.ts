import fc from "fast-check";
import { expect, test } from "vitest";
import { agreementsOf, kappaOf, people } from "./agreement.ts";
import type { GradedRun } from "./graded-run.ts";
import type { EvalQuestion } from "./question.ts";

const times = (count: number, a: number, b: number) => Array.from({ length: count }, () => [a, b] as const);

test("kappa of two values is that of Cohen's tables: 20, 5, 10, 15 of 50 give 0.4", () => {
	expect(kappaOf([...times(20, 1, 1), ...times(5, 1, 0), ...times(10, 0, 1), ...times(15, 0, 0)])).toBeCloseTo(0.4);
});

test("kappa is 1 for equal verdicts, near 0 for chance, symmetric, and a near grade disagrees less than a far one", () => {
	const grade = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);
	const pairs = fc.array(fc.tuple(grade, grade), { minLength: 2, maxLength: 30 });
	fc.assert(
		fc.property(pairs, (some) => {
			const kappa = kappaOf(some);
			const turned = kappaOf(some.map(([a, b]) => [b, a] as const));
			if (kappa === undefined) return expect(turned).toBeUndefined();
			expect(turned).toBeCloseTo(kappa);
			expect(kappa).toBeLessThanOrEqual(1 + 1e-9);
		}),
	);
	expect(kappaOf([...times(3, 0, 0), ...times(3, 1, 1)])).toBe(1);
	expect(kappaOf([...times(5, 1, 1), ...times(5, 1, 0), ...times(5, 0, 1), ...times(5, 0, 0)])).toBeCloseTo(0);
	const with1 = (b: number) =>
		kappaOf([
			[0, 0],
			[1, 1],
			[0.5, 0.5],
			[1, b],
		]) ?? Number.NaN;
	expect(with1(0.5)).toBeGreaterThan(with1(0));
	expect(kappaOf(times(4, 1, 1))).toBeUndefined();
});

test("judges are compared where both gave a verdict, and with people by their labels", () => {
	const questionWith = (isBinary: boolean): EvalQuestion => ({
		...{ id: "q", question: "?" },
		criteria: ["1", "2", "3"].map((id) => ({ id, kind: "citation", text: "", weight: 1, isBinary })),
	});
	const verdict = (criterion: string, judge: string, met: number | null) => ({
		criterion,
		judge,
		label: "",
		met,
		why: "",
	});
	const run = (verdicts: GradedRun["verdicts"]): GradedRun => ({
		question: "q",
		repeat: 0,
		run: "",
		measures: {},
		verdicts,
	});
	const graded = run([
		...[verdict("1", people, 1), verdict("2", people, 0), verdict("3", people, 0)],
		...[verdict("1", "x:a", 1), verdict("2", "x:a", 0.5), verdict("3", "x:a", null)],
	]);
	// A partial support is none for people with two labels, and what was not judged is not compared.
	expect(agreementsOf([questionWith(true)], [graded], ["x:a"])).toEqual([
		{ a: people, b: "x:a", kappa: 1, equal: 1, criteria: 2, macroF1: 1 },
	]);
	// Of three labels it is one of its own, even where this question has none of it.
	expect(agreementsOf([questionWith(false)], [graded], ["x:a"])).toMatchObject([{ equal: 0.5 }]);
});
