/**
 * `npm run train -- claims [--keypoints FOLDER] [--questions FILE --docs NAME=FOLDER,…] [--check]`: the weights of what a reader would mark
 * on a page, from tuning halves only: WiCE's supporting sentences, the sentences of HotpotQA's and MuSiQue's paragraphs that hold the
 * answer or lead to it (distractors hold none), spans of key points, and the passages that answer questions about manuals. Each
 * page counts alike, half of it for what is marked. `--check` writes nothing; `--sample` takes so many rows of each set.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "../../src/evidence/source.ts";
import type { ExtractInput } from "../../src/reasoning/reasoner.ts";
import { passagesIn } from "../../src/reasoning/rules/blocks/find-passages.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { route } from "../../src/reasoning/rules/question/route.ts";
import { claimUnitsIn, isQuotable } from "../../src/reasoning/rules/reading/claim-units.ts";
import {
	type ClaimSignal,
	claimSignalNames,
	matchUnits,
	pageQuery,
} from "../../src/reasoning/rules/reading/page-query.ts";
import { buildDocumentPage as corpusPage } from "../../src/sources/corpus/document-page.ts";
import { readHtml } from "../../src/sources/read/html/html.ts";
import { normal, pageOf, routeOf, subQuestionOf } from "../reading/common.ts";
import { keyPointQuestions, keyPointsOf } from "../support/key-points.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf } from "../support/split.ts";
import { mean } from "../support/statistics.ts";
import { contentWords } from "../support/words.ts";
import { areaUnderCurve, type Example, firstsOf, trained, writeModel } from "./logistic.ts";

const file = join(import.meta.dirname, "../../src/reasoning/rules/reading/weights.json");
/** Units of a page that a first look would reach, at most. */
const closest = 40;
/** A page without anything to mark counts so much beside one with. */
const distractorWeight = 0.5;

export type ClaimSet = { name: string; examples: Example<ClaimSignal>[] };
type Mark = (text: string) => boolean;

export async function run(args: string[]): Promise<void> {
	const sets = await claimSets(args);
	const examples = sets.flatMap((set) => set.examples);
	const counts = sets.map(
		(set) =>
			`${set.name} ${set.examples.length} units of ${new Set(set.examples.map(({ group }) => group)).size} questions`,
	);
	const { model, chances } = trained(claimSignalNames, examples, `tuning halves: ${counts.join("; ")}`);
	console.log(model.origin);
	let from = 0;
	for (const set of sets) {
		const own = chances.slice(from, from + set.examples.length);
		from += set.examples.length;
		console.log(
			`${set.name}: AUC ${areaUnderCurve(own, set.examples).toFixed(3)}, first of its page marked ${mean(firstsOf(own, set.examples)).toFixed(3)}`,
		);
	}
	for (const name of claimSignalNames) console.log(`  ${name.padEnd(12)} ${model.features[name].toFixed(2)}`);
	if (!args.includes("--check")) writeModel(file, model);
}

/** The examples of each data set that the arguments name. */
export async function claimSets(args: string[]): Promise<ClaimSet[]> {
	const { values } = parseArgs({
		args,
		strict: false,
		options: {
			keypoints: { type: "string" },
			questions: { type: "string" },
			docs: { type: "string" },
			sample: { type: "string" },
		},
	});
	const { keypoints, questions, docs = "", sample = "1000" } = values;
	most = Number(sample);
	return [
		{ name: "WiCE", examples: await wice() },
		{ name: "HotpotQA, MuSiQue", examples: await multihop() },
		...(typeof keypoints === "string" ? [{ name: "key points", examples: await keyPoints(keypoints) }] : []),
		...(typeof questions === "string" ? [{ name: "manuals", examples: await manuals(questions, String(docs)) }] : []),
	];
}

/** The units of a page as examples; none where nothing is marked, unless the page is known to hold nothing. */
async function examplesOf(
	question: string,
	routed: ExtractInput["route"],
	page: Page,
	isMarked: Mark,
	group: string,
	empty = false,
): Promise<Example<ClaimSignal>[]> {
	const input: ExtractInput = { question, route: routed, subQuestion: subQuestionOf(question), page, max: 8 };
	const query = pageQuery(input);
	const units = claimUnitsIn(passagesIn(page, ""), page.text);
	const seen = matchUnits(units, page.title, query);
	const near = seen
		.filter(({ unit }) => isQuotable(unit, page))
		.toSorted((a, b) => b.covered + b.own - a.covered - a.own || a.unit.order - b.unit.order)
		.slice(0, closest);
	const found = near.map((one) => ({ features: { own: one.own }, label: isMarked(one.unit.text), group }));
	const marked = found.filter(({ label }) => label).length;
	if (marked === 0 && !empty) return [];
	return found.map((one) => ({
		...one,
		weight:
			marked === 0 ? distractorWeight / found.length : one.label ? 1 / marked : 1 / Math.max(1, found.length - marked),
	}));
}

