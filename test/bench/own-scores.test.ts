import { join } from "node:path";
import { expect, test } from "vitest";
import {
	compareWithBaseline,
	differenceLines,
	readBaseline,
	scoresOf,
	totalOf,
	writeBaseline,
} from "../../bench/support/own-scores.ts";
import type { EvalQuestion, Verdict } from "../../src/eval/question.ts";
import type { EvaluationResult } from "../../src/eval/result.ts";
import { emptyFolder } from "../support/folder.ts";

const criterion = (id: string, more: Partial<EvalQuestion["criteria"][number]> = {}) =>
	({ id, kind: "point", text: id, weight: 1, ...more }) as EvalQuestion["criteria"][number];
const verdict = (id: string, judge: string, met: number | null): Verdict => ({
	...{ criterion: id, judge, met, label: "", why: "" },
});

test("a question scores the share of its key points, or whether it was left open; gold documents do not count", () => {
	const result = {
		judges: [],
		questions: [
			{ id: "a", question: "", criteria: [criterion("p1"), criterion("p2"), criterion("g1", { kind: "evidence" })] },
			{ id: "b", question: "", criteria: [criterion("open", { kind: "check", unanswerable: true })] },
			{ id: "c", question: "", criteria: [criterion("p1")] },
		],
		runs: [
			{ question: "a", verdicts: [verdict("p1", "code", 1), verdict("p2", "code", 0), verdict("g1", "code", 0)] },
			{ question: "b", verdicts: [verdict("open", "code", 0.5)] },
		],
	} as unknown as EvaluationResult;
	expect(scoresOf(result)).toEqual({ a: 0.5, b: 0.5, c: 0 });
	// A judge's verdicts count in place of code's.
	const judged = { ...result, judges: ["x:y"], runs: [{ question: "a", verdicts: [verdict("p1", "x:y", 0)] }] };
	expect(scoresOf(judged as unknown as EvaluationResult)).toEqual({ a: 0, b: 0, c: 0 });
});

test("a loss is a regression whatever was won elsewhere, and so is a question that is gone", () => {
	const before = { questions: { a: 1, b: 0.5 } };
	expect(compareWithBaseline(before, { a: 1, b: 0.5 })).toEqual({ changed: [], isWorse: false });
	expect(compareWithBaseline(before, { a: 1, b: 1 }).isWorse).toBe(false);
	const traded = compareWithBaseline(before, { a: 0.5, b: 1 });
	expect(traded).toEqual({
		changed: [
			{ id: "a", before: 1, now: 0.5 },
			{ id: "b", before: 0.5, now: 1 },
		],
		isWorse: true,
	});
	expect(compareWithBaseline(before, { a: 1 }).isWorse).toBe(true);
	expect(compareWithBaseline(before, { a: 1, b: 0.5, c: 0 }).isWorse).toBe(false);
});

test("a baseline is read as it was written, and one that is missing says how it is made", () => {
	const file = join(emptyFolder(), "baseline.json");
	expect(() => readBaseline(file)).toThrow(
		expect.objectContaining({ code: "BASELINE_MISSING", hint: expect.stringContaining("--accept") }),
	);
	writeBaseline(file, { a: 1, b: 0 }, { why: "first", commit: "abc", documents: { "x-doc": "1" } });
	expect(readBaseline(file)).toMatchObject({ total: totalOf({ a: 1, b: 0 }), questions: { a: 1, b: 0 }, why: "first" });
});

test("differences are in pairs, in all and of each half, and leave out what only one of the two has", () => {
	const lines = differenceLines({ a: 0, b: 0.5, gone: 1 }, { a: 1, b: 0.5, added: 1 });
	expect(lines[0]).toBe("all: 0.250 → 0.750, difference +0.500 [+0.000, +1.000], 2 questions");
});
