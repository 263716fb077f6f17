/**
 * `npm run train -- planner [--seed 1] [--seeds 5] [--limit N]`: the policy of `--planner learned`, from runs of the extractive engine on the
 * tuning half of the multi-hop questions (bench/train/policy-gradient.ts). Prints the share of gold that each planner reads on the held-out
 * questions under equal budgets, and paired differences to `guided`; a learned planner's figure is the mean of its seeds. Words only.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { offerFeatureNames } from "../../src/research/planners/learned/features.ts";
import { stepFeatureNames } from "../../src/research/step-scorer/features.ts";
import { chanceOf } from "../../src/research/step-scorer/score.ts";
import { type Question, questions } from "../multihop.ts";
import { DecisionTree, recallOf, type TreeNode } from "../support/decision-tree.ts";
import { budgets, type Forked, forkedQuestions, keepForked, lazyPlayer, returnOf } from "../support/forks.ts";
import { benchCache, readIfThere } from "../support/inputs.ts";
import { likeliest, type Weights } from "../support/policy.ts";
import { splitOf } from "../support/split.ts";
import { bootstrapped, intervals, mean } from "../support/statistics.ts";
import { Table } from "../support/table.ts";
import { writeModel } from "./logistic.ts";
import { algorithms, guidedPolicy, learnPolicy, spreads, type Task } from "./policy-gradient.ts";

/** What a planner reached on a question under a budget. */
type Outcome = Pick<TreeNode, "recall" | "reads">;
/** A held-out question under a budget. */
interface Trial {
	question: Question;
	tree: DecisionTree;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			seed: { type: "string", default: "1" },
			seeds: { type: "string", default: "5" },
			limit: { type: "string", default: "1000" },
		},
	});
	const { player, close } = lazyPlayer(false);
	try {
		const forked = await forkedQuestions(player, Number(values.seed), Number(values.limit));
		const tuning = forked.filter(({ split, steps }) => split === "tuning" && isTelling(steps));
		const scale = spreads(tuning);
		const task: Task = { forked: tuning, scale, chance: (step) => chanceOf(stepRecord(step)) };
		console.log(
			`${tuning.length} of ${forked.filter(({ split }) => split === "tuning").length} tuning questions teach something: their runs differ`,
		);
		const trials = heldOutTrials(forked, player, Number(values.limit));
		const results = new Map<string, Outcome[][]>();
		console.error(`${trials.length} held-out questions and budgets`);
		results.set("guided", [await outcomes(trials, guidedPolicy(scale), scale)]);
		for (const planner of ["baseline", "rounds"] as const)
			results.set(planner, [await plannedOutcomes(trials, planner, player)]);
		const learnedWeights = new Map<string, Weights[]>();
		for (const algorithm of algorithms) {
			const all: Weights[] = [];
			for (let seed = 1; seed <= Number(values.seeds); seed++) all.push(await learnPolicy(task, algorithm, seed));
			learnedWeights.set(algorithm, all);
			const each: Outcome[][] = [];
			for (const weights of all) each.push(await outcomes(trials, weights, scale));
			results.set(algorithm, each);
			for (const one of forked) if (one.tree.plays > 0) keepForked(one, Number(values.seed));
			keepTrials(trials);
			console.error(
				`learned: ${algorithm}; ${forked.reduce((sum, { tree }) => sum + tree.plays, 0)} runs of the engine so far`,
			);
		}
		const all = learnedWeights.get("GRPO") ?? [];
		const average = Float64Array.from(scale, (_, at) => mean(all.map((weights) => weights[at] ?? 0)));
		results.set("learned (mean weights of GRPO)", [await outcomes(trials, average, scale)]);
		for (const { pages } of budgets) report(trials, results, pages);
		const features = Object.fromEntries(
			offerFeatureNames.map((name, at) => [name, (average[at] ?? 0) / (scale[at] ?? 1)]),
		);
		const origin = `GRPO on ${tuning.length} multi-hop questions of the tuning half, ${budgets.map(({ pages }) => pages).join(" or ")} pages, words only; mean of ${all.length} seeds`;
		writeModel(join(import.meta.dirname, "../../src/research/planners/learned/weights.json"), {
			features,
			bias: 0,
			origin,
		});
		console.log(
			`\n${offerFeatureNames.map((name) => `${name} ${features[name]?.toFixed(2)}`).join(", ")}\n${intervals}`,
		);
	} finally {
		await close();
	}
}

