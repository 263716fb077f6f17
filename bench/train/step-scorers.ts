/** The scorers that `npm run train -- steps` compares: each learns from steps and gives others a score. */
import { seededRandom } from "../../src/base/seeded-random.ts";
import { type LinearModel, logistic, scoreOf } from "../../src/reasoning/linear-model.ts";
import { stepFeatureNames } from "../../src/research/step-scorer/features.ts";
import { signalWorth } from "../../src/research/step-scorer/score.ts";
import type { StepExample } from "../support/forks.ts";
import { type Scored, worthOf } from "../support/step-figures.ts";
import { boost, boostedScore } from "./boosting.ts";
import { type Example, learn, platt } from "./logistic.ts";

/** Larger is better; any number. */
export type Score = (example: StepExample) => number;
export type Learner = (examples: readonly StepExample[]) => Score;

/** Logistic regression on some of the features, with a step's worth as a soft label. `all`: the names of an example's features. */
export function linear(names: readonly string[], all: readonly string[] = stepFeatureNames): Learner {
	return (examples) => {
		const model = linearModel(examples, "", names, all);
		return ({ features }) => scoreOf(model, recordOf(features, names, all));
	};
}

/** Its model. */
export function linearModel(
	examples: readonly StepExample[],
	origin: string,
	names: readonly string[] = stepFeatureNames,
	all: readonly string[] = stepFeatureNames,
): LinearModel {
	const soft = examples.flatMap((one) => softened(recordOf(one.features, names, all), one));
	return learn<string>(names, soft, origin);
}

/** Logistic regression on the differences of two steps from one state, with which of them is worth more as the label (Bradley and Terry). */
export const linearOnPairs: Learner = (examples) => {
	const pairs: Example<string>[] = [];
	for (const steps of Map.groupBy(examples, ({ prefix }) => prefix).values())
		for (const one of steps)
			for (const other of steps) {
				const label = worthOf(one) - worthOf(other);
				if (Math.abs(label) < 1e-6) continue;
				const difference = one.features.map((value, at) => value - (other.features[at] ?? 0));
				const weight = 1 / steps.length;
				pairs.push({
					features: recordOf(difference, stepFeatureNames, stepFeatureNames),
					label: label > 0,
					group: one.question,
					weight,
				});
			}
	const model = learn<string>(stepFeatureNames, pairs, "");
	return ({ features }) => scoreOf(model, recordOf(features, stepFeatureNames, stepFeatureNames));
};

const boostedTrees: Learner = (examples) => {
	const rows = examples.map((one) => ({ values: one.features, label: Math.max(0, worthOf(one)) }));
	const model = boost(stepFeatureNames, rows);
	return ({ features }) => boostedScore(model, features);
};

/** A learner that is given each step's outcomes from another step. */
export function withShuffledLabels(learner: Learner, seed: number): Learner {
	return (examples) => {
		const random = seededRandom(seed);
		const order = examples.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
		return learner(
			examples.map((example, at) => {
				const { returns, complete } = order[at]?.one ?? example;
				return { ...example, returns, complete };
			}),
		);
	};
}

export const logisticRegression = linear(stepFeatureNames);
const signalNames = ["newEvidence", "conflictFound", "redundant", "deadEnd", "noResults"];

/** The controls first. */
export const learners: Readonly<Record<string, Learner>> = {
	"budget left": linear(["readsLeft", "stepsLeft"]),
	"five signals, by hand":
		() =>
		({ signal }) =>
			signalWorth(signal),
	"five signals, learned": linear(signalNames),
	"logistic regression": logisticRegression,
	"logistic regression on pairs": linearOnPairs,
	"boosted trees": boostedTrees,
};

/**
 * What must learn nothing. One shuffle may by chance order steps well or badly, and the interval over questions does not show that: so each
 * is shuffled several times.
 */
export const shuffledLearners: Readonly<Record<string, (seed: number) => Learner>> = {
	"shuffled labels, logistic regression": (seed) => withShuffledLabels(logisticRegression, seed),
	"shuffled labels, boosted trees": (seed) => withShuffledLabels(boostedTrees, seed),
};

/** The scores of `test` by a learner of `train`, and the chances that all gold will be read: calibrated on folds of `train`. */
export function scored(learner: Learner, train: readonly StepExample[], test: readonly StepExample[]): Scored[] {
	const score = learner(train);
	const { slope, offset } = calibration(learner, train);
	return test.map((example) => {
		const value = score(example);
		return { example, score: value, chance: logistic(slope * value + offset) };
	});
}

/** Platt's calibration on the scores of three folds, no question in two of them. */
export function calibration(learner: Learner, train: readonly StepExample[]): { slope: number; offset: number } {
	const held = folded(train, 3, (rest, own) => {
		const score = learner(rest);
		return own.map((example) => ({ example, score: score(example) }));
	});
	const outcomes = held.flatMap(({ example, score }) => {
		const complete = example.complete.reduce((sum, one) => sum + one, 0);
		return [
			{ score, label: true, weight: complete },
			{ score, label: false, weight: example.complete.length - complete },
		].filter(({ weight }) => weight > 0);
	});
	return platt(
		outcomes.map(({ score }) => score),
		outcomes,
	);
}

/** What `test` says of each fold, given the rest. Questions go into folds in turn, in sorted order. */
export function folded<Result>(
	examples: readonly StepExample[],
	folds: number,
	test: (rest: readonly StepExample[], own: readonly StepExample[]) => Result[],
): Result[] {
	const questions = [...new Set(examples.map(({ question }) => question))].toSorted();
	const foldOf = new Map(questions.map((question, at) => [question, at % folds]));
	return Array.from({ length: folds }, (_, fold) => {
		const isOwn = ({ question }: StepExample) => foldOf.get(question) === fold;
		return test(
			examples.filter((one) => !isOwn(one)),
			examples.filter(isOwn),
		);
	}).flat();
}

/** A step's worth as two examples: what it is worth for the label, the rest against it. */
function softened(features: Record<string, number>, one: StepExample): Example<string>[] {
	const worth = Math.min(1, Math.max(0, worthOf(one)));
	return [
		{ features, label: true, group: one.question, weight: worth },
		{ features, label: false, group: one.question, weight: 1 - worth },
	];
}

function recordOf(values: readonly number[], names: readonly string[], all: readonly string[]): Record<string, number> {
	return Object.fromEntries(names.map((name) => [name, values[all.indexOf(name)] ?? 0]));
}
