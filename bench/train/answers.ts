/**
 * `npm run train -- answers --questions FILE`: how much each feature of a candidate value counts, the calibrated chance that the best
 * one is what is asked for. FILE: questions over installed manuals.
 * The label of a value says whether a document gives it as an answer, not whether it is true: planted falsehoods of RAMDocs count as
 * asked for, since a contradiction is shown as a dispute.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FeatureName, featureNames } from "../../src/reasoning/extractive/answering/features.ts";
import {
	type ChanceName,
	candidatesIn,
	chanceFeatures,
	chanceNames,
	rivalsOf,
	valuesOf,
} from "../../src/reasoning/extractive/answering/values.ts";
import { wantedOf } from "../../src/reasoning/extractive/answering/wanted.ts";
import { type AnswerCase, answerCases, isRight } from "../support/answer-cases.ts";
import { docCases } from "../support/doc-cases.ts";
import { questionsFile } from "../support/docs-file.ts";
import { bins } from "../support/reliability.ts";
import { type Example, learn, trained } from "./logistic.ts";

const file = join(import.meta.dirname, "../../src/reasoning/extractive/answering/weights.json");

export async function run(args: string[]): Promise<void> {
	const questions = questionsFile(args);
	trainOn(answerCases("tuning"), questions === undefined ? [] : await docCases(questions, "tuning"));
}

/** Learns and writes the weights, and prints how the chances hold. */
function trainOn(cases: readonly AnswerCase[], docs: readonly AnswerCase[]): void {
	const { rank, tops, origin } = answerExamples(cases, docs);
	const { model: chance, chances } = trained(chanceNames, tops, `${origin}, ${tops.length} best values`);
	const weights = { rank, chance };
	writeFileSync(file, `${JSON.stringify(weights, rounded, "\t")}\n`);
	console.log(rank.features, chance.features);
	console.log(`best value right: ${tops.filter(({ label }) => label).length} of ${tops.length}`);
	for (const line of bins(chances, tops)) console.log(line);
}

/** The candidate values, and the best one of each question. */
export function answerExamples(cases: readonly AnswerCase[], docs: readonly AnswerCase[]) {
	const weight = documentationWeight;
	const all = [
		...cases.map((one) => ({ one, weight: 1 })),
		...docs.filter(({ set }) => set.endsWith("value")).map((one) => ({ one, weight })),
	].map((each) => ({
		...each,
		found: candidatesIn(each.one.input, wantedOf(each.one.input.question, each.one.input.route)),
	}));
	const spans = all.flatMap(({ one, weight, found }) =>
		found.map(
			({ features, span }): Example<FeatureName> => ({
				features,
				label: isRight(span.text, one),
				group: one.id,
				weight,
			}),
		),
	);
	const origin = `HotpotQA, MuSiQue, RAMDocs and questions over manuals, tuning halves: ${all.length} questions`;
	const rank = learn(featureNames, spans, `${origin}, ${spans.length} candidate values`);
	const tops = all.flatMap(({ one, weight, found }): Example<ChanceName>[] => {
		const [best, ...others] = valuesOf(found, rank);
		if (!best) return [];
		const features = chanceFeatures(best, rivalsOf(best, others, one.input));
		return [{ features, label: isRight(best.text, one), group: one.id, weight }];
	});
	return { spans, rank, tops, origin };
}

/** There are some thirty questions of the sets for each over a manual that has a value. */
const documentationWeight = 8;

function rounded(_key: string, value: unknown): unknown {
	return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
