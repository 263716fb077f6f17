import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DecisionTree, recallOf } from "../../bench/support/decision-tree.ts";
import { Player } from "../../bench/support/episodes.ts";
import { researched } from "../../bench/support/research.ts";
import { scoreOf } from "../../src/reasoning/linear-model.ts";
import { guided } from "../../src/research/planners/guided.ts";
import { choicesOf } from "../../src/research/planners/learned/choices.ts";
import { offerFeatureNames } from "../../src/research/planners/learned/features.ts";
import weights from "../../src/research/planners/learned/weights.json" with { type: "json" };
import { type Corpus, openCorpus } from "../../src/sources/corpus/corpus.ts";

const question = "In which town was the designer of the Larkdb storage engine born?";
const records = [
	["larkdb", "Larkdb", "Larkdb is a storage engine that was designed by Ilse Varga in 2011 for the Harrow project."],
	["varga", "Ilse Varga", "Ilse Varga is an engineer. She was born in Kestrelford and studied in Oxmoor."],
	["harrow", "Harrow project", "The Harrow project is a set of programs led by Otto Brand and Ilse Varga."],
	["brand", "Otto Brand", "Otto Brand is an engineer who was born in Millhaven and designed the Finch compiler."],
	["kestrelford", "Kestrelford", "Kestrelford is a town on the river Ash with a bridge from 1887."],
	["finch", "Finch", "Finch is a compiler that was designed by Otto Brand for small machines."],
	["oxmoor", "Oxmoor", "Oxmoor is a town with a university where many engineers of storage engines studied."],
	["millhaven", "Millhaven", "Millhaven is a harbour town; a designer of storage engines lives in it."],
];
const gold = ["larkdb", "varga"];
let folder = "";
let corpus: Corpus;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "assay-tree-"));
	const file = join(folder, "corpus.jsonl");
	writeFileSync(file, records.map(([id, title, text]) => JSON.stringify({ id, title, text })).join("\n"));
	corpus = await openCorpus({ folders: [file], indexFolder: join(folder, "index"), vectors: false });
});
afterAll(async () => {
	await corpus.close();
	rmSync(folder, { recursive: true, force: true });
});

const newTree = (player = new Player(corpus)) => new DecisionTree(async () => player, { text: question, gold }, 4);
const last = (nodes: readonly { reads: number; recall: number }[]) => nodes.at(-1);

test("the first offer at every decision is what the guided planner does, and its run is the engine's own", async () => {
	const player = new Player(corpus);
	const { states } = await player.play(question, 4, (state) => {
		expect(choicesOf(state)[0]?.[1].action).toMatchObject({ kind: guided(state)[0]?.action.kind });
		return choicesOf(state)[0]?.[1];
	});
	const own = await researched(corpus, question, "quick", { maxSources: 4, vectors: false });
	expect(states.at(-1)?.sources.map(({ url }) => url)).toEqual(own.sources.map(({ url }) => url));
	expect(states.at(-1)?.claims).toEqual(own.claims);
});

test("a run that is continued from a prefix of the log is the run that was never forked", async () => {
	const choose = (at: number) => (state: Parameters<typeof choicesOf>[0], wave: number) => {
		const offers = choicesOf(state);
		return offers[wave === 2 ? at % offers.length : 0]?.[1];
	};
	const player = new Player(corpus);
	const first = await player.play(question, 4, choose(0));
	const forked = await player.play(question, 4, choose(1), Player.before(first.log, 2));
	const whole = await new Player(corpus).play(question, 4, choose(1));
	expect(forked.states.at(-1)).toEqual(whole.states.at(-1));
	expect(forked.states.at(-1)?.turns).not.toEqual(first.states.at(-1)?.turns);
});

test("a tree plays each branch once, from a fork or from the beginning with the same result", async () => {
	const tree = newTree();
	const guidedRun = await tree.walk(() => 0);
	expect(last(guidedRun.nodes)).toMatchObject({ recall: 1 });
	const branch = await tree.walk((node, path) => (path.length === 1 ? 1 % node.offers.length : 0));
	expect(tree.plays).toBe(2);
	await tree.walk(() => 0);
	await tree.walk((node, path) => (path.length === 1 ? 1 % node.offers.length : 0));
	expect(tree.plays).toBe(2);
	const fresh = newTree();
	const again = await fresh.walk((node, path) => (path.length === 1 ? 1 % node.offers.length : 0));
	expect({ path: again.path, end: again.nodes.at(-1) }).toEqual({ path: branch.path, end: branch.nodes.at(-1) });
	const kept = new DecisionTree(
		async () => new Player(corpus),
		{ text: question, gold },
		4,
		JSON.parse(JSON.stringify(tree.root)),
	);
	expect((await kept.walk(() => 0)).nodes.at(-1)).toEqual(guidedRun.nodes.at(-1));
	expect(kept.plays).toBe(0);
});

test("no feature changes with the gold", async () => {
	const [own, other] = [
		newTree(),
		new DecisionTree(async () => new Player(corpus), { text: question, gold: ["brand"] }, 4),
	];
	const features = async (tree: DecisionTree) =>
		(await tree.walk(() => 0)).nodes.map(({ offers, step, signal }) => ({ offers, step, signal }));
	expect(await features(own)).toEqual(await features(other));
	expect(last((await own.walk(() => 0)).nodes)?.recall).not.toBe(last((await other.walk(() => 0)).nodes)?.recall);
});

test("`--planner learned` does what its weights do in the tree that they were learned from", async () => {
	const { nodes } = await newTree().walk(({ offers }) => {
		const scores = offers.map((values) =>
			scoreOf<string>(weights, Object.fromEntries(offerFeatureNames.map((name, at) => [name, values[at] ?? 0]))),
		);
		return scores.indexOf(Math.max(...scores));
	});
	const { sources, turns } = await researched(corpus, question, "quick", {
		...{ maxSources: 4, vectors: false, planner: "learned" },
	});
	expect(last(nodes)).toMatchObject({ reads: sources.length, recall: recallOf(gold, sources) });
	expect(nodes.filter(({ step }) => step)).toHaveLength(turns.length);
	expect(turns.length).toBeGreaterThan(1);
});
