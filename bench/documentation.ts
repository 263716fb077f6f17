/**
 * `npm run bench -- documentation [--questions FILE] [--limit N] [--words] [--each] [--half tuning|held-out]`: questions over manuals of this
 * machine, a JSON object a line (`bench/support/documentation.ts`; those of the project by default, which need Debian's linux-doc-6.1,
 * git-doc, apache2-doc and debian-policy; beside them `services.jsonl` needs borgbackup-doc, exim4-doc-html, valgrind and rsyslog-doc, `daemons.jsonl` bind9-doc, ntpsec-doc and
 * aptitude-doc-en, `entries.jsonl` git-doc and bind9-doc). Research at standard depth by words, kept in the cache; then the report with meaning, by `--words` without. Counted: what
 * the report says of its passages (an answer, not certain, only the nearest, no report), and whether one of the passages holds all words that
 * the answer needs. Risk: how many of the first passages that are stated as the answer do not hold it. Coverage: how many of the questions
 * that a page answers have a first passage that is stated and holds the answer. Controls: the best passage of one search by words, and the
 * best three.
 */
import { parseArgs } from "node:util";
import { blocksIn, type Draft, nearestPassages, uncertainPassages, uncertaintyNote } from "../src/evidence/report.ts";
import { draft } from "../src/reasoning/rules/report/draft.ts";
import { blockText } from "../src/verification/check-block.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "./support/documentation.ts";
import { draftInputOf } from "./support/inputs.ts";
import { readOnce } from "./support/read-once.ts";
import { halfOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

type Outcome = "answer" | "not certain" | "nearest" | "no report";

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			questions: { type: "string" },
			limit: { type: "string", default: "1000" },
			words: { type: "boolean", default: false },
			each: { type: "boolean", default: false },
			half: { type: "string" },
		},
	});
	const manuals = new Manuals(false);
	const { close, ...models } = readOnce();
	const read = values.words ? {} : models;
	const table = new Table<string>();
	const questions = documentationQuestions(values.questions)
		.filter(({ id }) => values.half === undefined || halfOf(id) === values.half)
		.slice(0, Number(values.limit));
	try {
		for (const question of questions) {
			const corpus = () => manuals.corpus(question.manual);
			const input = await draftInputOf(corpus, question.question, question.manual);
			const places = async (query: string) => (await corpus()).search(query, 30);
			const report = input && (await draft({ ...input, ...read, places }));
			const best = (await (await corpus()).search(question.question, 3)).map(({ snippet }) => snippet);
			const said = count(table, question, report, best);
			if (values.each) console.log(`${halfOf(question.id)} ${question.id} “${question.question}”: ${said}`);
		}
	} finally {
		await Promise.all([manuals.close(), close()]);
	}
	table.print(`${questions.length} documentation questions`);
	console.log(`\n${intervals}`);
}

/** Counts one question, and says what came of it. */
function count(
	table: Table<string>,
	{ id, required }: DocumentationQuestion,
	report: Draft | undefined,
	best: readonly string[],
): string {
	const outcome = outcomeOf(report);
	const blocks = blocksIn(report ?? { sections: [] }).map(blockText);
	const rank = blocks.findIndex((text) => holdsAnswer(text, required));
	const isRight = rank >= 0 && rank < 3;
	for (const column of ["all", halfOf(id)]) {
		const score = (row: string, is: boolean) => table.score(column, row, is ? 1 : 0);
		if (outcome === "answer") score("risk: stated as the answer, wrong", rank !== 0);
		score("control: first passage always stated, wrong", !holdsAnswer(best[0] ?? "", required));
		if (required.length === 0) {
			for (const one of outcomes) score(`unanswerable: ${one}`, outcome === one);
			continue;
		}
		score("coverage: answerable, stated and right", outcome === "answer" && rank === 0);
		for (const one of outcomes.slice(0, 3)) {
			score(`answerable: ${one}, one of three holds it`, outcome === one && isRight);
			score(`answerable: ${one}, none does`, outcome === one && !isRight);
		}
		score("answerable: no report", outcome === "no report");
		score("answerable: first passage", rank === 0);
		score("answerable: one of three", isRight);
		score("control: first passage", holdsAnswer(best[0] ?? "", required));
		score(
			"control: one of three",
			best.some((text) => holdsAnswer(text, required)),
		);
	}
	return `${outcome}, ${required.length === 0 ? "unanswerable" : rank < 0 ? "does not hold it" : `place ${rank + 1}`}; ${blocks[0]?.replace(/\s+/g, " ").slice(0, 160) ?? ""}`;
}
const outcomes: readonly Outcome[] = ["answer", "not certain", "nearest", "no report"];

function outcomeOf(report: Draft | undefined): Outcome {
	const [first] = report?.sections ?? [];
	if (!first) return "no report";
	if (first.heading === nearestPassages) return "nearest";
	const isUnsure = first.heading === uncertainPassages || first.sentences.some(({ text }) => text === uncertaintyNote);
	return isUnsure ? "not certain" : "answer";
}
