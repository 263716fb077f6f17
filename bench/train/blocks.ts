/**
 * `npm run train -- blocks --questions FILE`: what makes a passage worth showing: of documentation questions (as `bench --
 * documentation`) the passages that hold the answer. It is learned with vectors and without, as a ranking within the question. The
 * research is made once and cached.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { passagesOf } from "../../src/reasoning/extractive/blocks/candidates.ts";
import { type Signal, signals, signalsOf, textOf } from "../../src/reasoning/extractive/blocks/score.ts";
import { analysisOf } from "../../src/reasoning/extractive/question/analysis.ts";
import { openMeaning } from "../../src/sources/vectors/meaning.ts";
import { documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { type DraftInput, draftInputOf } from "../support/inputs.ts";
import { crossValidated, type Example, firstsOf, learnFirst, type Settings, writeModel } from "./logistic.ts";

const weights = join(import.meta.dirname, "../../src/reasoning/extractive/blocks/weights.json");
export const settings: Settings = { by: learnFirst, l2: 0.02 };

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({ args, options: { questions: { type: "string" } } });
	writeModel(weights, {
		meaning: shown("with vectors", signals, await fromDocumentation(values.questions, true)),
		words: shown("by words", withoutMeaning, await fromDocumentation(values.questions, false)),
	});
}
const withoutMeaning = signals.filter((name) => name !== "meaning");

/** The model of examples, with its cross-validated share of questions whose best passage is right. */
function shown(title: string, names: readonly Signal[], examples: readonly Example<Signal>[]) {
	const firsts = firstsOf(crossValidated(names, examples, settings), examples);
	const right = firsts.reduce((sum, one) => sum + one, 0);
	const groups = new Set(examples.map(({ group }) => group)).size;
	console.log(
		`${title}: ${examples.length} passages of ${groups} questions; the best is right ${right} of ${firsts.length}`,
	);
	const model = learnFirst(
		names,
		examples,
		`${title}: ${examples.length} passages of ${groups} questions (tuning)`,
		settings,
	);
	return { ...model, features: { ...zero, ...model.features }, means: { ...zero, ...model.means } };
}
const zero = Object.fromEntries(signals.map((name) => [name, 0]));

export async function fromDocumentation(file: string | undefined, vectors: boolean): Promise<Example<Signal>[]> {
	const manuals = new Manuals(false);
	const meaning = openMeaning(console.error);
	const out: Example<Signal>[] = [];
	for (const { id, manual, question, required } of documentationQuestions(file)) {
		if (required.length === 0) continue;
		const input = await draftInputOf(() => manuals.corpus(manual), question, manual);
		if (!input) continue;
		const rows = await rowsOf(input, question, vectors ? meaning.similarity : undefined);
		out.push(
			...rows.map(({ one, features }) => ({ features, label: holdsAnswer(textOf(one.passage), required), group: id })),
		);
	}
	await Promise.all([manuals.close(), meaning.close()]);
	return out;
}

function rowsOf(input: DraftInput, question: string, similarity: DraftInput["similarity"]) {
	const analysis = analysisOf(question, input.route);
	return signalsOf(passagesOf(input, analysis, "place"), { ...input, similarity }, analysis, "place");
}