async function wice(): Promise<Example<ClaimSignal>[]> {
	const rows = rowsOf<{ claim: string; evidence: string[]; supporting_sentences: number[][] }>("wice/claim_dev.jsonl");
	const tuning = rows.filter(
		({ claim, supporting_sentences }) =>
			splitOf(claim) === "tuning" && supporting_sentences.some((set) => set.length > 0),
	);
	return gathered(tuning, ({ claim, evidence, supporting_sentences }) => {
		const title = /TITLE:\s*(.*)$/.exec(evidence[0] ?? "")?.[1] ?? "";
		const gold = supporting_sentences.flat().map((at) => evidence[at] ?? "");
		const isMarked: Mark = (text) => gold.some((each) => each.includes(text) || text.includes(each));
		return examplesOf(claim, routeOf("entity"), pageOf("w", title, evidence.join("\n")), isMarked, claim);
	});
}

async function multihop(): Promise<Example<ClaimSignal>[]> {
	const corpus = new Map(
		rowsOf<{ id: string; title: string; text: string }>("multihop/corpus.jsonl").map((row) => [row.id, row]),
	);
	const rows = rowsOf<{
		id: string;
		set: string;
		question: string;
		answers: string[];
		gold: string[];
		candidates: string[];
	}>("multihop/questions.jsonl");
	const tuning = rows.filter(
		({ id, set }) => /^(?:hotpotqa_500|musique_train_100)$/.test(set) && splitOf(id) === "tuning",
	);
	return gathered(tuning, async ({ question, answers, gold, candidates }) => {
		const routed = routeOf(analysisOf(question).answerType);
		const titles = gold.flatMap((id) => corpus.get(id)?.title ?? []);
		const paragraphs = [...gold, ...candidates.filter((id) => !gold.includes(id)).slice(0, 2)];
		return gathered(paragraphs, (id) => {
			const row = corpus.get(id);
			if (!row) return Promise.resolve([]);
			const wanted = [
				...answers.filter((each) => !/^(?:yes|no)$/i.test(each)),
				...titles.filter((title) => title !== row.title),
			];
			const isGold = gold.includes(id);
			const isMarked: Mark = (text) => isGold && wanted.some((each) => normal(text).includes(normal(each)));
			return examplesOf(question, routed, pageOf(id, row.title, row.text), isMarked, `${question} ${id}`, !isGold);
		});
	});
}

async function keyPoints(folder: string): Promise<Example<ClaimSignal>[]> {
	return gathered(keyPointQuestions(folder, [], false), async ({ id, text: question, pages }) => {
		const spans = keyPointsOf(folder, id)
			.flatMap(({ spans }) => spans)
			.map((span) => new Set(contentWords(span)));
		const asked = new Set(contentWords(question));
		const isMarked: Mark = (text) => {
			const words = new Set(contentWords(text));
			const hits = spans.some((span) => {
				const shared = words.intersection(span);
				return (
					shared.difference(asked).size >= 2 && (shared.size >= 0.5 * span.size || shared.size >= 0.8 * words.size)
				);
			});
			return hits;
		};
		return gathered(pages, (page) =>
			examplesOf(
				question,
				route(question),
				{ ...pageOf(page.id, page.title, page.text), kind: "html" },
				isMarked,
				`${question} ${page.id}`,
			),
		);
	});
}

async function manuals(questions: string, docs: string): Promise<Example<ClaimSignal>[]> {
	const folders = new Map(docs.split(",").map((part) => part.split("=") as [string, string]));
	const rows = readFileSync(questions, "utf8")
		.trim()
		.split("\n")
		.map(
			(line) =>
				JSON.parse(line) as {
					id: string;
					manual: string;
					question: string;
					page: string;
					passage: string;
					required: string[];
				},
		);
	return gathered(rows, async ({ id, manual, question, page: name, passage, required }) => {
		const folder = folders.get(manual);
		if (!folder || name === "") return [];
		const path = join(folder, name);
		const page = corpusPage(await readHtml(readFileSync(path, "utf8")), { path, label: name });
		const gold = new Set(contentWords(passage));
		const isMarked: Mark = (text) => {
			const words = new Set(contentWords(text));
			const shared = words.intersection(gold).size;
			const holds = required.some((part) => text.toLowerCase().includes(part.toLowerCase()));
			return (
				words.size >= 2 &&
				((shared >= 0.8 * words.size && shared >= 3) ||
					shared >= 0.6 * gold.size ||
					(holds && shared >= 0.5 * words.size))
			);
		};
		return examplesOf(question, route(question), page, isMarked, id);
	});
}

let most = 0;

/** Of the first rows, `--sample` of them. */
async function gathered<Row>(
	rows: readonly Row[],
	of: (row: Row) => Promise<Example<ClaimSignal>[]>,
): Promise<Example<ClaimSignal>[]> {
	const out: Example<ClaimSignal>[] = [];
	for (const row of rows.slice(0, most)) out.push(...(await of(row)));
	return out;
}
