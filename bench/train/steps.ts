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
import { budgets, type Forked, forkedQuestions, lazyPlayer, returnOf, type StepExample } from "../support/forks.ts";
import { intervals, mean } from "../support/statistics.ts";
import { type Scored, worthOf } from "../support/step-figures.ts";
import { StepTables } from "../support/step-tables.ts";
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

	for (const { pages } of budgets)
		for (const set of ["HotpotQA", "MuSiQue"] as const)
			console.log(roomOf(forked.filter(({ question, tree }) => question.set === set && tree.maxSources === pages)));

	const settings: Record<string, (learner: Learner) => Scored[]> = {
		"cross-validated, tuning": (learner) => folded(tuning, 5, (rest, own) => scored(learner, rest, own)),
		"held-out": (learner) => scored(learner, tuning, heldOut),
		"MuSiQue → HotpotQA": (learner) => scored(learner, of("MuSiQue", tuning), of("HotpotQA", steps)),
		"HotpotQA → MuSiQue": (learner) => scored(learner, of("HotpotQA", tuning), of("MuSiQue", steps)),
	};
	const tables = new StepTables();
	for (const [setting, score] of Object.entries(settings)) {
		for (const [name, learner] of Object.entries(learners)) tables.add(setting, name, score(learner));
		for (const [name, learner] of Object.entries(shuffledLearners))
			tables.addShuffled(setting, name, (seed) => score(learner(seed)));
	}
	tables.print("steps of one state");

	const origin = `multi-hop, tuning half: ${described(tuning)}; words only, ${budgets.map(({ pages }) => pages).join(" or ")} pages, seed ${seed}`;
	const model = { ...linearModel(tuning, origin), scale: calibration(logisticRegression, tuning) };
	writeModel(join(import.meta.dirname, "../../src/research/step-scorer/weights.json"), model);
	console.log(`\n${effects(model, tuning)}\n${intervals}`);
}

/** What the guided planner's own runs are worth, and the best of what was played from the forks: how much a planner could gain at most. */
function roomOf(forked: readonly Forked[]): string {
	const [first] = forked;
	if (!first) return "";
	const guided = forked.map(({ tree }) => {
		let node = tree.root;
		while (node?.children[0]) node = node.children[0];
		return node ? returnOf(node, tree.maxSources) : 0;
	});
	const best = forked.map(({ steps }, at) => Math.max(guided[at] ?? 0, ...steps.flatMap(({ returns }) => returns)));
	const where = `${first.question.set}, ${first.tree.maxSources} pages, ${forked.length} questions`;
	return `${where}: guided's own run is worth ${mean(guided).toFixed(3)}, the best continuation ${mean(best).toFixed(3)}`;
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
