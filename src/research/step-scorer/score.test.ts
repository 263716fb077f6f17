import { expect, test } from "vitest";
import { begun, direct, lead, subQuestion, turn } from "../../../test/support/planning.ts";
import { fold } from "../../evidence/fold.ts";
import { stepFeatureNames, stepFeatures } from "./features.ts";
import { isScored, signalWorth, stepChance } from "./score.ts";
import weights from "./weights.json" with { type: "json" };

const plan = begun(
	"lookup",
	[subQuestion("q1"), subQuestion("q2", { stance: "adversarial", priority: "optional" })],
	10,
);
const found = [direct("The logo of Larkdb was drawn by Ilse Varga.", "s1", "q1")];

test("a step's features say what it changed, and are finite numbers in the order of their names", () => {
	const before = fold(plan);
	const after = fold([...plan, ...turn(1, "q1", 5, found, [lead])]);
	const [step] = after.turns;
	if (!step) throw new Error("no step");
	const features = stepFeatures(before, step, after);
	expect(Object.keys(features)).toEqual([...stepFeatureNames]);
	expect(Object.values(features).every(Number.isFinite)).toBe(true);
	expect(features).toMatchObject({
		newEvidence: 1,
		deadEnd: 0,
		readsLeft: 0.9,
		coreBacked: 1,
		openPromise: lead.promise,
	});
	expect(features.directGained).toBeCloseTo(Math.log(2));
	const chance = stepChance(before, step, after);
	expect(chance).toBeGreaterThan(0);
	expect(chance).toBeLessThan(1);
	expect(isScored(after)).toBe(true);
	expect(isScored(fold(begun("synthesis", [subQuestion("q1")])))).toBe(false);
});

test("the weights were learned for these features", () => {
	expect(Object.keys(weights.features)).toEqual([...stepFeatureNames]);
});

test("the five signals are ordered by how much they tell of new evidence; no signal is worth nothing", () => {
	const worths = ["NEW_EVIDENCE", "CONFLICT_FOUND", "REDUNDANT", "DEAD_END", "NO_RETRIEVAL_RESULTS", undefined].map(
		signalWorth,
	);
	expect(worths).toEqual(worths.toSorted((a, b) => b - a));
	expect(worths.at(-1)).toBe(0);
});
