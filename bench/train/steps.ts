/**
 * `npm run train -- steps [--seed 1] [--limit N]`: how good a finished step was, learned from continuations of the extractive engine
 * (bench/support/forks.ts; kept in the cache of the benches). Learns on the tuning half of the multi-hop questions, and prints same-state
 * pair accuracy, area under the curve and Brier's score beside the controls: cross-validated by question, on held-out questions, and
 * from each of the two sets to the other. Words only: the engine's searches without embeddings.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { stepFeatureNames } from "../../src/research/step-scorer/features.ts";
import { budgets, forkedQuestions, lazyPlayer, type StepExample } from "../support/forks.ts";
import { bootstrappedOf, intervals } from "../support/statistics.ts";
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
import { boosted, boostedTrees, calibration, folded, learners, scored } from "./step-scorers.ts";

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

	const settings = {
		"cross-validated, tuning": (name: string) => {
			const learner = learnerOf(name);
			return folded(tuning, 5, (rest, own) => scored(learner, rest, own));
		},
		"held-out": (name: string) => scored(learnerOf(name), tuning, heldOut),
		"MuSiQue → HotpotQA": (name: string) => scored(learnerOf(name), of("MuSiQue", tuning), of("HotpotQA", steps)),
		"HotpotQA → MuSiQue": (name: string) => scored(learnerOf(name), of("HotpotQA", tuning), of("MuSiQue", steps)),
	};
	const tables = { pairs: new Table<string>(), area: new Table<string>(), brier: new Table<string>() };
	for (const name of Object.keys(learners))
		for (const [setting, score] of Object.entries(settings)) figures(tables, setting, name, score(name));
	tables.pairs.print("pairs of steps from one state that are ordered rightly");
	tables.area.print("area under the curve: all gold read in the end, or not");
	tables.brier.print("Brier's score of the calibrated chance that all gold will be read");

	const origin = `multi-hop, tuning half: ${described(tuning)}; words only, ${budgets.map(({ pages }) => pages).join(" or ")} pages, seed ${seed}`;
	const model = { ...boosted(tuning), scale: calibration(boostedTrees, tuning), origin };
	writeModel(join(import.meta.dirname, "../../src/research/step-scorer/weights.json"), model);
	console.log(`\nweights of the boosted trees: ${splitsOf(model.trees)}\n${intervals}`);
}

function learnerOf(name: string) {
	const learner = learners[name];
	if (!learner) throw new TypeError(`no scorer ${name}`);
	return learner;
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

/** How often the trees split on each feature, most often first. */
function splitsOf(trees: readonly unknown[]): string {
	const counts = new Map<string, number>();
	const visit = (tree: unknown): void => {
		if (!Array.isArray(tree)) return;
		const name = stepFeatureNames[Number(tree[0])] ?? "";
		counts.set(name, (counts.get(name) ?? 0) + 1);
		visit(tree[2]);
		visit(tree[3]);
	};
	for (const tree of trees) visit(tree);
	return [...counts]
		.toSorted(([, a], [, b]) => b - a)
		.map(([name, count]) => `${name} ${count}`)
		.join(", ");
}
