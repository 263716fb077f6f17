import { expect, test } from "vitest";
import { areaUnderCurve, crossValidated, type Example, learn, trained } from "../../bench/train/logistic.ts";
import { probabilityOf, scoreOf } from "../../src/reasoning/linear-model.ts";

/** Examples whose chance of the label is known: the logistic function of `2 * near - 1`; `noise` tells nothing. */
const examples: Example<"near" | "noise" | "still">[] = Array.from({ length: 4000 }, (_, at) => {
	const near = ((at * 37) % 401) / 100 - 2;
	const draw = ((at * 7919) % 10_007) / 10_007;
	return {
		features: { near, noise: (at * 13) % 7, still: 3 },
		label: draw < 1 / (1 + Math.exp(1 - 2 * near)),
		group: `g${at % 40}`,
	};
});
const names = ["near", "noise", "still"] as const;

test("the weights of the rule that made the examples are found; what tells nothing weighs nothing", () => {
	const model = learn(names, examples, "made up");
	expect(model.features.near).toBeCloseTo(2, 0);
	expect(model.features.noise).toBeCloseTo(0, 1);
	expect(model.features.still).toBe(0);
	expect(scoreOf(model, { near: 0, noise: 3, still: 3 })).toBeCloseTo(-1, 0);
});

test("a calibrated chance is the share of examples that hold it", () => {
	const { model, chances } = trained(names, examples, "made up");
	const sure = examples.filter((_, at) => (chances[at] ?? 0) > 0.8);
	const right = sure.filter(({ label }) => label).length / sure.length;
	const promised = sure.reduce((sum, { features }) => sum + probabilityOf(model, features), 0) / sure.length;
	expect(right).toBeCloseTo(promised, 1);
	expect(areaUnderCurve(chances, examples)).toBeGreaterThan(0.85);
});

test("a model that was learned without a group knows nothing of it", () => {
	// Two of six groups have the label, and each of them says so in a feature of its own.
	const own = Array.from({ length: 60 }, (_, at) => ({
		features: { second: Number(at % 6 === 2), third: Number(at % 6 === 3) },
		label: at % 6 === 2 || at % 6 === 3,
		group: `g${at % 6}`,
	}));
	const model = learn(["second", "third"], own, "made up");
	expect(
		areaUnderCurve(
			own.map(({ features }) => scoreOf(model, features)),
			own,
		),
	).toBe(1);
	expect(areaUnderCurve(crossValidated(["second", "third"], own, { folds: 6 }), own)).toBeLessThan(0.6);
});

test("labels that a feature separates wholly still give finite weights", () => {
	const own = Array.from({ length: 40 }, (_, at) => ({ features: { at }, label: at >= 20, group: `${at}` }));
	const { model } = trained(["at"], own, "made up");
	expect(probabilityOf(model, { at: 39 })).toBeGreaterThan(0.8);
	expect(probabilityOf(model, { at: 0 })).toBeLessThan(0.2);
});
