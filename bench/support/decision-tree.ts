import type { ResearchState, Turn } from "../../src/evidence/state.ts";
import { choicesOf } from "../../src/research/planners/learned/choices.ts";
import { offerFeatureNames, offerFeatures } from "../../src/research/planners/learned/features.ts";
import type { Ranked } from "../../src/research/planners/offers.ts";
import { stepFeatureNames, stepFeatures } from "../../src/research/step-scorer/features.ts";
import { type Log, Player } from "./episodes.ts";
import { recordOf } from "./research.ts";

/** A state of a run: a decision, or the end. Numbers are rounded, so that a tree can be kept as JSON. */
export interface TreeNode {
	/** The features of each offer (`offerFeatureNames`), in the order of the guided rules; empty at the end. */
	offers: number[][];
	/** Whether each offer is a stop. */
	stops: boolean[];
	/** The features of the step that led here (`stepFeatureNames`), and its signal; absent at the first decision and after a stop. */
	step?: number[] | undefined;
	signal?: Turn["signal"] | undefined;
	/** Pages read so far, and the share of the gold paragraphs among them. The second is for labels alone. */
	reads: number;
	recall: number;
	/** By offer; undefined where the engine was not run. */
	children: (TreeNode | undefined | null)[];
}

/** Picks an offer of a decision, by position. `path`: the offers taken before. */
export type Choose = (node: TreeNode, path: readonly number[]) => number;

/**
 * All that the engine can do for one question, as far as it was run. The engine is deterministic, so what was chosen from the first
 * decision on names a state. A new branch is a fork of the log at its decision, where that log is still in memory.
 */
export class DecisionTree {
	root: TreeNode | undefined;
	readonly #logs = new Map<string, Log>();
	/** Runs of the engine, each from a fork to its end. */
	plays = 0;

	readonly player: () => Promise<Player>;
	readonly question: { text: string; gold: readonly string[] };
	readonly maxSources: number;

	constructor(
		player: DecisionTree["player"],
		question: DecisionTree["question"],
		maxSources: number,
		root?: TreeNode | undefined,
	) {
		this.player = player;
		this.question = question;
		this.maxSources = maxSources;
		this.root = root;
	}

	/** Goes from the first decision to an end. Returns the nodes on the way, the first decision first, and the offers taken. */
	async walk(choose: Choose): Promise<{ nodes: TreeNode[]; path: number[] }> {
		const path: number[] = [];
		const nodes: TreeNode[] = [];
		let node = this.root;
		while (node) {
			nodes.push(node);
			if (node.offers.length === 0) return { nodes, path };
			const at = choose(node, path);
			path.push(at);
			node = node.children[at] ?? undefined;
		}
		return this.#play(path, choose);
	}

	/** Plays a path that leaves the tree, and hangs what is new into it. */
	async #play(path: readonly number[], choose: Choose): Promise<{ nodes: TreeNode[]; path: number[] }> {
		this.plays++;
		const from = this.#logs.get(path.slice(0, -1).join(".")) ?? new Map();
		// The decisions that a log holds are not asked again.
		const known = [...from.keys()].filter((name) => name.startsWith("decide:")).length;
		const taken = path.slice(0, known);
		const fresh: TreeNode[] = [];
		const player = await this.player();
		const { log, states } = await player.play(
			this.question.text,
			this.maxSources,
			(state) => {
				const offers = choicesOf(state);
				const node = this.#nodeOf(state, offers);
				fresh.push(node);
				const at = path[taken.length] ?? choose(node, taken);
				taken.push(at);
				return offers[at]?.[1];
			},
			from,
		);
		// What was decided before the fork is in the tree.
		let node = this.root;
		const nodes: TreeNode[] = [];
		for (let at = 0; at < known && node; at++) {
			nodes.push(node);
			node = node.children[path[at] ?? 0] ?? undefined;
		}
		const end = states.at(-1);
		if (!end) throw new Error("a run without a state");
		for (const [at, one] of [...fresh, this.#nodeOf(end, [])].entries()) {
			const depth = known + at;
			const parent = nodes.at(-1);
			const existing = parent ? parent.children[taken[depth - 1] ?? 0] : this.root;
			const kept = existing ?? { ...one, ...this.#stepOf(states[at - 1], states[at]) };
			if (parent) parent.children[taken[depth - 1] ?? 0] = kept;
			else this.root = kept;
			nodes.push(kept);
			const key = taken.slice(0, depth).join(".");
			if (kept.offers.length > 0 && !this.#logs.has(key)) this.#logs.set(key, Player.before(log, depth + 1));
		}
		return { nodes, path: taken };
	}

	#nodeOf(state: ResearchState, offers: readonly Ranked[]): TreeNode {
		return {
			offers: offerFeatures(state, offers).map((one) => offerFeatureNames.map((name) => rounded(one[name] ?? 0))),
			stops: offers.map(([, { action }]) => action.kind === "stop"),
			reads: state.sources.length,
			recall: recallOf(this.question.gold, state.sources),
			children: [],
		};
	}

	#stepOf(before: ResearchState | undefined, after: ResearchState | undefined): Pick<TreeNode, "step" | "signal"> {
		const turn = after?.turns.at(-1);
		if (!before || !after || !turn || after.turns.length === before.turns.length) return {};
		const features = stepFeatures(before, turn, after);
		return { step: stepFeatureNames.map((name) => rounded(features[name] ?? 0)), signal: turn.signal };
	}

	/** Deletes the logs: later branches are played from the beginning. */
	forget(): void {
		this.#logs.clear();
	}
}

/** The share of the gold paragraphs that was read. */
export function recallOf(gold: readonly string[], sources: readonly { url: string }[]): number {
	const read = new Set(sources.map(({ url }) => recordOf(url)));
	return gold.filter((id) => read.has(id)).length / gold.length;
}

function rounded(value: number): number {
	return Number(value.toPrecision(4));
}
