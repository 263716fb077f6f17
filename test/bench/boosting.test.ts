import { expect, test } from "vitest";
import { boost, boostedScore } from "../../bench/train/boosting.ts";
import { areaUnderCurve } from "../../bench/train/logistic.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import { logistic } from "../../src/reasoning/linear-model.ts";

const random = seededRandom(7);

/** The label is exclusive or of two features, which no linear model can tell; the third feature tells nothing. */
const rows = Array.from({ length: 2_000 }, () => {
	const values = [random(), random(), random()];
	const [a = 0, b = 0] = values;
	return { values, label: a > 0.5 !== b > 0.3 ? 0.9 : 0.2 };
});
const names = ["a", "b", "noise"];

test("trees find an interaction and give its soft labels as chances", () => {
	const model = boost(names, rows.slice(0, 1_000));
	const rest = rows.slice(1_000);
	const scores = rest.map(({ values }) => boostedScore(model, values));
	expect(
		areaUnderCurve(
			scores,
			rest.map(({ label }) => ({ label: label > 0.5 })),
		),
	).toBeGreaterThan(0.97);
	const high = rest.flatMap(({ label }, at) => (label > 0.5 ? [logistic(scores[at] ?? 0)] : []));
	expect(high.reduce((sum, chance) => sum + chance, 0) / high.length).toBeCloseTo(0.9, 1);
});

test("shuffled labels teach nothing, one seed gives one model, and JSON keeps it", () => {
	const order = rows.map((_, at) => ({ at, key: random() })).sort((a, b) => a.key - b.key);
	const shuffled = rows.map(({ values }, at) => ({ values, label: rows[order[at]?.at ?? 0]?.label ?? 0 }));
	const model = boost(names, shuffled.slice(0, 1_000), { seed: 3 });
	const rest = rows.slice(1_000);
	const chance = areaUnderCurve(
		rest.map(({ values }) => boostedScore(model, values)),
		rest.map(({ label }) => ({ label: label > 0.5 })),
	);
	expect(Math.abs(chance - 0.5)).toBeLessThan(0.12);
	expect(boost(names, shuffled.slice(0, 1_000), { seed: 3 })).toEqual(model);
	expect(JSON.parse(JSON.stringify(model))).toEqual(model);
});

test("examples with one label, and a feature that never varies, give a constant", () => {
	const same = Array.from({ length: 50 }, (_, at) => ({ values: [1, at], label: 1 }));
	const model = boost(["still", "at"], same);
	expect(logistic(boostedScore(model, [1, 3]))).toBeGreaterThan(0.99);
});

test("trees add the leaf of each side of a threshold", () => {
	const model = { bias: 0.5, trees: [[0, 1, 10, [1, 0, 20, 30]], 4] as const };
	const scores = [
		[1, 0],
		[2, 0],
		[2, 1],
	].map((values) => boostedScore(model, values));
	expect(scores).toEqual([14.5, 24.5, 34.5]);
});
