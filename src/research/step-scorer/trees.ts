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
