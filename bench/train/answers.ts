/**
 * `npm run train -- answers`: how much each feature of a candidate value counts, and the calibrated chance that the best one is what is
 * asked for. The label says whether a document gives the value as an answer, not whether it is true: planted falsehoods of RAMDocs
 * count as asked for, since a contradiction is shown as a dispute.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FeatureName, featureNames } from "../../src/reasoning/extractive/answering/features.ts";
import {
	type ChanceName,
	chanceFeatures,
	chanceNames,
	rivalsOf,
	valuesIn,
} from "../../src/reasoning/extractive/answering/values.ts";
import { wantedOf } from "../../src/reasoning/extractive/answering/wanted.ts";
import { answerCases, isRight } from "../support/answer-cases.ts";
import { bins } from "../support/reliability.ts";
import { type Example, learn, trained } from "./logistic.ts";

const file = join(import.meta.dirname, "../../src/reasoning/extractive/answering/weights.json");

function rounded(_key: string, value: unknown): unknown {
	return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

export async function run(): Promise<void> {
	const cases = answerCases("tuning");
	const spans: Example<FeatureName>[] = [];
	for (const one of cases)
		for (const value of valuesIn(one.input))
			spans.push({ features: value.features, label: isRight(value.text, one), group: one.id });
	const origin = `HotpotQA, MuSiQue, RAMDocs and documentation, tuning halves: ${cases.length} questions`;
	const rank = learn(featureNames, spans, `${origin}, ${spans.length} candidate values`);
	const tops: Example<ChanceName>[] = cases.flatMap((one) => {
		const [best, ...others] = valuesIn(one.input, wantedOf(one.input.question, one.input.route), rank);
		if (!best) return [];
		const features = chanceFeatures(best, rivalsOf(best, others, one.input), one.input);
		return [{ features, label: isRight(best.text, one), group: one.id }];
	});
	const { model: chance, chances } = trained(chanceNames, tops, `${origin}, ${tops.length} best values`);
	writeFileSync(file, `${JSON.stringify({ rank, chance }, rounded, "\t")}\n`);
	console.log(rank.features, chance.features, chance.scale);
	console.log(`best value right: ${tops.filter(({ label }) => label).length} of ${tops.length}`);
	for (const line of bins(chances, tops)) console.log(line);
}
