/**
 * `npm run bench -- joined [--half tuning|held-out] [--manual NAME]… [--every N] [--words] [--each]`: two neighbouring questions of
 * `documentation` over one manual, asked as one question; with `--every` only each Nth pair. Counted: the share of the answers that a passage of the report holds, and the
 * words of the passages. Controls: the first six passages of one search for the joined question, and the first three for each question.
 */
import { parseArgs } from "node:util";
import { blocksIn, type Draft } from "../src/evidence/report.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { createRulesReasoner } from "../src/reasoning/rules/index.ts";
import { withPartSections } from "../src/research/part-sections.ts";
import { blockText } from "../src/verification/check-block.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "./support/documentation.ts";
import { type DraftInput, draftInputOf } from "./support/inputs.ts";
import { readOnce } from "./support/read-once.ts";
import { halfOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const sets = ["debian.jsonl", "services.jsonl"];

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			half: { type: "string" },
			manual: { type: "string", multiple: true },
			every: { type: "string", default: "1" },
			words: { type: "boolean", default: false },
			each: { type: "boolean", default: false },
		},
	});
	const pairs = sets
		.flatMap((set) => pairsOf(documentationQuestions(new URL(`documentation/${set}`, import.meta.url).pathname)))
		.filter(
			([{ id, manual }]) => (values.half ?? halfOf(id)) === halfOf(id) && (values.manual ?? [manual]).includes(manual),
		)
		.filter((_, at) => at % Number(values.every) === 0);
	const manuals = new Manuals(false);
	const { close, ...models } = readOnce();
	const table = new Table<string>();
	try {
		for (const pair of pairs) {
			const [{ id, manual }] = pair;
			const question = pair.map((one) => one.question).join(" ");
			const corpus = await manuals.corpus(manual);
			const search = async (query: string, most: number) =>
				(await corpus.search(query, most)).map(({ snippet }) => snippet);
			const input = await draftInputOf(async () => corpus, question, manual);
			const places = (query: string) => corpus.search(query, 30);
			const report = input && (await draftOf({ ...input, ...(values.words ? {} : models), places }));
			const shown = {
				report: blocksIn(report ?? { sections: [] }).map(blockText),
				"control: six passages of one search": await search(question, 6),
				"control: three passages for each question": (
					await Promise.all(pair.map((one) => search(one.question, 3)))
				).flat(),
			};
			for (const [row, texts] of Object.entries(shown))
				for (const column of ["all", halfOf(id), manual]) {
					for (const { required } of pair)
						table.score(column, `${row}: answers shown`, texts.some((text) => holdsAnswer(text, required)) ? 1 : 0);
					table.score(column, `${row}: words`, texts.join(" ").split(/\s+/).length);
				}
			if (values.each) {
				const held = pair.map(({ required }) => shown.report.some((text) => holdsAnswer(text, required)));
				const sections = report?.sections.map(({ heading, blocks = [] }) => `“${heading}” ${blocks.length}`);
				console.log(`${halfOf(id)} ${id} ${held} “${question}”: ${sections?.join(", ") ?? "no report"}`);
			}
		}
	} finally {
		await Promise.all([manuals.close(), close()]);
	}
	table.print(`${pairs.length} joined pairs of documentation questions`);
	console.log(`\n${intervals}`);
}

/** Neighbouring questions over one manual that both have an answer. */
function pairsOf(
	questions: readonly DocumentationQuestion[],
): (readonly [DocumentationQuestion, DocumentationQuestion])[] {
	const answerable = questions.filter(({ required }) => required.length > 0);
	return answerable.flatMap((one, at) => {
		const next = answerable[at + 1];
		return next?.manual === one.manual ? [[one, next] as const] : [];
	});
}

/** The report's draft as a run writes it. */
async function draftOf(input: DraftInput): Promise<Draft> {
	const reasoner = createRulesReasoner();
	const role = { signal: new AbortController().signal };
	const state = { subQuestions: input.plan.subQuestions, route: input.route } as ResearchState;
	return withPartSections(await reasoner.draft(input, role), state, input, reasoner, role);
}

if (import.meta.main) await run(process.argv.slice(2));
