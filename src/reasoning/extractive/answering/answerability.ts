import { type LinearModel, probabilityOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import { analysisOf } from "../question/analysis.ts";
import { saysTerm, shareSaid, statementOf, titlesOf } from "./statement.ts";
import { termsOf } from "./wanted.ts";
import weights from "./weights.json" with { type: "json" };

/**
 * What tells whether the evidence can answer the question at all, each 0–1. `best`: the largest share of its words that one statement
 * with its headings and title holds. `names`: share of its names' words that some
 * statement holds. `all`: share of its words that any statement holds.
 */
export const answerableNames = ["best", "names", "all"] as const;
export type AnswerableName = (typeof answerableNames)[number];

const model: LinearModel<AnswerableName> = weights.answerable;

export function answerableFeatures({ question, route, claims, sources }: WriteInput): Record<AnswerableName, number> {
	const terms = termsOf(question);
	const names = termsOf(analysisOf(question, route).names.join(" ; "));
	const titles = titlesOf(sources);
	const texts = claims.map((claim) => statementOf(claim, titles.get(claim.sourceId) ?? ""));
	const largest = (shares: readonly number[]) => Math.max(0, ...shares);
	const anywhere = texts.flatMap(({ quote, own, above }) => [...quote, ...own, ...above]);
	return {
		best: largest(texts.map(({ quote, own, above }) => shareSaid([...quote, ...own, ...above], terms))),
		names: names.length === 0 ? 1 : names.filter((name) => saysTerm(anywhere, name) === 1).length / names.length,
		all: terms.length === 0 ? 0 : shareSaid(anywhere, terms),
	};
}

/** The calibrated chance, 0–1, that what was read holds an answer to the question, of whatever kind. 0 without a claim. */
export function answerability(input: WriteInput): number {
	return input.claims.length === 0 || !/\p{L}/u.test(input.question)
		? 0
		: probabilityOf(model, answerableFeatures(input));
}
