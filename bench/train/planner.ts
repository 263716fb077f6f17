/**
 * `npm run train -- planner [--seed 1] [--seeds 5] [--limit N] [--folds]`: the policy of `--planner learned`, from runs of the extractive engine on the
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
			folds: { type: "boolean", default: false },
		},
	});
	const { player, close } = lazyPlayer(false);
	try {
		const forked = await forkedQuestions(player, Number(values.seed), Number(values.limit));
		const tuning = forked.filter(({ split, steps }) => split === "tuning" && isTelling(steps));
		const scale = spreads(tuning);
		const task: Task = { forked: tuning, scale, chance: (step) => chanceOf(stepRecord(step)) };
		console.log(
			`${tuning.length} of ${forked.filter(({ split }) => split === "tuning").length} tuning questions and budgets teach something: their runs differ; ${new Set(tuning.map(({ question }) => question.id)).size} questions`,
		);
		if (values.folds) return await compareSettings(forked, scale);
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
		for (const { pages } of budgets)
			for (const set of ["HotpotQA", "MuSiQue", undefined] as const) report(trials, results, set, pages);
		report(trials, results, undefined, undefined);
		const features = Object.fromEntries(
			offerFeatureNames.map((name, at) => [name, (average[at] ?? 0) / (scale[at] ?? 1)]),
		);
		const origin = `GRPO on ${new Set(tuning.map(({ question }) => question.id)).size} multi-hop questions of the tuning half, ${budgets.map(({ pages }) => pages).join(" or ")} pages, words only; mean of ${all.length} seeds`;
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

/** Settings to compare: epochs, rate, cost of divergence. */
const settingsTried = [
	[3, 0.03, 0.05],
	[12, 0.05, 0.05],
	[12, 0.05, 0.01],
] as const;

/** Learns on each of two folds of the tuning questions, and prints the difference to `guided` on the other, and on the one it learned from. */
async function compareSettings(forked: readonly Forked[], scale: Float64Array): Promise<void> {
	const tuning = forked.filter(({ split }) => split === "tuning");
	const ids = [...new Set(tuning.map(({ question }) => question.id))].toSorted();
	const foldOf = new Map(ids.map((id, at) => [id, at % 2]));
	const table = new Table<string>();
	const gain = async ({ tree, question }: Forked, weights: Weights) => {
		const [own, guided] = [await likeliest(tree, weights, scale), await likeliest(tree, guidedPolicy(scale), scale)];
		return { id: question.id, gain: returnOf(own, tree.maxSources) - returnOf(guided, tree.maxSources) };
	};
	for (const algorithm of ["GRPO", "RLOO", "contextual bandit"] as const)
		for (const [epochs, rate, divergenceCost] of settingsTried) {
			const [other, same]: Awaited<ReturnType<typeof gain>>[][] = [[], []];
			for (const fold of [0, 1]) {
				const isOwn = ({ question }: Forked) => foldOf.get(question.id) === fold;
				const learnedFrom = tuning.filter((one) => isOwn(one) && isTelling(one.steps));
				const task = { forked: learnedFrom, scale, chance: () => 0, settings: { epochs, rate, divergenceCost } };
				const weights = await learnPolicy(task, algorithm, 1);
				for (const one of tuning) if (!isOwn(one)) other?.push(await gain(one, weights));
				for (const one of learnedFrom) same?.push(await gain(one, weights));
			}
			const name = `${algorithm}, ${epochs} epochs at ${rate}, divergence ${divergenceCost}`;
			for (const [column, gains] of [
				["other fold", other],
				["learned from", same],
			] as const) {
				const questions = [...Map.groupBy(gains ?? [], ({ id }) => id).values()].map((some) =>
					mean(some.map((one) => one.gain)),
				);
				table.cell(column, name, `${bootstrapped(questions)} n=${questions.length}`);
			}
		}
	table.print("return − guided, by question");
	console.log(`\n${intervals}`);
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

/** The planners on the questions of a set under a budget; of both sets, or under both budgets, where undefined. */
function report(
	trials: readonly Trial[],
	results: ReadonlyMap<string, Outcome[][]>,
	set: Question["set"] | undefined,
	pages: number | undefined,
): void {
	const some = trials.flatMap(({ question, tree }, at) =>
		(set === undefined || question.set === set) && (pages === undefined || tree.maxSources === pages) ? [at] : [],
	);
	if (some.length === 0) return;
	const measures: Record<string, (one: Outcome, most: number) => number> = {
		"gold read": ({ recall }) => recall,
		"all gold read": ({ recall }) => (recall === 1 ? 1 : 0),
		"pages read": ({ reads }) => reads,
		return: (one, most) => returnOf(one, most),
	};
	// One value for each question: the mean of its budgets and seeds.
	const byQuestion = [...Map.groupBy(some, (at) => trials[at]?.question.id).values()];
	const valuesOf = (of: (typeof measures)[string], all: readonly Outcome[][]) =>
		byQuestion.map((places) =>
			mean(
				places.flatMap((at) =>
					all.map((one) => of(one[at] ?? { recall: 0, reads: 0 }, trials[at]?.tree.maxSources ?? 0)),
				),
			),
		);
	const [means, differences] = [new Table<string>(), new Table<string>()];
	for (const [name, seeds] of results)
		for (const [measure, of] of Object.entries(measures)) {
			const values = valuesOf(of, seeds);
			means.cell(measure, name, bootstrapped(values));
			if (name === "guided") continue;
			const guided = valuesOf(of, results.get("guided") ?? []);
			differences.cell(measure, name, bootstrapped(values.map((value, at) => value - (guided[at] ?? 0))));
			if (seeds.length > 1 && measure === "gold read")
				differences.cell(
					"gold read, each seed",
					name,
					seeds.map((one) => (mean(valuesOf(of, [one])) - mean(guided)).toFixed(3)).join(" "),
				);
		}
	const heading = `held-out, ${set ?? "both sets"}: ${byQuestion.length} questions, ${pages ? `at most ${pages} pages` : "both budgets"}`;
	// A tree has one node for each run, so equal runs are the same object.
	for (const [name, seeds] of results) {
		if (name === "guided" || name === "baseline" || name === "rounds") continue;
		const others = byQuestion.map((places) =>
			mean(places.flatMap((at) => seeds.map((one) => (one[at] === results.get("guided")?.[0]?.[at] ? 0 : 1)))),
		);
		differences.cell("runs that are not guided's", name, bootstrapped(others));
	}
	means.print(heading);
	differences.print(`${heading}: difference to guided`);
}
