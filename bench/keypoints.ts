/**
 * `npm run bench -- keypoints --data FOLDER [--ids 1,2] [--words 800] [--no-vectors] [--acceptance]`: how much of what real web pages
 * say on a broad question a report quotes. FOLDER is a copy of `cxcscmu/deepresearch_benchmarking` (d5fa708b). The whole flow runs in
 * this process, at standard depth, over the pages of one question. A key point counts when a quoted sentence shares half of the content
 * words of one of its spans, or the span holds four fifths of the sentence's. By that rule the question said again finds points, so
 * a strict hit also shares two words that are not the question's. Beside it, summaries of the statements of the same pages: at the
 * report's own length and at the limit. Key points are read after the run has ended.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../src/base/errors.ts";
import { openCorpus } from "../src/sources/corpus/corpus.ts";
import { centroidSummary } from "./support/centroid.ts";
import { cut, type KeyPointQuestion, keyPointQuestions, keyPointsOf, scoreOf } from "./support/key-points.ts";
import { lexRankSummary } from "./support/lex-rank.ts";
import { quotedSentences } from "./support/quoted.ts";
import { researched } from "./support/research.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";
import { sentencesOf, wordCount } from "./support/words.ts";

const cache = join(import.meta.dirname, "../node_modules/.cache/assay-bench/keypoints");
/** Shorter lines of a page are menus and headings, longer ones are lists without full stops. Words. */
const [shortest, longest] = [8, 60];

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			data: { type: "string" },
			ids: { type: "string" },
			words: { type: "string", default: "800" },
			"no-vectors": { type: "boolean", default: false },
			acceptance: { type: "boolean", default: false },
		},
	});
	if (!values.data)
		throw new UsageError("DATA_MISSING", "no data is named", {
			hint: "say --data FOLDER, a copy of github.com/cxcscmu/deepresearch_benchmarking (d5fa708b)",
		});
	const questions = keyPointQuestions(values.data, values.ids?.split(",") ?? [], values.acceptance);
	const limit = Number(values.words);
	const all = new Table<string>();
	for (const question of questions) {
		const { quoted, seconds, pages } = await quotedBy(question, !values["no-vectors"]);
		const own = cut(quoted, limit);
		const length = wordCount(own.join(" "));
		const sentences = statementsOf(question);
		const summaries = {
			assay: own,
			"centroid, as long": centroidSummary(sentences, length),
			"LexRank, as long": lexRankSummary(sentences, length),
			[`centroid, ${limit}`]: centroidSummary(sentences, limit),
			[`LexRank, ${limit}`]: lexRankSummary(sentences, limit),
		};
		const points = keyPointsOf(values.data, question.id);
		const one = new Table<string>();
		for (const [name, summary] of Object.entries(summaries)) {
			const add = (column: string, hits: number, of: number) => {
				one.share(column, name, hits, of);
				// Without a sentence there is no precision; recall is 0.
				if (of > 0) all.score(column, name, hits / of);
			};
			const [plain, strict] = [scoreOf(summary, points), scoreOf(summary, points, question.text)];
			add("recall", plain.found, points.length);
			add("precision", plain.right, summary.length);
			add("strict recall", strict.found, points.length);
			add("strict precision", strict.right, summary.length);
			const words = wordCount(summary.join(" "));
			one.cell("words", name, String(words));
			all.score("words", name, words);
		}
		one.cell("seconds", "assay", seconds.toFixed(1));
		all.score("seconds", "assay", seconds);
		one.print(`${question.id} “${question.text}”: ${question.pages.length} pages, ${pages} read`);
	}
	all.print(`${questions.length} questions: means over questions`);
	console.log(`\n${intervals}`);
}

/** What the controls choose from: each sentence once, without questions. */
function statementsOf({ pages }: KeyPointQuestion): string[] {
	const sentences = new Set(pages.flatMap(({ text }) => sentencesOf(text)));
	return [...sentences].filter((sentence) => {
		const words = wordCount(sentence);
		return words >= shortest && words <= longest && !sentence.endsWith("?");
	});
}

/** What the report on a question quotes, the seconds of the research (the index is made before), and the pages read. */
async function quotedBy(
	{ id, text, pages }: KeyPointQuestion,
	vectors: boolean,
): Promise<{ quoted: string[]; seconds: number; pages: number }> {
	const folder = join(cache, id);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "pages.jsonl"), pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
	const corpus = await openCorpus({ folders: [folder], indexFolder: cache, vectors, complete: true });
	try {
		const began = performance.now();
		const state = await researched(corpus, text, "standard");
		return {
			quoted: quotedSentences(state),
			seconds: (performance.now() - began) / 1000,
			pages: state.sources.length,
		};
	} finally {
		await corpus.close();
	}
}
