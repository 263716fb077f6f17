/**
 * `npm run train -- blocks --questions FILE --data FOLDER`: what makes a passage worth showing. Of documentation questions (as `bench --
 * documentation`), where one place answers: the passages that hold the answer. Of key points (as `bench -- keypoints`, open ids), where
 * many sources say parts of the matter: the passages of which half of the sentences hit a point. The research is made once and cached.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../../src/base/errors.ts";
import { candidatesOf } from "../../src/reasoning/extractive/blocks/candidates.ts";
import { type Scored, type Signal, signals, textOf } from "../../src/reasoning/extractive/blocks/score.ts";
import { analysisOf } from "../../src/reasoning/extractive/question/analysis.ts";
import { openCorpus } from "../../src/sources/corpus/corpus.ts";
import { documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { draftInputOf } from "../support/inputs.ts";
import { keyPointQuestions, keyPointsOf, scoreOf } from "../support/key-points.ts";
import { sentencesOf } from "../support/words.ts";
import { areaUnderCurve, crossValidated, type Example, learn, writeModel } from "./logistic.ts";

const folder = join(import.meta.dirname, "../../src/reasoning/extractive/blocks");
const cache = join(import.meta.dirname, "../../node_modules/.cache/assay-bench/keypoints");
/** Strength of the penalty: some signals say much the same. */
export const l2 = 3;
/** Positive and negative examples of a question weigh so much together. */
const questionWeight = 10;

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({ args, options: { questions: { type: "string" }, data: { type: "string" } } });
	if (!values.data) throw new UsageError("DATA_MISSING", "no key points are named", { hint: "say --data FOLDER" });
	const places = await fromDocumentation(values.questions);
	write("weights.json", places, `documentation questions (tuning), ${count(places)}`);
	const matters = await fromKeyPoints(values.data);
	write("weights-matter.json", matters, `key points, open ids, ${count(matters)}`);
}

export async function fromDocumentation(file: string | undefined): Promise<Example<Signal>[]> {
	const manuals = new Manuals(false);
	const out: Example<Signal>[] = [];
	for (const { id, manual, question, required, kind } of documentationQuestions(file)) {
		if (required.length === 0) continue;
		const input = await draftInputOf(() => manuals.corpus(manual), question, manual);
		if (!input) continue;
		const analysis = analysisOf(question, input.route);
		const found = candidatesOf(input, analysis).map((one) => ({
			one,
			label: holdsAnswer(textOf(one.passage), required),
		}));
		// A question of whose answer nothing was read teaches nothing.
		if (found.some(({ label }) => label)) out.push(...balanced(found, `${kind} ${id}`));
	}
	await manuals.close();
	return out;
}

export async function fromKeyPoints(data: string): Promise<Example<Signal>[]> {
	const out: Example<Signal>[] = [];
	for (const { id, text, pages } of keyPointQuestions(data, [], false)) {
		const open = async () => {
			mkdirSync(join(cache, id), { recursive: true });
			writeFileSync(join(cache, id, "pages.jsonl"), pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
			return openCorpus({ folders: [join(cache, id)], indexFolder: cache, vectors: false });
		};
		const input = await draftInputOf(open, text, `keypoints ${id}`);
		if (!input) continue;
		const points = keyPointsOf(data, id);
		const analysis = { ...analysisOf(text, input.route), kind: "explanation" as const };
		const found = candidatesOf(input, analysis).map((one) => {
			const sentences = one.passage.pieces.flatMap((piece) => sentencesOf(piece.text));
			return { one, label: scoreOf(sentences, points).right * 2 >= sentences.length };
		});
		out.push(...balanced(found, id));
	}
	return out;
}

function balanced(found: readonly { one: Scored; label: boolean }[], group: string): Example<Signal>[] {
	const right = found.filter(({ label }) => label).length;
	return found.map(({ one, label }) => ({
		features: one.features,
		label,
		group,
		weight: questionWeight / Math.max(1, label ? right : found.length - right),
	}));
}

function write(file: string, examples: readonly Example<Signal>[], origin: string): void {
	const scores = crossValidated(signals, examples, { l2 });
	console.log(
		`${file}: ${origin}; area under the curve, cross-validated ${areaUnderCurve(scores, examples).toFixed(3)}`,
	);
	writeModel(join(folder, file), learn(signals, examples, origin, { l2 }));
}

function count(examples: readonly Example<Signal>[]): string {
	const questions = new Set(examples.map(({ group }) => group)).size;
	return `${examples.filter(({ label }) => label).length} of ${examples.length} passages of ${questions} questions`;
}
