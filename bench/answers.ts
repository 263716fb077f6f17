/**
 * `npm run bench -- answers [--questions FILE]`: headlines over passages that hold the answer. How often one is given, how often it is
 * right, and whether its chance says so; beside it the first value of the right type in the best passage. FILE: questions over manuals.
 */
import { answer } from "../src/reasoning/extractive/answer.ts";
import { spansIn } from "../src/reasoning/extractive/answering/spans.ts";
import { candidatesIn, chanceOf, rivalsOf, valuesOf } from "../src/reasoning/extractive/answering/values.ts";
import { wantedOf } from "../src/reasoning/extractive/answering/wanted.ts";
import { type AnswerCase, answerCases, isRight } from "./support/answer-cases.ts";
import { docCases } from "./support/doc-cases.ts";
import { questionsFile } from "./support/docs-file.ts";
import { bins } from "./support/reliability.ts";
import { splits } from "./support/split.ts";
import { Table } from "./support/table.ts";

export async function run(args: string[]): Promise<void> {
	const questions = questionsFile(args);
	const table = new Table();
	for (const split of splits) {
		const cases = [...answerCases(split), ...(questions === undefined ? [] : await docCases(questions, split))];
		for (const [set, part] of Map.groupBy(cases, (one) => one.set)) {
			const given = part.flatMap((one) => {
				const found = answer(one.input);
				return found ? [{ one, found }] : [];
			});
			const right = given.filter(({ one, found }) => isRight(found.text, one));
			const high = given.filter(({ found }) => found.confidence === "high");
			table.share(split, `${set}: headline given`, given.length, part.length);
			table.share(split, `${set}: … right, of those given`, right.length, given.length);
			table.share(
				split,
				`${set}: … wrong with high confidence`,
				high.filter((each) => !right.includes(each)).length,
				part.length,
			);
			table.share(
				split,
				`${set}: first value of the type is right (control)`,
				part.filter(isFirstRight).length,
				part.length,
			);
		}
		if (split === "tuning") continue;
		const tops = cases.flatMap((one) => {
			const [best, ...others] = valuesOf(candidatesIn(one.input, wantedOf(one.input.question, one.input.route)));
			return best
				? [{ label: isRight(best.text, one), chance: chanceOf(best, rivalsOf(best, others, one.input)) }]
				: [];
		});
		console.log(`Chance of the best value, ${split}:`);
		for (const line of bins(
			tops.map(({ chance }) => chance),
			tops,
		))
			console.log(`  ${line}`);
	}
	table.print("Headlines over given passages");
}

function isFirstRight(one: AnswerCase): boolean {
	const [claim] = one.input.claims;
	const [first] = claim ? spansIn(claim, wantedOf(one.input.question, one.input.route)) : [];
	return first !== undefined && isRight(first.text, one);
}
