/**
 * `npm run bench -- multihop [--limit N] [--set hotpot|musique] [--half tune|held-out|all] [--planner baseline|guided|both]`:
 * questions whose answer needs two to four paragraphs, over 6,741 of them. The whole flow runs in this process, without a
 * store, with ten page reads a question. Counted: questions for which every gold paragraph was read, and those whose answer
 * stands in what the report says (a `Yes` or `No` only as the report's answer). Beside it: the first results of one search.
 *
 * The questions are parted by a fixed hash of their ids: rules and weights were looked at on the tuning half alone. Gold
 * paragraphs and answers are read here, after a run has ended; the engine gets the question and the corpus.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { folded } from "../src/base/text.ts";
import type { RunOptions } from "../src/evidence/event.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { createExtractiveReasoner } from "../src/reasoning/extractive/index.ts";
import { research } from "../src/research/loop.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { corpusSource } from "../src/sources/corpus/source.ts";
import { isRecord } from "../src/sources/read/values.ts";
import { data as shared } from "../test/support/data.ts";
import { memoryPages, memoryRun } from "../test/support/memory.ts";
import { bootstrapped, resamples } from "./support/statistics.ts";

const root = join(import.meta.dirname, "..");
const data = join(shared, "multihop");
/** The index is made once, in 80 s on 2 cores, and kept beside the packages. */
const indexFolder = join(root, "node_modules/.cache/assay-bench");
const seed = 20_260_101;
/** Which half a question falls into; changing it would mix what was looked at with what was not. */
const halves = "assay-multihop-1";
const reads = 10;

interface Question {
	id: string;
	set: "HotpotQA" | "MuSiQue";
	text: string;
	answers: string[];
	gold: string[];
}

type Planner = RunOptions["planner"];
/** 0 or 1 (or a mean) a question, by what was measured. */
type Scores = Map<string, number[]>;

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			limit: { type: "string", default: "1000" },
			set: { type: "string" },
			half: { type: "string", default: "all" },
			planner: { type: "string", default: "both" },
		},
	});
	const planners: Planner[] =
		values.planner === "both" ? ["baseline", "guided"] : [values.planner === "baseline" ? "baseline" : "guided"];
	const asked = questions(values.set).filter(({ id }) => values.half === "all" || values.half === halfOf(id));
	const folders = [join(data, "corpus.jsonl")];
	const fused = await openCorpus({ folders, indexFolder, vectors: true });
	const words = await openCorpus({ folders, indexFolder, vectors: false });
	try {
		for (const set of ["HotpotQA", "MuSiQue"] as const) {
			const some = asked.filter((one) => one.set === set).slice(0, Number(values.limit));
			if (some.length === 0) continue;
			for (const half of ["tune", "held-out"]) {
				const part = some.filter(({ id }) => halfOf(id) === half);
				if (part.length > 0) await table(`${set}, ${half} half`, part, planners, fused, words);
			}
		}
	} finally {
		await fused.close();
		await words.close();
	}
	console.log(
		`\nintervals: 95 %, bootstrap over questions, ${resamples} resamples, seed ${seed}; halves: SHA-256 of "${halves}:id"`,
	);
}

async function table(
	heading: string,
	asked: Question[],
	planners: Planner[],
	fused: Corpus,
	words: Corpus,
): Promise<void> {
	const all: Scores = new Map();
	const add = (name: string, value: number) => all.set(name, [...(all.get(name) ?? []), value]);
	for (const question of asked) {
		const byWords = await firstDocuments(words, question.text);
		const byBoth = await firstDocuments(fused, question.text);
		add("BM25, top 5: all gold", holds(byWords.slice(0, 5), question.gold));
		add("BM25, top 10: all gold", holds(byWords, question.gold));
		add("fused, top 5: all gold", holds(byBoth.slice(0, 5), question.gold));
		add("fused, top 10: all gold", holds(byBoth, question.gold));
		for (const planner of planners) {
			const began = performance.now();
			const state = await runOnce(question.text, planner, fused);
			add(`${planner}: seconds`, (performance.now() - began) / 1000);
			const read = state.sources.map(({ url }) => idOf(url));
			add(`${planner}: all gold read`, holds(read, question.gold));
			add(`${planner}: answer in the report`, answerIn(state, question.answers, false));
			add(`${planner}: answer is the report's`, answerIn(state, question.answers, true));
			add(`${planner}: pages read`, read.length);
		}
	}
	console.log(`\n${heading}: ${asked.length} questions`);
	for (const [name, scores] of all) console.log(`${name.padEnd(34)} ${bootstrapped(scores, seed)}`);
}

/** The flow itself, its steps kept in memory for as long as the question takes. */
async function runOnce(question: string, planner: Planner, corpus: Corpus): Promise<ResearchState> {
	const options: RunOptions = {
		corpus: [],
		depth: "quick",
		planner,
		vectors: true,
		deadlineMs: 1_200_000,
		maxSources: reads,
		maxSteps: 15,
	};
	return research(memoryRun(), question, options, {
		reasoner: createExtractiveReasoner(),
		source: corpusSource(corpus),
		pages: memoryPages(),
		sourceInfo: { documents: corpus.stats.documents, passages: corpus.stats.passages, fingerprint: corpus.fingerprint },
	});
}

async function firstDocuments(corpus: Corpus, query: string): Promise<string[]> {
	const hits = await corpus.search(query, 2 * reads);
	return [...new Set(hits.map(({ url }) => idOf(url)))].slice(0, reads);
}

function idOf(url: string): string {
	return decodeURIComponent(url.slice(url.indexOf("#") + 1));
}

function holds(read: string[], gold: string[]): number {
	return gold.every((id) => read.includes(id)) ? 1 : 0;
}

/** Whether one of the accepted answers stands in the report's own sentences (or, `exactly`, in its answer). The echoed question does not count. */
function answerIn({ report }: ResearchState, answers: string[], exactly: boolean): number {
	if (!report) return 0;
	const answer = plain(report.answer?.text ?? "");
	const cells = (report.table?.rows ?? []).flatMap((row) =>
		row.cells.flatMap((cell) => ("text" in cell ? [cell.text] : [])),
	);
	const said = [
		answer,
		...report.sections.flatMap(({ sentences }) => sentences.map(({ text }) => plain(text))),
		...cells.map(plain),
	];
	return answers
		.map(plain)
		.some((wanted) =>
			exactly || wanted === "yes" || wanted === "no"
				? ` ${answer} `.includes(` ${wanted} `)
				: said.some((text) => ` ${text} `.includes(` ${wanted} `)),
		)
		? 1
		: 0;
}

function plain(text: string): string {
	return folded(text)
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}

/** Stable whatever the order of the file: the hash of an id falls into one half for good. */
function halfOf(id: string): string {
	return createHash("sha256").update(`${halves}:${id}`).digest().readUInt32BE(0) % 2 === 0 ? "tune" : "held-out";
}

function questions(only: string | undefined): Question[] {
	const lines = readFileSync(join(data, "questions.jsonl"), "utf8").trim().split("\n");
	return lines
		.map((line) => JSON.parse(line))
		.filter(isRecord)
		.map(
			(record): Question => ({
				id: String(record.id),
				set: String(record.set).startsWith("hotpot") ? "HotpotQA" : "MuSiQue",
				text: String(record.question),
				answers: strings(record.answers),
				gold: strings(record.gold),
			}),
		)
		.filter(({ set }) => only === undefined || set.toLowerCase().startsWith(only));
}

function strings(value: unknown): string[] {
	return Array.isArray(value) ? value.map(String) : [];
}

if (import.meta.main) await run(process.argv.slice(2));
