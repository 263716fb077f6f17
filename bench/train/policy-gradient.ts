/**
 * The ways in which `npm run train -- planner` learns a policy. All start from the guided planner's order, and pay for every step away
 * from it (KL). A trajectory has two to four decisions, and its return is known at its end only. So what is called group-relative policy
 * optimisation (GRPO) here is REINFORCE with the mean of a group of runs of one question as the baseline, divided by the group's spread:
 * each group is used for one step, and without a second step there is no ratio to clip.
 */
import { seededRandom } from "../../src/base/seeded-random.ts";
import { offerFeatureNames } from "../../src/research/planners/learned/features.ts";
import type { TreeNode } from "../support/decision-tree.ts";
import { type Forked, returnOf, type StepExample, shuffled } from "../support/forks.ts";
import { Ascent, addGradient, chancesOf, divergencePull, sampled, type Weights } from "../support/policy.ts";
import { worthOf } from "../support/step-figures.ts";

/** Runs of one question. */
const groupSize = 16;
/** Questions of one step of the weights, passes over all questions, and the size of a step. */
const batch = 8;
/** `divergenceCost`: how much a nat of divergence from the guided rules costs, in normalised returns. */
export interface PolicySettings {
	epochs: number;
	rate: number;
	divergenceCost: number;
}
/** Chosen on two folds of the tuning half (docs/learning.md). */
export const usualSettings: PolicySettings = { epochs: 3, rate: 0.03, divergenceCost: 0.05 };
/** RLOO does not normalise returns, which spread by some .2. */
const returnsSpread = 0.2;

/** With shaping, steps are also paid by how much they raise the step scorer's chance. */
export const algorithms = ["GRPO", "RLOO", "GRPO, step scorer as shaping", "contextual bandit"] as const;
export type Algorithm = (typeof algorithms)[number];

export interface Task {
	/** Questions whose runs differ. */
	forked: readonly Forked[];
	scale: Float64Array;
	/** The step scorer's chance that all gold will be read. */
	chance: (step: readonly number[]) => number;
	settings?: PolicySettings;
}

/** The policy that takes the guided planner's first choice with a chance of about .63, the second with .23. */
export function guidedPolicy(scale: Float64Array): Weights {
	const weights = new Float64Array(offerFeatureNames.length);
	weights[0] = -(scale[0] ?? 1);
	return weights;
}

/** The decisions at which questions were forked, and what was worth what there. */
export function forkPoints(forked: readonly Forked[]): { node: TreeNode; actions: StepExample[] }[] {
	return forked.flatMap(({ steps, tree }) =>
		[...Map.groupBy(steps, ({ prefix }) => prefix).values()].flatMap((actions) => {
			const path = actions[0]?.path ?? [];
			const node = path.reduce<TreeNode | undefined>((at, offer) => at?.children[offer] ?? undefined, tree.root);
			return node ? [{ node, actions }] : [];
		}),
	);
}

/** The spread of each feature over the offers at all forks, one where it never varies. */
export function spreads(forked: readonly Forked[]): Float64Array {
	const rows = forkPoints(forked).flatMap(({ node }) => node.offers);
	return Float64Array.from(offerFeatureNames, (_, at) => {
		const values = rows.map((row) => row[at] ?? 0);
		const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
		return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
	});
}

export async function learnPolicy(task: Task, algorithm: Algorithm, seed: number): Promise<Weights> {
	return algorithm === "contextual bandit" ? learnBandit(task, seed) : learnByRuns(task, algorithm, seed);
}

async function learnByRuns(task: Task, algorithm: Algorithm, seed: number): Promise<Weights> {
	const { forked, scale, settings: { epochs, rate } = usualSettings } = task;
	const random = seededRandom(seed);
	const weights = guidedPolicy(scale);
	const start = guidedPolicy(scale);
	const ascent = new Ascent(weights.length, rate);
	for (let epoch = 0; epoch < epochs; epoch++) {
		const order = shuffled(forked, random);
		for (let from = 0; from < order.length; from += batch) {
			const gradient = new Float64Array(weights.length);
			for (const one of order.slice(from, from + batch))
				await addGroup(gradient, task, one, weights, start, algorithm, random);
			ascent.step(weights, gradient);
		}
	}
	return weights;
}

