/**
 * `npm run bench -- rules [--model NAME] [--questions FILE] [--sample N]`: what each learned signal brings, on tuning data. The models
 * are learned and measured by the trainers' cross-validation; then one feature after the other is set to its mean. Of the kinds of question
 * the model is learned anew without the signal. `first`: share of questions whose highest candidate is right; `Brier`: 1 less the mean
 * squared error of the calibrated chance. FILE: questions over manuals; N: rows of each set that claims are taken from.
 */
import { parseArgs } from "node:util";
import { disputeSignalNames as disputeSignals } from "../src/reasoning/disputes/value-pairs.ts";
import { logistic, scoreOf } from "../src/reasoning/linear-model.ts";
import { answerableFeatureNames } from "../src/reasoning/rules/blocks/answer-chance.ts";
import { passageSignalNames as blockSignals } from "../src/reasoning/rules/blocks/score-passages.ts";
import { wordingSignals as kindSignals } from "../src/reasoning/rules/question/kind.ts";
import { claimSignalNames as claimSignals } from "../src/reasoning/rules/reading/page-query.ts";
import { supportSignalNames as supportSignals } from "../src/reasoning/rules/support/sentence-coverage.ts";
import { bootstrapped, intervals, mean } from "./support/statistics.ts";
import { answerableExamples, fromDocumentation, settings as ranked, rankingExamples } from "./train/blocks.ts";
import { claimSets } from "./train/claims.ts";
import { disputeExamples } from "./train/disputes.ts";
import { type Example, firstsOf, foldModels, learnFirst, platt, type Settings } from "./train/logistic.ts";
import { questionExamples, rightKinds } from "./train/questions.ts";
import { supportExamples } from "./train/support.ts";

type Figure = "first" | "Brier";
interface Options {
	questions?: string | undefined;
	sample: string;
}

const models: Record<string, (options: Options) => Promise<void> | void> = {
	disputes: () => shown("disputes", disputeSignals, disputeExamples(), "Brier"),
	support: () => shown("support", supportSignals, supportExamples(), "Brier"),
	questions: ({ questions }) => {
		const examples = questionExamples(questions);
		print(
			"questions: right kind",
			`${examples.length} questions`,
			rightKinds(examples),
			Object.keys(kindSignals),
			(name) => rightKinds(examples, name),
		);
	},
	claims: async ({ sample }) => {
		for (const { name, examples } of await claimSets(["--sample", sample]))
			shown(`claims, ${name}`, claimSignals, examples, "first");
	},
	blocks: async ({ questions }) => {
		const asked = await fromDocumentation(questions, true);
		const examples = rankingExamples(asked);
		shown("blocks", blockSignals, examples, "first", ranked);
		const model = learnFirst(blockSignals, examples, "", ranked);
		shown("blocks: answerable", answerableFeatureNames, answerableExamples(asked, model), "Brier");
	},
};

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			model: { type: "string" },
			questions: { type: "string" },
			sample: { type: "string", default: "200" },
		},
	});
	for (const [name, measure] of Object.entries(models))
		if (values.model === undefined || values.model === name) await measure(values);
	console.log(`\n${intervals}; 5 folds by question, no randomness in learning`);
}

function shown<Name extends string>(
	title: string,
	names: readonly Name[],
	examples: readonly Example<Name>[],
	figure: Figure,
	settings: Settings = {},
): void {
	const modelOf = foldModels(names, examples, settings);
	const scores = (without?: Name) =>
		examples.map(({ features, group }) => {
			const model = modelOf(group);
			return scoreOf(model, without ? { ...features, [without]: model.means?.[without] ?? 0 } : features);
		});
	const full = scores();
	const scale = platt(full, examples);
	const of = (some: readonly number[]) =>
		figure === "first"
			? firstsOf(some, examples)
			: some.map((score, at) => {
					const chance = logistic(scale.slope * score + scale.offset);
					return 1 - (chance - (examples[at]?.label ? 1 : 0)) ** 2;
				});
	const right = examples.filter(({ label }) => label).length;
	const groups = new Set(examples.map(({ group }) => group)).size;
	print(
		`${title}: ${figure}`,
		`${right} of ${examples.length} examples, ${groups} questions`,
		of(full),
		names,
		(name) => of(scores(name)),
	);
}

/** The figure with all, and what is lost without each: the paired difference of single examples or questions. */
function print<Name extends string>(
	title: string,
	counts: string,
	all: readonly number[],
	names: readonly Name[],
	without: (name: Name) => readonly number[],
): void {
	console.log(`\n${title} ${bootstrapped(all)} (${counts})`);
	for (const name of names) {
		const left = without(name);
		const lost = all.map((value, at) => value - (left[at] ?? 0));
		console.log(`  without ${name.padEnd(14)} ${mean(left).toFixed(3)}  it brings ${bootstrapped(lost)}`);
	}
}
