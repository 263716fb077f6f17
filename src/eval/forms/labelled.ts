import { shortLine } from "../../base/text.ts";
import type { Form } from "./form.ts";
import { optionalText, textField, textsField } from "./record.ts";

/** Characters of the evidence that a judge is shown. What is longer would be cut, and its label with it: such statements are left out of suites. */
export const evidenceLongest = 12_000;

/** Characters of what stands before a statement. */
const beforeLongest = 400;

/** What each human label counts. */
const labels: Readonly<Record<string, number>> = {
	...{ attributable: 1, "not attributable": 0 },
	...{ supported: 1, partially_supported: 0.5, not_supported: 0 },
};

/**
 * Statements with passages and human labels, to calibrate judges: nothing is researched. AttributionBench (Li et al. 2024, arXiv:2402.15089: `claim`,
 * `references`, `attribution_label`) and WiCE (Kamoi et al. 2023, arXiv:2303.01432: `claim`, `evidence`, `label`).
 */
export const labelledCitations: Form = {
	name: "labelled-citations",
	title: "statements and passages with human labels; calibrates judges",
	defined: "AttributionBench (arXiv:2402.15089), WiCE (arXiv:2303.01432)",
	labelled: true,
	figures: [
		{
			...{ name: "asPeople", label: "verdicts equal to the human label", by: ["citation"], headline: true },
			value({ criteria }, verdicts) {
				const [criterion] = criteria;
				const met = criterion && verdicts.get(criterion.id)?.met;
				if (!criterion || met === undefined || met === null) return undefined;
				// Where people had two labels, a partial support is none.
				return Number(criterion.expected === (criterion.isBinary ? Math.floor(met) : met));
			},
		},
	],
	parse(record) {
		const label = textField(record, "attribution_label", "label");
		const expected = labels[label];
		if (expected === undefined) throw new Error(`"${label}" is none of the labels ${Object.keys(labels).join(", ")}`);
		const evidence = textsField(record, "references", "evidence").join("\n").slice(0, evidenceLongest).toWellFormed();
		const claim = textField(record, "claim");
		const question = optionalText(record, "question");
		const before = optionalText(record, "before") ?? (question && `the question that it answers: ${question}`);
		return {
			...{ id: optionalText(record, "id"), question: question ?? claim },
			part: optionalText(record, "src_dataset"),
			criteria: [
				{
					...{ id: "c1", kind: "citation", text: claim, weight: 1, passages: [{ text: evidence }], expected },
					isBinary: label.includes("attributable"),
					...(before === undefined ? {} : { before: shortLine(before, beforeLongest) }),
				},
			],
		};
	},
};
