/**
 * Gradient-boosted trees for a log loss with soft labels (Friedman 2001), with second-order leaves and histograms as XGBoost has them
 * (Chen and Guestrin 2016). Written here because no maintained package does it without a compiler: the npm packages are bindings
 * without releases since years. Deterministic for a seed.
 */
import { seededRandom } from "../../src/base/seeded-random.ts";
import { logistic } from "../../src/reasoning/linear-model.ts";

/** A regression tree: a leaf's value, or a feature's position, a threshold, and the trees for values up to it and above it. */
export type Tree = number | readonly [feature: number, threshold: number, below: Tree, above: Tree];

/** Trees whose values are added to `bias` (gradient boosting): the sum is a log-odds. */
export interface Boosted {
	/** The features by position. */
	names: readonly string[];
	bias: number;
	trees: readonly Tree[];
}

/** The log-odds, any number. `values`: by the positions of `names`. */
export function boostedScore({ bias, trees }: Pick<Boosted, "bias" | "trees">, values: readonly number[]): number {
	return trees.reduce<number>((sum, tree) => sum + leafOf(tree, values), bias);
}

function leafOf(tree: Tree, values: readonly number[]): number {
	let node = tree;
	while (typeof node !== "number") node = (values[node[0]] ?? 0) <= node[1] ? node[2] : node[3];
	return node;
}

/** An example: its features by position, and its label, which may lie between 0 and 1. */
export interface Row {
	values: readonly number[];
	label: number;
}

export interface BoostSettings {
	trees?: number;
	depth?: number;
	/** How far each tree goes; smaller needs more trees. */
	rate?: number;
	/** Penalty of leaf values. */
	l2?: number;
	/** The least sum of p(1 − p) in a leaf. */
	leafMin?: number;
	/** The share of examples, and of features, that each tree sees. */
	rowShare?: number;
	featureShare?: number;
	seed?: number;
}

const binsMost = 32;

export function boost(names: readonly string[], rows: readonly Row[], settings: BoostSettings = {}): Boosted {
	const { trees: count = 120, rate = 0.08, seed = 1, rowShare = 0.7, featureShare = 0.6 } = settings;
	if (rows.length === 0) throw new Error("trees need examples");
	const random = seededRandom(seed);
	const cuts = names.map((_, feature) => cutsOf(rows.map(({ values }) => values[feature] ?? 0)));
	const bins = names.map((_, feature) =>
		Uint8Array.from(rows, ({ values }) => binOf(cuts[feature] ?? [], values[feature] ?? 0)),
	);
	const mean = rows.reduce((sum, { label }) => sum + label, 0) / rows.length;
	const bounded = Math.min(0.999, Math.max(0.001, mean));
	const bias = Math.log(bounded / (1 - bounded));
	const scores = Float64Array.from(rows, () => bias);
	const trees: Tree[] = [];
	for (let nth = 0; nth < count; nth++) {
		const chances = scores.map(logistic);
		const task: Task = {
			bins,
			cuts,
			gradients: chances.map((chance, at) => (rows[at]?.label ?? 0) - chance),
			curves: chances.map((chance) => Math.max(chance * (1 - chance), 1e-6)),
			features: names.flatMap((_, feature) => (random() < featureShare ? [feature] : [])),
			...{ rate, l2: settings.l2 ?? 1, leafMin: settings.leafMin ?? 5 },
		};
		const own = rows.flatMap((_, at) => (random() < rowShare ? [at] : []));
		const tree = grown(task, own, settings.depth ?? 3);
		trees.push(tree);
		for (const [at, { values }] of rows.entries())
			scores[at] = (scores[at] ?? 0) + boostedScore({ bias: 0, trees: [tree] }, values);
	}
	return { names, bias, trees };
}

interface Task {
	bins: readonly Uint8Array[];
	cuts: readonly (readonly number[])[];
	gradients: Float64Array;
	curves: Float64Array;
	features: readonly number[];
	rate: number;
	l2: number;
	leafMin: number;
}

/** Grows a tree over some rows, best split first in each node. */
function grown(task: Task, rows: readonly number[], depth: number): Tree {
	const { bins, cuts, gradients, curves, features, rate, l2, leafMin } = task;
	let [gradient, curve] = [0, 0];
	for (const row of rows) {
		gradient += gradients[row] ?? 0;
		curve += curves[row] ?? 0;
	}
	const leaf = (rate * gradient) / (curve + l2);
	if (depth === 0 || curve < 2 * leafMin) return leaf;
	const worth = (g: number, h: number) => (g * g) / (h + l2);
	let best: { feature: number; bin: number; gain: number } | undefined;
	for (const feature of features) {
		const [gradientOf, curveOf] = [new Float64Array(binsMost), new Float64Array(binsMost)];
		const own = bins[feature];
		for (const row of rows) {
			const bin = own?.[row] ?? 0;
			gradientOf[bin] = (gradientOf[bin] ?? 0) + (gradients[row] ?? 0);
			curveOf[bin] = (curveOf[bin] ?? 0) + (curves[row] ?? 0);
		}
		let [below, belowCurve] = [0, 0];
		for (let bin = 0; bin < (cuts[feature]?.length ?? 0); bin++) {
			below += gradientOf[bin] ?? 0;
			belowCurve += curveOf[bin] ?? 0;
			if (belowCurve < leafMin || curve - belowCurve < leafMin) continue;
			const gain = worth(below, belowCurve) + worth(gradient - below, curve - belowCurve) - worth(gradient, curve);
			if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
		}
	}
	if (!best) return leaf;
	const { feature, bin } = best;
	const isBelow = (row: number) => (bins[feature]?.[row] ?? 0) <= bin;
	return [
		feature,
		cuts[feature]?.[bin] ?? 0,
		grown(task, rows.filter(isBelow), depth - 1),
		grown(
			task,
			rows.filter((row) => !isBelow(row)),
			depth - 1,
		),
	];
}

/** Thresholds between the bins of a feature: at most 31, at quantiles of its values. */
function cutsOf(values: readonly number[]): number[] {
	const sorted = values.toSorted((a, b) => a - b);
	const cuts = new Set<number>();
	for (let at = 1; at < binsMost; at++) cuts.add(sorted[Math.floor((at * sorted.length) / binsMost)] ?? 0);
	// A cut at the greatest value would leave nothing above it.
	return [...cuts].filter((cut) => cut < (sorted.at(-1) ?? 0));
}

/** The bin of a value: bin `n` holds the values up to cut `n`. */
function binOf(cuts: readonly number[], value: number): number {
	const at = cuts.findIndex((cut) => value <= cut);
	return at < 0 ? cuts.length : at;
}
