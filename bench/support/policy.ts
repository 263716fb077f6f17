/** A linear softmax policy over the offers of a decision, and what its training needs: chances, gradients, divergence. */
import type { DecisionTree, TreeNode } from "./decision-tree.ts";

/** Weights by the positions of `offerFeatureNames`, for features in units of their spread. */
export type Weights = Float64Array;

/** A decision that was taken: the node, and which offer. */
export interface Taken {
	node: TreeNode;
	at: number;
}

/** The chance of each offer. `scale`: the spread of each feature. */
export function chancesOf(weights: Weights, { offers }: TreeNode, scale: Float64Array): number[] {
	const scores = offers.map((values) =>
		values.reduce((sum, value, at) => sum + ((weights[at] ?? 0) * value) / (scale[at] ?? 1), 0),
	);
	const most = Math.max(...scores);
	const masses = scores.map((score) => Math.exp(score - most));
	const all = masses.reduce((sum, mass) => sum + mass, 0);
	return masses.map((mass) => mass / all);
}

/** Adds the gradient of `sum over offers of pull × log chance`, times `factor`. */
export function addGradient(
	gradient: Float64Array,
	{ offers }: TreeNode,
	chances: readonly number[],
	pull: readonly number[],
	scale: Float64Array,
	factor: number,
): void {
	const sum = pull.reduce((a, b) => a + b, 0);
	for (const [offer, values] of offers.entries()) {
		const weight = factor * ((pull[offer] ?? 0) - sum * (chances[offer] ?? 0));
		if (weight === 0) continue;
		for (const [at, value] of values.entries())
			gradient[at] = (gradient[at] ?? 0) + (weight * value) / (scale[at] ?? 1);
	}
}

/** The pull that raises the divergence from other chances, KL(chances ‖ other): its gradient by `addGradient` with factor −1 lowers it. */
export function divergencePull(chances: readonly number[], other: readonly number[]): { pull: number[]; kl: number } {
	const logs = chances.map((chance, at) => Math.log(Math.max(chance, 1e-12) / Math.max(other[at] ?? 0, 1e-12)));
	const kl = chances.reduce((sum, chance, at) => sum + chance * (logs[at] ?? 0), 0);
	return { pull: chances.map((chance, at) => chance * ((logs[at] ?? 0) - kl)), kl };
}

/** One run by the policy, each decision drawn by its chances. */
export async function sampled(
	tree: DecisionTree,
	weights: Weights,
	scale: Float64Array,
	random: () => number,
): Promise<{ taken: Taken[]; nodes: TreeNode[] }> {
	const { nodes, path } = await tree.walk((node) => {
		let left = random();
		const chances = chancesOf(weights, node, scale);
		const at = chances.findIndex((chance) => {
			left -= chance;
			return left < 0;
		});
		return at < 0 ? chances.length - 1 : at;
	});
	return { taken: takenIn(nodes, path), nodes };
}

/** One run by the policy's likeliest choices: what the planner does. */
export async function likeliest(tree: DecisionTree, weights: Weights, scale: Float64Array): Promise<TreeNode> {
	const { nodes } = await tree.walk((node) => {
		const chances = chancesOf(weights, node, scale);
		return chances.indexOf(Math.max(...chances));
	});
	const end = nodes.at(-1);
	if (!end) throw new TypeError("a run without an end");
	return end;
}

function takenIn(nodes: readonly TreeNode[], path: readonly number[]): Taken[] {
	return nodes.slice(0, path.length).map((node, depth) => ({ node, at: path[depth] ?? 0 }));
}

/** Adam (Kingma and Ba 2015), upwards. */
export class Ascent {
	readonly #means: Float64Array;
	readonly #squares: Float64Array;
	#steps = 0;
	readonly #rate: number;

	constructor(size: number, rate: number) {
		this.#means = new Float64Array(size);
		this.#squares = new Float64Array(size);
		this.#rate = rate;
	}

	step(weights: Weights, gradient: Float64Array): void {
		this.#steps++;
		for (const [at, slope] of gradient.entries()) {
			const mean = 0.9 * (this.#means[at] ?? 0) + 0.1 * slope;
			const square = 0.99 * (this.#squares[at] ?? 0) + 0.01 * slope * slope;
			this.#means[at] = mean;
			this.#squares[at] = square;
			const [right, size] = [mean / (1 - 0.9 ** this.#steps), square / (1 - 0.99 ** this.#steps)];
			weights[at] = (weights[at] ?? 0) + (this.#rate * right) / (Math.sqrt(size) + 1e-8);
		}
	}
}
