/**
 * `npm run train -- blocks --questions FILE`: what makes a passage worth showing, and whether the best ones answer at all: of
 * documentation questions (as `bench -- documentation`) the passages that hold the answer. It is learned with vectors and without, the
 * first as a ranking within the question. Whether they answer is learned from questions on other matters, too: each eighth is asked of
 * another manual as well. The research is made once and cached.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { AnswerKind, QuestionAnalysis } from "../../src/evidence/question.ts";
import type { LinearModel } from "../../src/reasoning/linear-model.ts";
import {
	type AnswerableFeature,
	answerableFeatureNames,
	answerableFeatures,
} from "../../src/reasoning/rules/blocks/answer-chance.ts";
import { passagesWithClaims, readMaterial } from "../../src/reasoning/rules/blocks/candidates.ts";
import {
	type PassageSignal,
	passageSignalNames,
	passageText,
	readSignals,
	type SignalRow,
	scoreRows,
} from "../../src/reasoning/rules/blocks/score-passages.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { openPassageReader } from "../../src/sources/comprehension/passage-reader.ts";
import { openTextSimilarity } from "../../src/sources/vectors/text-similarity.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { type DraftInput, draftInputOf } from "../support/inputs.ts";
import { bins } from "../support/reliability.ts";
import {
	areaUnderCurve,
	crossValidated,
	type Example,
	firstsOf,
	learnFirst,
	type Settings,
	trained,
	writeModel,
} from "./logistic.ts";

const weights = join(import.meta.dirname, "../../src/reasoning/rules/blocks/weights.json");
export const settings: Settings = { by: learnFirst, l2: 0.02 };

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({ args, options: { questions: { type: "string" } } });
	const [meaning, words] = [
		await fromDocumentation(values.questions, true),
		await fromDocumentation(values.questions, false),
	];
	const ranked = {
		meaning: ranking("with vectors", passageSignalNames, meaning),
		words: ranking("by words", withoutMeaning, words),
	};
	writeModel(weights, {
		...JSON.parse(readFileSync(weights, "utf8")),
		...ranked,
		answerable: {
			meaning: answering("with vectors", answerableExamples(meaning, ranked.meaning)),
			words: answering("by words", answerableExamples(words, ranked.words)),
		},
	});
}
const withoutMeaning = passageSignalNames.filter((name) => !/^(?:meaning|tokens|answers|odds)$/u.test(name));

/** A question with the passages of what was read. `right`: those that hold the answer. */
interface Asked {
	id: string;
	kind: AnswerKind;
	rows: SignalRow[];
	right: Set<SignalRow>;
	isAnswerable: boolean;
}

/** Each passage of the questions that have an answer. */
export function rankingExamples(asked: readonly Asked[]): Example<PassageSignal>[] {
	return asked.flatMap(({ id, rows, right }) =>
		rows.map((row) => ({ features: row.features, label: right.has(row), group: id })),
	);
}

/** Each question, with whether a page of the manual answers it at all. */
export function answerableExamples(
	asked: readonly Asked[],
	model: LinearModel<PassageSignal>,
): Example<AnswerableFeature>[] {
	return asked.map(({ id, kind, rows, isAnswerable }) => ({
		features: answerableFeatures(scoreRows(model, rows), kind),
		label: isAnswerable,
		group: id,
	}));
}

/** The model of examples, with its cross-validated share of questions whose best passage is right. */
function ranking(title: string, names: readonly PassageSignal[], asked: readonly Asked[]): LinearModel<PassageSignal> {
	const examples = rankingExamples(asked);
	const firsts = firstsOf(crossValidated(names, examples, settings), examples);
	const right = firsts.reduce((sum, one) => sum + one, 0);
	console.log(
		`${title}: ${examples.length} passages of ${asked.length} questions; the best is right ${right} of ${firsts.length}`,
	);
	const origin = `${title}: ${examples.length} passages of ${asked.length} questions (tuning)`;
	const model = learnFirst(names, examples, origin, settings);
	return { ...model, features: { ...zero, ...model.features }, means: { ...zero, ...model.means } };
}
const zero = Object.fromEntries(passageSignalNames.map((name) => [name, 0])) as Record<PassageSignal, number>;

/** Whether a question can be answered, with how well its chance says so. */
function answering(title: string, examples: readonly Example<AnswerableFeature>[]): LinearModel<AnswerableFeature> {
	const { model, chances } = trained(
		answerableFeatureNames,
		examples,
		`${title}: ${examples.length} questions (tuning)`,
	);
	console.log(`${title}: answerable or not, area under the curve ${areaUnderCurve(chances, examples).toFixed(3)}`);
	for (const line of bins(chances, examples)) console.log(line);
	for (const told of [0, 1]) {
		const own = examples.flatMap(({ features, label }, at) =>
			features.told === told ? [{ label, chance: chances[at] ?? 0 }] : [],
		);
		const below = (share: number, of: boolean) =>
			`${own.filter(({ label, chance }) => label === of && chance < share).length} of ${own.filter(({ label }) => label === of).length}`;
		for (const share of [0.4, 0.5, 0.6, 0.7])
			console.log(
				`told ${told}, refused below ${share}: answerable ${below(share, true)}, unanswerable ${below(share, false)}`,
			);
	}
	return model;
}

export async function fromDocumentation(file: string | undefined, vectors: boolean): Promise<Asked[]> {
	const manuals = new Manuals(false);
	const meaning = openTextSimilarity(console.error);
	const reader = openPassageReader(console.error);
	const out: Asked[] = [];
	for (const { id, manual, question, required } of withOffTopic(documentationQuestions(file))) {
		const input = await draftInputOf(() => manuals.corpus(manual), question, manual);
		if (!input) continue;
		const places = async (query: string) => (await manuals.corpus(manual)).search(query, 30);
		const analysis = analysisOf(question, input.route);
		const read = vectors ? { similarity: meaning.similarity, readPassages: reader.read } : {};
		const rows = await rowsOf({ ...input, ...read, places }, analysis);
		const right = new Set(rows.filter(({ one }) => holdsAnswer(passageText(one.passage), required)));
		out.push({
			id,
			kind: analysis.kind,
			rows,
			right,
			isAnswerable: required.length > 0,
		});
	}
	await Promise.all([manuals.close(), meaning.close(), reader.close()]);
	return out;
}

/** Each eighth question is asked of the next manual, too, which does not answer it. */
function withOffTopic(questions: readonly DocumentationQuestion[]): DocumentationQuestion[] {
	const names = [...new Set(questions.map(({ manual }) => manual))];
	const others = questions.filter((_one, at) => at % offTopicEach === 0);
	const elsewhere = (manual: string) => names[(names.indexOf(manual) + 1) % names.length] ?? manual;
	return [
		...questions,
		...(names.length > 1
			? others.map((one) => ({ ...one, id: `${one.id} elsewhere`, manual: elsewhere(one.manual), required: [] }))
			: []),
	];
}
const offTopicEach = 8;

async function rowsOf(input: DraftInput, analysis: QuestionAnalysis): Promise<SignalRow[]> {
	const read = await readMaterial(input);
	return readSignals(passagesWithClaims(input, "place", read), input, analysis, "place", read.hits);
}
