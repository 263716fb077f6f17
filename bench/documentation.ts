/**
 * `npm run bench -- documentation --questions FILE [--limit N] [--vectors]`: questions over manuals of this machine, a JSON object a line
 * (`bench/support/documentation.ts`). The whole flow runs in this process at standard depth. Counted: whether the first passage, or one of
 * the first three, that the report shows holds all words that the answer needs; headlines, right and wrong; questions that no page
 * answers: without a headline, and without a report. Control: the paragraph with the best BM25 among the passages of one search.
 */
import { parseArgs } from "node:util";
import { blocksIn } from "../src/evidence/report.ts";
import { blockText } from "../src/verification/check-block.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "./support/documentation.ts";
import { researched } from "./support/research.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			questions: { type: "string" },
			limit: { type: "string", default: "1000" },
			vectors: { type: "boolean", default: false },
			misses: { type: "boolean", default: false },
		},
	});
	const manuals = new Manuals(values.vectors);
	const table = new Table<string>();
	const questions = documentationQuestions(values.questions).slice(0, Number(values.limit));
	try {
		for (const question of questions) {
			const missed = await measure(table, question, manuals);
			if (values.misses && missed !== undefined) console.log(`${question.id} “${question.question}”: ${missed}`);
		}
	} finally {
		await manuals.close();
	}
	table.print(`${questions.length} documentation questions`);
	console.log(`\n${intervals}`);
}

/** Counts one question; what it was answered with where its first passage does not hold the answer. */
async function measure(
	table: Table<string>,
	{ manual, kind, question, required, value }: DocumentationQuestion,
	manuals: Manuals,
): Promise<string | undefined> {
	const corpus = await manuals.corpus(manual);
	const began = performance.now();
	const { report } = await researched(corpus, question, "standard");
	const seconds = (performance.now() - began) / 1000;
	for (const column of ["all", kind]) table.score(column, "seconds", seconds);
	const headline = report?.answer?.text;
	if (required.length === 0) {
		table.score("all", "unanswerable: no headline", headline === undefined ? 1 : 0);
		table.score("all", "unanswerable: no report", report ? 0 : 1);
		return report && `no page answers; ${headline ?? "no headline"}`;
	}
	const blocks = blocksIn(report ?? { sections: [] }).map(blockText);
	const holds = blocks.map((text) => holdsAnswer(text, required));
	const [best] = await corpus.search(question, 1);
	for (const column of ["all", kind]) {
		table.score(column, "report", report ? 1 : 0);
		table.score(column, "first passage", holds[0] ? 1 : 0);
		table.score(column, "one of three", holds.slice(0, 3).includes(true) ? 1 : 0);
		table.score(column, "any passage", holds.includes(true) ? 1 : 0);
		table.score(column, "control: best paragraph", holdsAnswer(best?.snippet ?? "", required) ? 1 : 0);
		if (headline === undefined || value === undefined) continue;
		table.score(column, "headline right", holdsAnswer(headline, [value]) ? 1 : 0);
	}
	return holds[0] ? undefined : `${headline ?? "no headline"}; ${blocks[0]?.slice(0, 200) ?? "no passage"}`;
}
