import { expect, test } from "vitest";
import type { DecisionTree, TreeNode } from "../../bench/support/decision-tree.ts";
import type { Forked } from "../../bench/support/forks.ts";
import { addGradient, chancesOf, divergencePull, sampled } from "../../bench/support/policy.ts";
import { type Algorithm, guidedPolicy, learnPolicy } from "../../bench/train/policy-gradient.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import { offerFeatureNames } from "../../src/research/planners/learned/features.ts";

const [rank, promise] = [0, offerFeatureNames.indexOf("promise")];

function node(offers: Record<number, number>[], children: TreeNode[] = [], recall = 0): TreeNode {
	const rows = offers.map((one) => offerFeatureNames.map((_, at) => one[at] ?? 0));
	return { offers: rows, stops: rows.map(() => false), reads: 5, recall, children };
}

/** One decision; the offer of the greater promise, which the guided rules put second, reads all gold. */
function armed(id: string): Forked {
	const ends = [node([], [], 0), node([], [], 1)];
	const root = node(
		[
			{ [rank]: 0, [promise]: 0.2 },
			{ [rank]: 1, [promise]: 0.8 },
		],
		ends,
	);
	const step = {
		question: id,
		set: "MuSiQue",
		split: "tuning",
		prefix: id,
		path: [],
		features: [],
		signal: "",
	} as const;
	const steps = ends.map(({ recall }, action) => ({
		...step,
		path: [],
		features: [],
		action,
		returns: [recall],
		complete: [recall],
	}));
	const tree = {
		root,
		maxSources: 10,
		walk: async (choose: Parameters<DecisionTree["walk"]>[0]) => {
			const at = choose(root, []);
			return { nodes: [root, ends[at] as TreeNode], path: [at] };
		},
	} as unknown as DecisionTree;
	return { question: { id, set: "MuSiQue", text: "", answers: [], gold: [] }, split: "tuning", tree, steps };
}

const scale = Float64Array.from(offerFeatureNames, () => 1);

test("the gradients of log chance and of divergence are those of finite differences", () => {
	const one = node([{ [rank]: 0, [promise]: 0.3 }, { [rank]: 1, [promise]: 0.9 }, { [rank]: 2 }]);
	const weights = guidedPolicy(scale);
	weights[promise] = 0.7;
	const start = chancesOf(guidedPolicy(scale), one, scale);
	const gradients = [new Float64Array(weights.length), new Float64Array(weights.length)] as const;
	const chances = chancesOf(weights, one, scale);
	addGradient(gradients[0], one, chances, [0, 1, 0], scale, 1);
	addGradient(gradients[1], one, chances, divergencePull(chances, start).pull, scale, 1);
	for (const at of [rank, promise]) {
		const moved = weights.slice();
		moved[at] = (moved[at] ?? 0) + 1e-5;
		const now = chancesOf(moved, one, scale);
		expect(gradients[0][at]).toBeCloseTo((Math.log(now[1] ?? 0) - Math.log(chances[1] ?? 0)) / 1e-5, 3);
		const change = divergencePull(now, start).kl - divergencePull(chances, start).kl;
		expect(gradients[1][at]).toBeCloseTo(change / 1e-5, 3);
	}
});

test.each<Algorithm>(["GRPO", "RLOO", "GRPO, step scorer as shaping", "contextual bandit"])(
	"%s learns to take the offer that reads the gold, and stays near the guided rules where nothing differs",
	async (algorithm) => {
		const forked = Array.from({ length: 40 }, (_, at) => armed(`q${at}`));
		const before = chancesOf(guidedPolicy(scale), armed("q").tree.root as TreeNode, scale)[1] ?? 0;
		const learned = await learnPolicy({ forked, scale, chance: () => 0.5 }, algorithm, 1);
		expect(chancesOf(learned, armed("q").tree.root as TreeNode, scale)[1]).toBeGreaterThan(before + 0.1);
		const equal = forked.map((one) => {
			for (const end of one.tree.root?.children ?? []) if (end) end.recall = 0.5;
			return { ...one, steps: one.steps.map((step) => ({ ...step, returns: [0.5] })) };
		});
		expect(await learnPolicy({ forked: equal, scale, chance: () => 0.5 }, algorithm, 1)).toEqual(guidedPolicy(scale));
		expect(await learnPolicy({ forked, scale, chance: () => 0.5 }, algorithm, 2)).toEqual(
			await learnPolicy({ forked, scale, chance: () => 0.5 }, algorithm, 2),
		);
	},
);

test("runs are drawn by the policy's chances", async () => {
	const random = seededRandom(5);
	const one = armed("q");
	let seconds = 0;
	for (let nth = 0; nth < 2_000; nth++)
		seconds += (await sampled(one.tree, guidedPolicy(scale), scale, random)).taken[0]?.at ?? 0;
	expect(seconds / 2_000).toBeCloseTo(chancesOf(guidedPolicy(scale), one.tree.root as TreeNode, scale)[1] ?? 0, 1);
});
