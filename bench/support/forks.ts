/**
 * The data of `npm run train -- steps` and `-- planner`: what the extractive engine can do for each multi-hop question. At a decision
 * the log is forked, and seeded continuations with randomised actions are played from there. What a step is worth is the mean of its
 * continuations: the share of the gold paragraphs that were read in the end, minus what reading cost. Gold is looked at for that alone.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shortHash } from "../../src/base/hash.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";
import { data } from "../../test/support/data.ts";
import { type Question, questions } from "../multihop.ts";
import { DecisionTree, type TreeNode } from "./decision-tree.ts";
import { Player } from "./episodes.ts";
import { benchCache, readIfThere } from "./inputs.ts";
import { type Split, splitOf } from "./split.ts";

/**
 * The budgets, in pages that a run may read, and how many questions of each set are forked under each. Ten pages (depth quick) are seldom
 * too few for HotpotQA, so its steps differ little there.
 */
export const budgets = [
	{ pages: 6, questions: 300 },
	{ pages: 10, questions: 30 },
] as const;
/** What a whole budget costs, in units of recall: a tenth of the gold. */
const budgetCost = 0.1;
/** Continuations from one fork, and the most first actions among them. */
const continuations = 12;
const actionsMost = 6;
/** A continuation takes the guided planner's choice so often; otherwise any other action, each as likely. */
const guidedShare = 0.5;
/** Forks of a question. MuSiQue has fewer questions, and more to decide in each. */
const forksOf = { HotpotQA: 1, MuSiQue: 2 };

/** A step that was taken at a fork, with what came of it in each continuation. */
export interface StepExample {
	question: string;
	set: Question["set"];
	split: Split;
	/** Names the state: the question, the budget, and the offers taken before. */
	prefix: string;
	/** The offers taken before the step, and the step's own. */
	path: number[];
	action: number;
	features: number[];
	signal: string;
	/** Share of gold minus cost, of each continuation. */
	returns: number[];
	/** Whether all gold was read, of each: 1 or 0. */
	complete: number[];
}

/** A question with its tree and the examples of its forks. */
export interface Forked {
	question: Question;
	split: Split;
	tree: DecisionTree;
	steps: StepExample[];
}

/** What a run is worth: the share of the gold that it read, minus what reading cost. */
export function returnOf({ recall, reads }: Pick<TreeNode, "recall" | "reads">, pages: number): number {
	return recall - (budgetCost * reads) / pages;
}

/** A player that opens the corpus once, when the first run is played. Close it at the end. */
export function lazyPlayer(vectors: boolean): { player: () => Promise<Player>; close: () => Promise<void> } {
	let opened: Promise<Corpus> | undefined;
	let player: Promise<Player> | undefined;
	const open = () => {
		opened ??= openCorpus({
			...{ folders: [join(data, "multihop/corpus.jsonl")], indexFolder: benchCache, vectors, complete: true },
		});
		player ??= opened.then((corpus) => new Player(corpus));
		return player;
	};
	return { player: open, close: async () => (await opened)?.close() };
}

/** The multi-hop questions with their forks, from the cache as far as they are there. `limit`: at most so many of each set and budget. */
export async function forkedQuestions(
	player: () => Promise<Player>,
	seed: number,
	limit = Number.POSITIVE_INFINITY,
): Promise<Forked[]> {
	mkdirSync(folder, { recursive: true });
	const all = budgets.flatMap(({ pages, questions: most }) =>
		(["musique", "hotpot"] as const).flatMap((set) =>
			questions(set)
				.slice(0, Math.min(most, limit))
				.map((question) => ({ question, pages })),
		),
	);
	const out: Forked[] = [];
	for (const [at, { question, pages }] of all.entries()) {
		const known = readIfThere(fileOf(question, pages, seed));
		const split = splitOf(question.id);
		if (known !== undefined) {
			const { root, steps } = JSON.parse(known) as { root: TreeNode; steps: StepExample[] };
			out.push({ question, split, steps, tree: new DecisionTree(player, question, pages, root) });
			continue;
		}
		const tree = new DecisionTree(player, question, pages);
		const forked = { question, split, tree, steps: await forksIn(tree, question, seed) };
		tree.forget();
		keepForked(forked, seed);
		out.push(forked);
		if (at % 20 === 19) console.error(`${at + 1} of ${all.length} forked`);
	}
	return out;
}

const folder = join(benchCache, "forks");

function fileOf({ id }: Question, pages: number, seed: number): string {
	return join(folder, `${id}-${pages}-${seed}.json`);
}

/** Keeps an example's steps and all that was played of its tree since; the steps stay as they were. */
export function keepForked({ question, tree, steps }: Forked, seed: number): void {
	writeFileSync(fileOf(question, tree.maxSources, seed), JSON.stringify({ root: tree.root, steps }));
}
async function forksIn(tree: DecisionTree, question: Question, seed: number): Promise<StepExample[]> {
	const random = seededRandom(Number.parseInt(shortHash([seed, question.id, tree.maxSources]).slice(0, 8), 16));
	const randomised = (node: TreeNode) => {
		const others = workingOffers(node).slice(1);
		if (others.length === 0 || random() < guidedShare) return 0;
		return others[Math.floor(random() * others.length)] ?? 0;
	};
	// The guided planner's own run, and one that is randomised: forks lie on both.
	const own = await tree.walk(() => 0);
	const behaved = await tree.walk(randomised);
	const places = [own, behaved].flatMap(({ nodes, path }) =>
		nodes.flatMap((node, depth) => (workingOffers(node).length > 1 ? [{ node, path: path.slice(0, depth) }] : [])),
	);
	const forks = shuffled(new Map(places.map((one) => [one.path.join("."), one])).values(), random);
	const steps: StepExample[] = [];
	for (const { node, path } of forks.slice(0, forksOf[question.set])) {
		const [first = 0, ...others] = workingOffers(node);
		const actions = [first, ...shuffled(others, random).slice(0, actionsMost - 1)];
		const results = new Map(actions.map((action): [number, TreeNode[]] => [action, []]));
		for (let nth = 0; nth < continuations; nth++) {
			const forced = [...path, actions[nth % actions.length] ?? 0];
			const { nodes } = await tree.walk((next, taken) => forced[taken.length] ?? randomised(next));
			const end = nodes.at(-1);
			if (end) results.get(forced.at(-1) ?? 0)?.push(end);
		}
		for (const [action, ends] of results) {
			const { step, signal = "" } = node.children[action] ?? {};
			if (!step) continue;
			steps.push({
				...{ question: question.id, set: question.set, split: splitOf(question.id) },
				prefix: `${question.id} ${tree.maxSources} ${path.join(".")}`,
				...{ path, action, features: step, signal },
				returns: ends.map((end) => returnOf(end, tree.maxSources)),
				complete: ends.map(({ recall }) => (recall === 1 ? 1 : 0)),
			});
		}
	}
	return steps;
}

/** The offers that are no stop, by position. */
function workingOffers({ stops }: TreeNode): number[] {
	return stops.flatMap((isStop, at) => (isStop ? [] : [at]));
}

/** The items in a random order. */
export function shuffled<Item>(items: Iterable<Item>, random: () => number): Item[] {
	return [...items]
		.map((item) => ({ item, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ item }) => item);
}
