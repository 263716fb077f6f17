import {
	type CriterionKind,
	type Dimension,
	type EvalQuestion,
	isLeftOut,
	type Verdict,
	type Verdicts,
} from "../question.ts";

/**
 * A figure of one report: a number, or a share as `[hits, of]`, of which an evaluation adds up both sides. Undefined where it does not
 * apply, or where a criterion that it needs was not judged.
 */
export type FigureValue = number | readonly [hits: number, of: number] | undefined;

/** A figure that a form gives for each report. */
export interface Figure {
	/** Stable, in camel case. */
	name: string;
	/** In a few words. */
	label: string;
	/** What it is computed from: the verdicts of code, or those of one judge on criteria of these kinds. */
	by: "code" | readonly CriterionKind[];
	dimension?: Dimension | undefined;
	/** A lower figure is better. */
	lower?: true;
	/** The figure that stands for the whole. */
	headline?: true;
	value(question: EvalQuestion, verdicts: Verdicts): FigureValue;
}

/** The form of a suite: how its records are read, and which figures they give. An adapter to one benchmark is one form. */
export interface Form {
	name: string;
	/** What it grades, in a few words. */
	title: string;
	/** Where its records and figures are defined. */
	defined: string;
	/** A question from one record of the suite. Throws an `Error` that says what is wrong with it. */
	parse(record: Record<string, unknown>): Omit<EvalQuestion, "id"> & { id?: string | undefined };
	figures: readonly Figure[];
	/** Its criteria have human labels, and nothing is researched: judges are compared with people. */
	labelled?: true | undefined;
	/** Whether the citations of a report are graded, how the benchmark calls the two figures, and what a partial support counts. */
	citations?: { precision: string; recall: string; partly: 0 | 0.5 } | undefined;
}

/** The figures of a form: its own, how faithful the citations of its reports are by the run's own checks, and those of graded citations. */
export function allFiguresOf({ figures, citations, labelled }: Form): Figure[] {
	const own = [...figures, ...(labelled ? [] : [faithful])];
	if (!citations) return own;
	const { precision, recall, partly } = citations;
	return [
		...own,
		{
			...{ name: "citationPrecision", label: precision, by: ["citation"], dimension: "faithfulness" },
			value(_question, verdicts) {
				const met = [...verdicts].flatMap(([id, one]) =>
					id.startsWith(citationPrefix) && !isLeftOut(one) ? [one.met] : [],
				);
				if (met.length === 0 || met.some((one) => one === null)) return undefined;
				return [met.reduce<number>((sum, one) => sum + (one === 0.5 ? partly : (one ?? 0)), 0), met.length];
			},
		},
		{
			...{ name: "citationRecall", label: recall, by: "code", dimension: "faithfulness" },
			value: (_question, verdicts) => verdicts.get(citedShare)?.score,
		},
	];
}

/** The id under which code says how many cited statements passed the checks of their run. */
export const faithfulShare = "faithful";

const faithful: Figure = {
	...{ name: "faithful", by: "code", dimension: "faithfulness" },
	label: "cited statements with their quotes that no support check refused",
	value: (_question, verdicts) => verdicts.get(faithfulShare)?.share,
};

/** The ids of statements whose citations are graded begin with it. */
export const citationPrefix = "cited:";
/** The id under which code says how many statements cite a source. */
export const citedShare = "citations";

/** The verdicts on a question's criteria of one kind, in order, those of weights below 0 apart. */
export function verdictsOn(
	{ criteria }: EvalQuestion,
	verdicts: Verdicts,
	kind: CriterionKind,
	sign: 1 | -1 = 1,
): Verdict[] {
	const wanted = criteria.filter((one) => one.kind === kind && Math.sign(one.weight) === sign);
	return wanted.flatMap(({ id }) => verdicts.get(id) ?? []);
}

/** The share of verdicts for which something holds; undefined without verdicts, or where one was not judged. */
export function shareOf(verdicts: readonly Verdict[], holds: (verdict: Verdict) => boolean): number | undefined {
	if (verdicts.length === 0 || verdicts.some(({ met }) => met === null)) return undefined;
	return verdicts.filter(holds).length / verdicts.length;
}
