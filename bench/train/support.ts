/** `npm run train -- support`: how likely references support a sentence, by how far they cover it. AttributionBench, tuning half. */
import { join } from "node:path";
import { coverageOf, supportSignalNames, supportSignals } from "../../src/reasoning/rules/support/sentence-coverage.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf } from "../support/split.ts";
import { areaUnderCurve, type Example, trained, writeModel } from "./logistic.ts";

interface Row {
	id: string;
	claim: string;
	references: string[];
	attribution_label: "attributable" | "not attributable";
}

export function supportExamples(): Example<(typeof supportSignalNames)[number]>[] {
	return rowsOf<Row>("attribution/dev.jsonl")
		.filter(({ id }) => splitOf(id) === "tuning")
		.map(({ id, claim, references, attribution_label: label }) => ({
			features: supportSignals(coverageOf(claim, references.join("\n"))),
			label: label === "attributable",
			group: id,
		}));
}

export function run(): Promise<void> {
	const examples = supportExamples();
	const origin = `AttributionBench, tuning half: ${examples.length} claims, ${examples.filter(({ label }) => label).length} supported`;
	const { model, chances } = trained(supportSignalNames, examples, origin);
	writeModel(join(import.meta.dirname, "../../src/reasoning/rules/support/weights.json"), model);
	const right = examples.filter(({ label }, at) => label === (chances[at] ?? 0) >= 0.5).length;
	console.log(origin);
	console.log(
		`cross-validated: right ${(right / examples.length).toFixed(3)}, area under the curve ${areaUnderCurve(chances, examples).toFixed(3)}`,
	);
	return Promise.resolve();
}
