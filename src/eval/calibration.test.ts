import { expect, test } from "vitest";
import { calibrationsOf } from "./calibration.ts";
import type { EvalQuestion, Verdict } from "./question.ts";

/** Each statement with people's label, a verdict and its confidence. */
function graded(all: [expected: number, met: number | null, confidence?: number][], isBinary = false) {
	const questions = all.map(
		([expected], at): EvalQuestion => ({
			...{ id: `q${at}`, question: "?" },
			criteria: [{ id: "c1", kind: "citation", text: "t", weight: 1, expected, isBinary }],
		}),
	);
	const runs = all.map(([, met, confidence], at) => ({
		...{ question: `q${at}`, repeat: 0, run: "", measures: {} },
		verdicts: [{ criterion: "c1", judge: "a:b", label: "", met, confidence, why: "" } satisfies Verdict],
	}));
	return calibrationsOf(questions, runs, ["a:b"]);
}

test("Brier score, its reference and the expected calibration error are those of the definitions", () => {
	const [one] = graded([
		[1, 1, 0.95],
		[1, 1, 0.9],
		[0, 1, 0.6],
		[0, 0, 0.65],
	]);
	expect(one).toMatchObject({ judge: "a:b", verdicts: 4, right: 0.75 });
	expect(one?.confidence).toBeCloseTo(3.1 / 4, 12);
	expect(one?.brier).toBeCloseTo((0.05 ** 2 + 0.1 ** 2 + 0.6 ** 2 + 0.35 ** 2) / 4, 12);
	expect(one?.constant).toBeCloseTo(0.1875, 12);
	// Two bins of two: 0.925 against 1, and 0.625 against 0.5.
	expect(one?.ece).toBeCloseTo((2 * 0.075 + 2 * 0.125) / 4, 12);
});

test("a certain and right judge has no error, a certain and wrong one all of it", () => {
	expect(
		graded([
			[1, 1, 1],
			[0, 0, 1],
		])[0],
	).toMatchObject({ brier: 0, ece: 0, constant: 0 });
	expect(
		graded([
			[1, 0, 1],
			[0, 1, 1],
		])[0],
	).toMatchObject({ brier: 1, ece: 1 });
});

test("of two labels a partial support is none; what was not judged or has no confidence does not count", () => {
	expect(graded([[0, 0.5, 1]], true)[0]).toMatchObject({ right: 1 });
	expect(graded([[0, 0.5, 1]])[0]).toMatchObject({ right: 0 });
	expect(
		graded([
			[0, null, 1],
			[1, 1],
		]),
	).toEqual([]);
});
