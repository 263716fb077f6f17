/**
 * `npm run train -- steps [--seed 1] [--limit N]`: how good a finished step was, learned from continuations of the extractive engine
 * (bench/support/forks.ts; kept in the cache of the benches). Learns on the tuning half of the multi-hop questions, and prints same-state
 * pair accuracy, area under the curve and Brier's score beside the controls: cross-validated by question, on held-out questions, and
 * from each of the two sets to the other. Words only: the engine's searches without embeddings.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { LinearModel } from "../../src/reasoning/linear-model.ts";
import { stepFeatureNames } from "../../src/research/step-scorer/features.ts";
import { budgets, forkedQuestions, lazyPlayer, type StepExample } from "../support/forks.ts";
import { bootstrappedOf, intervals, mean } from "../support/statistics.ts";
import {
	areaOf,
	brierOf,
	byQuestion,
	pairAccuracy,
	pairsOf,
	rankedOutcomes,
	type Scored,
	squaresOf,
	worthOf,
} from "../support/step-figures.ts";
import { Table } from "../support/table.ts";
import { writeModel } from "./logistic.ts";
import {
	calibration,
	folded,
	type Learner,
	learners,
	linearModel,
	logisticRegression,
	scored,
	shuffledLearners,
} from "./step-scorers.ts";

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { seed: { type: "string", default: "1" }, limit: { type: "string", default: "1000" } },
	});
	const seed = Number(values.seed);
	const { player, close } = lazyPlayer(false);
	const forked = await forkedQuestions(player, seed, Number(values.limit)).finally(close);
	const steps = forked.flatMap((one) => one.steps);
	const plays = forked.reduce((sum, { tree }) => sum + tree.plays, 0);
	const tuning = steps.filter(({ split }) => split === "tuning");
	const heldOut = steps.filter(({ split }) => split === "held-out");
	const of = (set: StepExample["set"], some: readonly StepExample[]) => some.filter((one) => one.set === set);
	console.log(`${plays} runs of the engine were played now, the others are kept; ${described(steps)}`);
	for (const set of ["HotpotQA", "MuSiQue"] as const)
		console.log(`${set}: tuning ${described(of(set, tuning))}; held-out ${described(of(set, heldOut))}`);

	const settings: Record<string, (learner: Learner) => Scored[]> = {
		"cross-validated, tuning": (learner) => folded(tuning, 5, (rest, own) => scored(learner, rest, own)),
		"held-out": (learner) => scored(learner, tuning, heldOut),
		"MuSiQue → HotpotQA": (learner) => scored(learner, of("MuSiQue", tuning), of("HotpotQA", steps)),
		"HotpotQA → MuSiQue": (learner) => scored(learner, of("HotpotQA", tuning), of("MuSiQue", steps)),
	};
	const tables = { pairs: new Table<string>(), area: new Table<string>(), brier: new Table<string>() };
	for (const [setting, score] of Object.entries(settings)) {
		for (const [name, learner] of Object.entries(learners)) figures(tables, setting, name, score(learner));
		for (const [name, learner] of Object.entries(shuffledLearners))
			shuffledFigures(tables, setting, name, (seed) => score(learner(seed)));
	}
	tables.pairs.print("pairs of steps from one state that are ordered rightly");
	tables.area.print("area under the curve: all gold read in the end, or not");
	tables.brier.print("Brier's score of the calibrated chance that all gold will be read");

	const origin = `multi-hop, tuning half: ${described(tuning)}; words only, ${budgets.map(({ pages }) => pages).join(" or ")} pages, seed ${seed}`;
	const model = { ...linearModel(tuning, origin), scale: calibration(logisticRegression, tuning) };
	writeModel(join(import.meta.dirname, "../../src/research/step-scorer/weights.json"), model);
	console.log(
		`\n${effects(model, tuning)}\n${intervals}; of shuffled labels the mean of ${shuffles} shuffles and their range`,
	);
}

/** Times that labels are shuffled. */
const shuffles = 5;

/** The mean of several shuffles, with the least and the greatest. */
function shuffledFigures(
	{ pairs, area, brier }: Record<"pairs" | "area" | "brier", Table<string>>,
	setting: string,
	name: string,
	score: (seed: number) => Scored[],
): void {
	const all = Array.from({ length: shuffles }, (_, at) => score(at + 1));
	const range = (values: readonly number[]) =>
		`${mean(values).toFixed(3)} (${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)})`;
	pairs.cell(setting, name, range(all.map((one) => pairAccuracy(byQuestion(one).map(pairsOf)))));
	const ranked = all.map(rankedOutcomes);
	area.cell(setting, name, range(ranked.map((one) => areaOf(one.questions, one.places))));
	brier.cell(setting, name, range(all.map((one) => brierOf(byQuestion(one).map(squaresOf)))));
}

function figures(
	{ pairs, area, brier }: Record<"pairs" | "area" | "brier", Table<string>>,
	setting: string,
	name: string,
	all: readonly Scored[],
): void {
	const questions = byQuestion(all);
	const paired = questions.map(pairsOf);
	const count = paired.reduce((sum, { of }) => sum + of, 0);
	pairs.cell(setting, name, `${bootstrappedOf(paired, pairAccuracy)} n=${count}`);
	const ranked = rankedOutcomes(all);
	area.cell(
		setting,
		name,
		bootstrappedOf(ranked.questions, (sample) => areaOf(sample, ranked.places)),
	);
	brier.cell(setting, name, bootstrappedOf(questions.map(squaresOf), brierOf));
}

function described(steps: readonly StepExample[]): string {
	const count = <Item>(of: (step: StepExample) => Item) => new Set(steps.map(of)).size;
	const mean = steps.reduce((sum, one) => sum + worthOf(one), 0) / Math.max(1, steps.length);
	const outcomes = steps.reduce((sum, { returns }) => sum + returns.length, 0);
	return `${steps.length} steps of ${count(({ prefix }) => prefix)} states of ${count(({ question }) => question)} questions, ${outcomes} continuations, mean worth ${mean.toFixed(3)}`;
}

/** The weight of each feature for a change of one spread, largest first. */
function effects({ features }: LinearModel, steps: readonly StepExample[]): string {
	return stepFeatureNames
		.map((name, at) => {
			const values = steps.map((one) => one.features[at] ?? 0);
			const middle = mean(values);
			const spread = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
			return { name, effect: (features[name] ?? 0) * spread };
		})
		.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
		.map(({ name, effect }) => `${name} ${effect.toFixed(2)}`)
		.join(", ");
}