function stepRecord(values: readonly number[]): Record<string, number> {
	return Object.fromEntries(stepFeatureNames.map((name, at) => [name, values[at] ?? 0]));
}

/** Whether the continuations of a question differ. Where they do not, every group has no advantage. */
function isTelling(steps: Forked["steps"]): boolean {
	return new Set(steps.flatMap(({ returns }) => returns)).size > 1;
}

function heldOutTrials(forked: readonly Forked[], player: DecisionTree["player"], limit: number): Trial[] {
	const known = new Map(forked.map(({ question, tree }) => [`${question.id} ${tree.maxSources}`, tree]));
	const held = questions(undefined)
		.filter(({ id }) => splitOf(id) === "held-out")
		.slice(0, limit);
	return budgets.flatMap(({ pages }) =>
		held.map((question) => {
			const file = trialFile(question, pages);
			const root = readIfThere(file);
			const fresh = () => new DecisionTree(player, question, pages, root === undefined ? undefined : JSON.parse(root));
			return { question, tree: known.get(`${question.id} ${pages}`) ?? fresh() };
		}),
	);
}

function trialFile({ id }: Question, pages: number): string {
	return join(benchCache, "forks", `trial-${id}-${pages}.json`);
}

/** Keeps the trees of questions that have no forks. */
function keepTrials(trials: readonly Trial[]): void {
	for (const { question, tree } of trials)
		if (tree.plays > 0) writeFileSync(trialFile(question, tree.maxSources), JSON.stringify(tree.root));
}

async function outcomes(trials: readonly Trial[], weights: Weights, scale: Float64Array): Promise<Outcome[]> {
	const out: Outcome[] = [];
	for (const { tree } of trials) out.push(await likeliest(tree, weights, scale));
	return out;
}

/** The engine's own run of a planner, kept because it is the same each time. */
async function plannedOutcomes(
	trials: readonly Trial[],
	planner: "baseline" | "rounds",
	player: DecisionTree["player"],
): Promise<Outcome[]> {
	const file = join(benchCache, "forks", `${planner}.json`);
	const kept = JSON.parse(readIfThere(file) ?? "{}") as Record<string, Outcome>;
	const out: Outcome[] = [];
	for (const { question, tree } of trials) {
		const key = `${question.id} ${tree.maxSources}`;
		if (!kept[key]) {
			const { sources } = await (await player()).whole(question.text, tree.maxSources, { planner });
			kept[key] = { reads: sources.length, recall: recallOf(question.gold, sources) };
		}
		out.push(kept[key]);
	}
	writeFileSync(file, JSON.stringify(kept));
	return out;
}

function report(trials: readonly Trial[], results: ReadonlyMap<string, Outcome[][]>, pages: number): void {
	const own = trials.flatMap(({ tree }, at) => (tree.maxSources === pages ? [at] : []));
	const measures: Record<string, (one: Outcome) => number> = {
		"gold read": ({ recall }) => recall,
		"all gold read": ({ recall }) => (recall === 1 ? 1 : 0),
		"pages read": ({ reads }) => reads,
		return: ({ recall, reads }) => returnOf({ recall, reads }, pages),
	};
	for (const set of ["HotpotQA", "MuSiQue", "both"] as const) {
		const some = own.filter((at) => set === "both" || trials[at]?.question.set === set);
		if (some.length === 0) continue;
		const table = new Table<string>();
		for (const [name, seeds] of results)
			for (const [measure, of] of Object.entries(measures)) {
				const valuesOf = (all: readonly Outcome[][]) =>
					some.map((at) => mean(all.map((one) => of(one[at] ?? { recall: 0, reads: 0 }))));
				const guided = valuesOf(results.get("guided") ?? []);
				const values = valuesOf(seeds);
				table.cell(measure, name, bootstrapped(values));
				if (name === "guided") continue;
				table.cell(`${measure} − guided`, name, bootstrapped(values.map((value, at) => value - (guided[at] ?? 0))));
				if (seeds.length > 1)
					table.cell(`${measure}, each seed`, name, seeds.map((one) => mean(valuesOf([one])).toFixed(3)).join(" "));
			}
		table.print(`held-out, ${set}: ${some.length} questions, at most ${pages} pages`);
	}
}
