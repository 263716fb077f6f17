/**
 * `npm run bench -- deepscholar [--ask title|abstract] [--limit N] [--no-vectors]`: DeepScholar-Bench, 30 papers over 1,037 abstracts
 * that the related-work sections of 60 papers cite. Asked is "What does related work say about TITLE?", then the paper's abstract. The
 * whole flow runs in this process at standard depth (20 page reads). Counted: the share of the cited works that are among the pages
 * read and among those that the report cites, and among the first 20 of one search. A question that is longer than a command may
 * be is not asked and counts 0. The cited works are looked at after a run has ended.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { limits } from "../src/base/limits.ts";
import { depths } from "../src/evidence/plan.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { data } from "../test/support/data.ts";
import { firstRecords, recordOf, researched } from "./support/research.ts";
import { rowsOf } from "./support/rows.ts";
import { splitOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const indexFolder = join(import.meta.dirname, "../node_modules/.cache/assay-bench");
const first = depths.standard.sources;

export interface Task {
	id: string;
	title: string;
	abstract: string;
	/** Ids of the cited works. */
	gold: string[];
}

export const forms = {
	title: ({ title }: Task) => `What does related work say about ${title}?`,
	abstract: ({ abstract }: Task) => abstract,
};

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			ask: { type: "string" },
			limit: { type: "string", default: "1000" },
			"no-vectors": { type: "boolean", default: false },
		},
	});
	const tasks = rowsOf<Task>("deepscholar/tasks.jsonl").slice(0, Number(values.limit));
	const folders = [join(data, "deepscholar/corpus.jsonl")];
	const fused = await openCorpus({ folders, indexFolder, vectors: !values["no-vectors"], complete: true });
	const words = await openCorpus({ folders, indexFolder, vectors: false });
	try {
		for (const [form, questionOf] of Object.entries(forms)) {
			if (values.ask !== undefined && values.ask !== form) continue;
			const table = new Table();
			for (const task of tasks) await measure(table, task, questionOf(task), fused, words);
			table.print(`${tasks.length} papers, asked by ${form}: share of the cited works`);
		}
	} finally {
		await fused.close();
		await words.close();
	}
	console.log(`\n${intervals}`);
}

async function measure(table: Table, task: Task, question: string, fused: Corpus, words: Corpus): Promise<void> {
	const add = (row: string, value: number) => table.score(splitOf(task.id), row, value);
	const shareIn = (ids: readonly string[]) => task.gold.filter((id) => ids.includes(id)).length / task.gold.length;
	add(`BM25, first ${first}`, shareIn(await firstRecords(words, question, first)));
	add(`fused, first ${first}`, shareIn(await firstRecords(fused, question, first)));
	const isAsked = question.length <= limits.questionCharacters;
	const began = performance.now();
	const state = isAsked ? await researched(fused, question, "standard") : undefined;
	const sources = state?.sources ?? [];
	const cited = sources.filter(({ id }) => state?.report?.sourceIds.includes(id));
	add("pages read", shareIn(sources.map(({ url }) => recordOf(url))));
	add("pages quoted", shareIn(cited.map(({ url }) => recordOf(url))));
	add("count of pages read", sources.length);
	add("count of pages quoted", cited.length);
	add("reports", state?.report ? 1 : 0);
	add("too long to be asked", isAsked ? 0 : 1);
	if (isAsked) add("seconds", (performance.now() - began) / 1000);
}
