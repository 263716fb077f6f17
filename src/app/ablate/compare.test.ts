import fc from "fast-check";
import { expect, test } from "vitest";
import { compareSettings, type MeasuredRun } from "./compare.ts";
import { decompositionScore } from "./plan-quality.ts";
import { parseVariations } from "./vary.ts";

const variations = parseVariations(["planner=guided,baseline", "no-vectors"], {});

const runOf = (question: string, settings: number[], steps: number): MeasuredRun => ({
	...{ question, settings, measures: { steps }, stopReason: steps > 5 ? "BUDGET_EXHAUSTED" : "COVERAGE_MET" },
});

test("runs are paired with those that differ in nothing else, a missing one drops its pair alone", () => {
	const runs = [
		...[runOf("a", [0, 0], 2), runOf("a", [0, 1], 3), runOf("a", [1, 0], 6), runOf("a", [1, 1], 9)],
		...[runOf("b", [0, 0], 1), runOf("b", [0, 1], 1), runOf("b", [1, 0], 5)],
	];
	const [planner, vectors] = compareSettings(variations, runs);
	expect(planner).toMatchObject({
		...{ option: "planner", first: "planner=guided", other: "planner=baseline" },
		// Question a: (4 + 6) / 2; question b: 4.
		differences: [{ measure: "steps", first: 2, difference: 4.5, questions: 2, pairs: 3 }],
		stopReasons: { first: { COVERAGE_MET: 3 }, other: { BUDGET_EXHAUSTED: 2, COVERAGE_MET: 1 } },
	});
	expect(vectors?.differences).toMatchObject([{ difference: 1, pairs: 3 }]);
});

test("the interval holds the difference, is the same each time, and is that of the swapped pair turned round", () => {
	const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), {
		...{ minLength: 2, maxLength: 12 },
	});
	const one = parseVariations(["planner=guided,baseline"], {});
	const compared = (pairs: readonly (readonly [number, number])[]) =>
		compareSettings(
			one,
			pairs.flatMap(([a, b], at) => [runOf(`q${at}`, [0], a), runOf(`q${at}`, [1], b)]),
		)[0]?.differences[0];
	fc.assert(
		fc.property(steps, (pairs) => {
			const found = compared(pairs);
			const [low = 0, high = 0] = found?.interval ?? [];
			expect(low).toBeLessThanOrEqual((found?.difference ?? 0) + 1e-9);
			expect(high).toBeGreaterThanOrEqual((found?.difference ?? 0) - 1e-9);
			expect(compared(pairs)).toEqual(found);
			const swapped = compared(pairs.map(([a, b]) => [b, a]));
			expect(swapped?.difference).toBeCloseTo(-(found?.difference ?? 0));
		}),
		{ numRuns: 15 },
	);
	expect(compared([[1, 3]])?.interval).toBeUndefined();
});

test("a plan is as near to a reference as their words: the same one 1, an unrelated one 0, a longer one in between", () => {
	const reference = ["When was the tower built?", "Who paid for the tower?"];
	expect(decompositionScore(reference.toReversed(), reference)).toBe(1);
	expect(decompositionScore(["How do bees dance?"], reference)).toBe(0);
	const partial = decompositionScore([...reference, "How do bees dance?"], reference) ?? 0;
	// The reference is covered; a third of the plan has no counterpart.
	expect(partial).toBeCloseTo((1 + 2 / 3) / 2);
	expect(decompositionScore([], reference)).toBeUndefined();
});
