import type { Figure } from "./forms/form.ts";
import { type Criterion, type Dimension, isLeftOut } from "./question.ts";

/** What each dimension of a report's quality is called. Efficiency is the fifth: the cost and latency of a run. */
export const dimensionNames: Readonly<Record<Dimension, string>> = {
	coverage: "coverage",
	accuracy: "factual accuracy",
	faithfulness: "citation faithfulness",
	synthesis: "synthesis",
};

/** Questions that a judge answers with yes (met), no, or as not applicable, of any report. Faithfulness has none: citations are judged one by one. */
const checklists: Partial<Record<Dimension, readonly string[]>> = {
	coverage: [
		"Does the report answer each part of the question?",
		"Does it say so of each part that it does not answer?",
		"Does it name the conditions and exceptions on which its answer depends?",
	],
	accuracy: [
		"Is everything that it presents as the answer about the very thing that was asked, and not about one of a similar name?",
		"Does each number, name and date in it stand with what it belongs to: its subject, unit and time?",
		"Is it free of statements that contradict each other without a word on it?",
		"Is it as sure as what it cites, and no surer?",
	],
	synthesis: [
		"Does it begin with what answers the question?",
		"Does it say how the statements of its sources relate: which agree, differ, or follow from another?",
		"Is each point made once, and all beside the question left out?",
		"Does it have the form that the question asks for: a list, steps, a table, a comparison by side?",
	],
};

/** The checklists as criteria, the same for every question. */
export const checklistCriteria: readonly Criterion[] = Object.entries(checklists).flatMap(([dimension, questions]) =>
	questions.map((text, at) => ({
		...{ id: `${dimension}${at + 1}`, kind: "checklist" as const, text, weight: 1, dimension: dimension as Dimension },
	})),
);

/** The share of each checklist that a judge answers with yes. */
export const checklistFigures: readonly Figure[] = (Object.keys(checklists) as Dimension[]).map((dimension) => ({
	...{
		name: `${dimension}Checks`,
		label: "questions of the checklist answered with yes",
		by: ["checklist"],
		dimension,
	},
	value({ criteria }, verdicts) {
		const all = criteria.filter((one) => one.dimension === dimension).map(({ id }) => verdicts.get(id));
		const own = all.filter((one) => one === undefined || !isLeftOut(one)).map((one) => one?.met);
		// A judge that left one open would shift the share.
		if (own.length === 0 || own.some((met) => met === undefined || met === null)) return undefined;
		return own.reduce<number>((sum, met) => sum + (met ?? 0), 0) / own.length;
	},
}));