/** Adds what the runs of one question say. */
async function addGroup(
	gradient: Float64Array,
	{ scale, chance, settings: { divergenceCost } = usualSettings }: Task,
	{ tree }: Forked,
	weights: Weights,
	start: Weights,
	algorithm: Algorithm,
	random: () => number,
): Promise<void> {
	const runs = [];
	for (let nth = 0; nth < groupSize; nth++) runs.push(await sampled(tree, weights, scale, random));
	const ends = runs.map(({ nodes }) => {
		const end = nodes.at(-1);
		return end ? returnOf(end, tree.maxSources) : 0;
	});
	const advantages =
		algorithm === "GRPO, step scorer as shaping"
			? runs.map(({ nodes }, at) => shapedReturns(nodes, ends[at] ?? 0, chance))
			: runs.map(({ taken }, at) => taken.map(() => ends[at] ?? 0));
	const longest = Math.max(...advantages.map(({ length }) => length));
	for (let depth = 0; depth < longest; depth++) centre(advantages, depth, algorithm !== "RLOO");
	for (const [at, { taken }] of runs.entries())
		for (const [depth, { node, at: offer }] of taken.entries()) {
			const chances = chancesOf(weights, node, scale);
			const advantage = advantages[at]?.[depth] ?? 0;
			const pull = chances.map((_, other) => (other === offer ? advantage : 0));
			addGradient(gradient, node, chances, pull, scale, 1 / groupSize);
			const { pull: away } = divergencePull(chances, chancesOf(start, node, scale));
			const cost = algorithm === "RLOO" ? divergenceCost * returnsSpread : divergenceCost;
			addGradient(gradient, node, chances, away, scale, -cost / groupSize);
		}
}

/** What follows from each decision on: the return, and how far the scorer's chance rises from there to the end. */
function shapedReturns(nodes: readonly TreeNode[], end: number, chance: Task["chance"]): number[] {
	const chances = nodes.map(({ step }) => (step ? chance(step) : undefined));
	const last = chances.findLast((one) => one !== undefined) ?? 0;
	// Before the first step the scorer knows nothing: what is the same for all runs of a group cancels.
	return nodes.slice(0, -1).map((_, depth) => end + shaping * (last - (chances[depth] ?? 0)));
}
const shaping = 0.5;

/**
 * Subtracts the mean of the group at one depth. For RLOO the mean of the others, which is the same times n / (n − 1); for GRPO the
 * result is divided by the group's spread.
 */
function centre(advantages: number[][], depth: number, isNormalised: boolean): void {
	const own = advantages.filter(({ length }) => length > depth);
	const values = own.map((one) => one[depth] ?? 0);
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
	const factor = isNormalised ? 1 / (spread + 1e-6) : values.length / Math.max(1, values.length - 1);
	for (const one of own) one[depth] = ((one[depth] ?? 0) - mean) * (spread < 1e-9 ? 0 : factor);
}

/**
 * Each fork as a decision of its own: the chances are to follow what the actions were worth, in the same data that the step scorer
 * learns from. The actions were drawn evenly, so no weights correct for how they were chosen.
 */
function learnBandit({ forked, scale, settings = usualSettings }: Task, seed: number): Promise<Weights> {
	const { epochs, rate, divergenceCost } = settings;
	const random = seededRandom(seed);
	const weights = guidedPolicy(scale);
	const start = guidedPolicy(scale);
	const ascent = new Ascent(weights.length, rate);
	const contexts = forkPoints(forked);
	for (let epoch = 0; epoch < epochs; epoch++) {
		const order = shuffled(contexts, random);
		for (let from = 0; from < order.length; from += batch) {
			const gradient = new Float64Array(weights.length);
			for (const { node, actions } of order.slice(from, from + batch)) {
				const worths = actions.map(worthOf);
				const mean = worths.reduce((sum, worth) => sum + worth, 0) / worths.length;
				const spread = Math.sqrt(worths.reduce((sum, worth) => sum + (worth - mean) ** 2, 0) / worths.length);
				const chances = chancesOf(weights, node, scale);
				const pull = chances.map(() => 0);
				if (spread > 1e-9)
					for (const [at, { action }] of actions.entries())
						pull[action] = (chances[action] ?? 0) * (((worths[at] ?? 0) - mean) / spread);
				addGradient(gradient, node, chances, pull, scale, 1);
				addGradient(
					gradient,
					node,
					chances,
					divergencePull(chances, chancesOf(start, node, scale)).pull,
					scale,
					-divergenceCost,
				);
			}
			ascent.step(weights, gradient);
		}
	}
	return Promise.resolve(weights);
}
