/**
 * `npm run bench -- multihop [--limit N] [--set hotpot|musique] [--split tuning|held-out] [--planner baseline|rounds|guided|learned]
 * [--no-vectors]`:
 * questions whose answer needs two to four paragraphs, over 6,741 of them. The whole flow runs in this process, without a
 * store, with ten page reads a question. Counted: questions for which every gold paragraph was read, and those whose answer
 * stands in what the report says; a `Yes` or `No` never does. Beside it: the first results of one search.
 *
 * Gold paragraphs and answers are read here, after a run has ended; the engine gets the question and the corpus.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isRecord } from "../src/base/json.ts";
import { comparisonForm } from "../src/base/text.ts";
import type { RunOptions } from "../src/evidence/event.ts";
import { depths } from "../src/evidence/plan.ts";
import { blocksIn } from "../src/evidence/report.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { blockText } from "../src/verification/check-block.ts";
import { data as shared } from "../test/support/data.ts";
import { firstRecords, recordOf, researched } from "./support/research.ts";
import { splitOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const root = join(import.meta.dirname, "..");
const data = join(shared, "multihop");
/** The index is made once, in 80 s on 2 cores, and kept beside the packages. */
const indexFolder = join(root, "node_modules/.cache/assay-bench");
const reads = depths.quick.sources;

export interface Question {
	id: string;
	set: "HotpotQA" | "MuSiQue";
	text: string;
	answers: string[];
	gold: string[];
}

type Planner = RunOptions["planner"];
const planners: readonly Planner[] = ["baseline", "rounds", "guided", "learned"];

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			limit: { type: "string", default: "1000" },
			set: { type: "string" },
			split: { type: "string" },
			planner: { type: "string" },
			"no-vectors": { type: "boolean", default: false },
		},
	});
	const wanted = planners.filter((planner) => values.planner === undefined || values.planner === planner);
	const asked = questions(values.set).filter(({ id }) => values.split === undefined || values.split === splitOf(id));
	const folders = [join(data, "corpus.jsonl")];
	const fused = await openCorpus({ folders, indexFolder, vectors: !values["no-vectors"], complete: true });
	const words = await openCorpus({ folders, indexFolder, vectors: false });
	try {
		for (const set of ["HotpotQA", "MuSiQue"] as const) {
			const some = asked.filter((one) => one.set === set).slice(0, Number(values.limit));
			if (some.length > 0) await measure(set, some, wanted, fused, words);
		}
	} finally {
		await fused.close();
		await words.close();
	}
	console.log(`\n${intervals}`);
}

async function measure(
	set: string,
	asked: Question[],
	wanted: readonly Planner[],
	fused: Corpus,
	words: Corpus,
): Promise<void> {
	const table = new Table();
	for (const question of asked) {
		const add = (row: string, value: number) => table.score(splitOf(question.id), row, value);
		const byWords = await firstRecords(words, question.text, reads);
		const byBoth = await firstRecords(fused, question.text, reads);
		add("BM25, top 5: all gold", holds(byWords.slice(0, 5), question.gold));
		add("BM25, top 10: all gold", holds(byWords, question.gold));
		add("fused, top 5: all gold", holds(byBoth.slice(0, 5), question.gold));
		add("fused, top 10: all gold", holds(byBoth, question.gold));
		for (const planner of wanted) {
			const began = performance.now();
			const state = await researched(fused, question.text, "quick", { planner });
			add(`${planner}: seconds`, (performance.now() - began) / 1000);
			const read = state.sources.map(({ url }) => recordOf(url));
			add(`${planner}: all gold read`, holds(read, question.gold));
			add(`${planner}: answer in the report`, answerIn(state, question.answers));
			add(`${planner}: pages read`, read.length);
		}
	}
	table.print(`${set}: ${asked.length} questions`);
}

function holds(read: string[], gold: string[]): number {
	return gold.every((id) => read.includes(id)) ? 1 : 0;
}

/** Whether one of the accepted answers stands in the report's own sentences or blocks. The echoed question does not count. */
function answerIn({ report }: ResearchState, answers: string[]): number {
	if (!report) return 0;
	const cells = (report.table?.rows ?? []).flatMap((row) =>
		row.cells.flatMap((cell) => ("text" in cell ? [cell.text] : [])),
	);
	const said = [
		...report.sections.flatMap(({ sentences }) => sentences.map(({ text }) => plain(text))),
		...blocksIn(report).map((block) => plain(blockText(block))),
		...cells.map(plain),
	];
	const shown = (wanted: string) => said.some((text) => ` ${text} `.includes(` ${wanted} `));
	return answers.map(plain).some((one) => !/^(?:yes|no)$/u.test(one) && shown(one)) ? 1 : 0;
}

function plain(text: string): string {
	return comparisonForm(text)
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}

export function questions(only: string | undefined): Question[] {
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
