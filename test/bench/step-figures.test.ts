import { expect, test } from "vitest";
import type { StepExample } from "../../bench/support/forks.ts";
import {
	areaOf,
	brierOf,
	byQuestion,
	pairAccuracy,
	pairsOf,
	rankedOutcomes,
	type Scored,
	squaresOf,
} from "../../bench/support/step-figures.ts";
import { areaUnderCurve } from "../../bench/train/logistic.ts";
import { folded, learners, scored, shuffledLearners } from "../../bench/train/step-scorers.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import { stepFeatureNames } from "../../src/research/step-scorer/features.ts";

const random = seededRandom(3);
/** Steps whose worth is their feature `promise`; `readsLeft` is the same for all steps of a state. */
const examples: StepExample[] = Array.from({ length: 600 }, (_, at) => {
	const question = `q${Math.floor(at / 12)}`;
	const promise = random();
	const features = stepFeatureNames.map((name) =>
		name === "promise" ? promise : name === "readsLeft" ? at % 2 : random(),
	);
	const complete = Array.from({ length: 4 }, () => (random() < promise ? 1 : 0));
	return {
		...{
			question,
			set: at % 24 < 12 ? "HotpotQA" : "MuSiQue",
			split: "tuning",
			prefix: `${question} ${Math.floor(at / 4)}`,
		},
		...{ path: [], action: at % 4, features, signal: "REDUNDANT", returns: complete.map((one) => one * 0.9), complete },
	};
});
const byPromise = examples.map((example): Scored => {
	const score = example.features[stepFeatureNames.indexOf("promise")] ?? 0;
	return { example, score, chance: score };
});

test("the area is that of all continuations, each with the score of its step", () => {
	const { questions, places } = rankedOutcomes(byPromise);
	const all = byPromise.flatMap(({ example, score }) => example.complete.map((one) => ({ label: one === 1, score })));
	expect(areaOf(questions, places)).toBeCloseTo(
		areaUnderCurve(
			all.map(({ score }) => score),
			all,
		),
		10,
	);
});

test("pairs are of one state, equal worths are no pair, and a tie is half right", () => {
	const [a, b, c] = [0, 1, 2].map(
		(at) => ({ ...examples[at], prefix: "p", returns: [at === 2 ? 1 : at] }) as StepExample,
	);
	const withScore = (example: StepExample | undefined, score: number) => ({
		example: example as StepExample,
		score,
		chance: 0,
	});
	expect(pairsOf([withScore(a, 0), withScore(b, 1), withScore(c, 0)])).toEqual({ right: 1.5, of: 2 });
	const other = { ...(c as StepExample), prefix: "elsewhere" };
	expect(pairsOf([withScore(a, 0), withScore(other, 1)])).toEqual({ right: 0, of: 0 });
	expect(
		pairAccuracy([
			{ right: 1, of: 2 },
			{ right: 2, of: 2 },
		]),
	).toBe(0.75);
});

test("Brier's score is the mean squared distance of a chance from the outcomes", () => {
	const one = { ...(examples[0] as StepExample), complete: [1, 0] };
	expect(brierOf([squaresOf([{ example: one, score: 0, chance: 0.75 }])])).toBeCloseTo((0.25 ** 2 + 0.75 ** 2) / 2);
	expect(byQuestion(byPromise)).toHaveLength(50);
});

test("what tells the worth is learned, what is equal in a state orders nothing there, and shuffled labels are chance", () => {
	const accuracy = (name: string) => {
		const learner = learners[name] ?? shuffledLearners[name]?.(1);
		if (!learner) throw new Error(name);
		const all = folded(examples, 2, (rest, own) => scored(learner, rest, own));
		return pairAccuracy(byQuestion(all).map(pairsOf));
	};
	expect(accuracy("logistic regression")).toBeGreaterThan(0.8);
	expect(accuracy("logistic regression on pairs")).toBeGreaterThan(0.8);
	expect(accuracy("boosted trees")).toBeGreaterThan(0.75);
	for (const control of ["shuffled labels, logistic regression", "shuffled labels, boosted trees", "budget left"])
		expect(Math.abs(accuracy(control) - 0.5)).toBeLessThan(0.15);
	expect(accuracy("five signals, by hand")).toBe(0.5);
});
