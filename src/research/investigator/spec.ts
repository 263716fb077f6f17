import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import { shortLine } from "../../base/text.ts";
import type { InvestigatorSpec } from "../../evidence/investigator-spec.ts";
import type { DimensionKind, SubQuestion } from "../../evidence/plan.ts";
import type { AnswerType, Route } from "../../evidence/question.ts";
import { type ToolName, toolNames, toolParameters } from "./tool-specs.ts";

/** Other sub-questions that an investigator is shown, at most, and the length of each in characters. */
const excludedMost = 6;
const excludedLongest = 80;

const sourcesByDimension: Record<DimensionKind, string> = {
	factual: "official data, accounts at first hand",
	mechanistic: "technical documentation, research papers",
	critical: "independent studies, tests and critics",
	practical: "official advice, guides by practitioners",
	contextual: "reference works, overviews",
};

/** Answers that no calculation gives. */
const namedAnswers: ReadonlySet<AnswerType> = new Set(["person", "place", "organization"]);

/** The spec of an investigator that may read `reads` new pages and send `messages`. `others`: the run's other sub-questions. */
export function specOf(
	subQuestion: SubQuestion,
	others: readonly SubQuestion[],
	route: Route,
	{ reads, messages }: { reads: number; messages: number },
): InvestigatorSpec {
	const { text, focus, dimension } = subQuestion;
	return {
		scope: text,
		// Redundant workers have the words of their question in common.
		excluded: others
			.filter((one) => one.text !== text)
			.slice(0, excludedMost)
			.map((one) => shortLine(one.text, excludedLongest)),
		angles: anglesOf(subQuestion, route),
		sources: [sourcesByDimension[dimension]],
		tools: toolsOf(route, messages),
		focus,
		budget: {
			messages,
			calls: limits.investigatorCalls[route.effort],
			reads,
			tokens: limits.investigatorTokens,
		},
		result: toolParameters("report") as Json,
	};
}

/** The angles that fit a sub-question: definition, recency, criticism, primary source. */
function anglesOf({ dimension, stance }: SubQuestion, { recency, highStakes }: Route): string[] {
	return [
		...(dimension === "mechanistic" || dimension === "contextual" ? ["how its terms are defined, and by whom"] : []),
		...(recency ? ["the latest state, with its date"] : []),
		...(dimension === "critical" || stance === "adversarial" ? ["who disagrees or what fails, on what evidence"] : []),
		...(highStakes || dimension === "factual" ? ["the primary source of each figure"] : []),
	];
}

/** A calculation needs a message after the read that gives its numbers. */
function toolsOf({ answerType }: Route, messages: number): ToolName[] {
	const calculates = messages > limits.waveMessages && !namedAnswers.has(answerType);
	return toolNames.filter((name) => name !== "run_code" || calculates);
}
