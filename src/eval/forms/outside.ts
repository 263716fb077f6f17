import type { Figure, Form } from "./form.ts";
import { quality } from "./points.ts";

/** What code counts of an outside report's citations: the criterion of its verdict, and the figure's words. */
export const outsideCounts = {
	pagesRead: "cited pages that could be read",
	numbersHeld: "numbers of statements that a cited page holds",
} as const;

const counted: readonly Figure[] = Object.entries(outsideCounts).map(([name, label]) => ({
	...{ name, label, by: "code" as const },
	value: (_question, verdicts) => verdicts.get(name)?.share,
}));

const citations = { precision: "citation precision", recall: "statements that cite a source", partly: 0.5 } as const;

/** A report of another system, alone: grades of quality in our words, and its citations against the pages that they name. */
export const outsideReport: Form = {
	name: "outside-report",
	title: "a report of another system: quality, and citations checked against their pages",
	defined: "grades of quality in our words; citations as in DeepResearchGym (arXiv:2505.19253)",
	citations,
	figures: [{ ...quality, headline: true }, ...counted],
	parse: () => {
		throw new Error("a report of another system is judged by: assay eval judge --report FILE");
	},
};

/** The form of a suite whose question a report of another system answers. */
export function asOutside(form: Form): Form {
	return form === outsideReport
		? form
		: { ...form, citations: form.citations ?? citations, figures: [...form.figures, ...counted] };
}
