import { type MeasureName, measureNames } from "../app/ablate/measures.ts";
import { intervalOver, mean } from "../base/bootstrap.ts";
import type { Figure, FigureValue } from "./forms/form.ts";
import type { GradedRun } from "./graded-run.ts";
import { code, type Dimension, type EvalQuestion, isUnjudged, type Verdict, type Verdicts } from "./question.ts";

/** A figure of an evaluation: a mean over its questions, or a share of sums. */
export interface FigureResult {
	name: string;
	label: string;
	/** `code`, or `provider:model`: no figure is shown without it. Absent for cost and latency, which are counted. */
	judge?: string | undefined;
	/** Absent if no run was judged. */
	value?: number | undefined;
	/** The 95 % bootstrap interval over questions; absent below `intervalItemsMin` questions. */
	interval?: [low: number, high: number] | undefined;
	questions: number;
	/** The value of each repeat, if there are several. */
	repeats?: number[] | undefined;
	/** Runs that the figure leaves out because a judge gave no verdict on them. */
	unjudged: number;
	lower?: true | undefined;
	headline?: true | undefined;
	dimension?: Dimension | undefined;
}

/** What one report scored, by figure. */
interface Scored {
	question: string;
	repeat: number;
	/** Undefined: a criterion that it needs was not judged, or it does not apply. */
	value: FigureValue;
	isUnjudged: boolean;
}

/** The figures of a form: those of code once, those of judges once for each judge. Figures that apply to no question are left out. */
export function figuresOf(
	figures: readonly Figure[],
	questions: readonly EvalQuestion[],
	graded: readonly GradedRun[],
	judges: readonly string[],
): FigureResult[] {
	const byId = new Map(questions.map((one) => [one.id, one]));
	return figures.flatMap((figure) =>
		(figure.by === "code" ? [code] : judges).flatMap((judge) => {
			const scored = graded.flatMap(({ question: id, repeat, verdicts }): Scored[] => {
				const question = byId.get(id);
				if (!question) return [];
				const value = figure.value(question, verdictsOf(verdicts, judge));
				const lacksVerdict = figure.by !== "code" && verdicts.some((one) => one.judge === judge && isUnjudged(one));
				return [{ question: id, repeat, value, isUnjudged: lacksVerdict && value === undefined }];
			});
			const result = resultOf(scored);
			if (!result) return [];
			const { name, label, lower, headline, dimension } = figure;
			const more = {
				...(lower ? { lower } : {}),
				...(headline ? { headline } : {}),
				...(dimension ? { dimension } : {}),
			};
			return [{ name, label, judge, ...result, ...more }];
		}),
	);
}

/** Cost and latency (USD, tokens, requests, longest chain, wall) and what the runs did: means over questions. */
export function measureFigures(graded: readonly GradedRun[]): FigureResult[] {
	const names: readonly MeasureName[] = ["usd", "tokens", "requests", "chain", "seconds", "pages", "steps"];
	return names.flatMap((name) => {
		const scored = graded.map(({ question, repeat, measures }) => ({
			...{ question, repeat, value: measures[name], isUnjudged: false },
		}));
		const result = resultOf(scored);
		return result ? [{ name, label: measureNames[name], ...result }] : [];
	});
}

/** The verdicts by criterion: those of code, and in their place those of the judge where it gave one. */
export function verdictsOf(verdicts: readonly Verdict[], judge: string): Verdicts {
	const own = [code, judge].flatMap((name) => verdicts.filter((one) => one.judge === name));
	return new Map(own.map((one) => [one.criterion, one]));
}

type Item = readonly [hits: number, of: number];

/** Questions are resampled and not runs: repeats of one question are no independent observations. */
function resultOf(scored: readonly Scored[]) {
	const counted = scored.filter(({ value }) => value !== undefined);
	const items = [...Map.groupBy(counted, ({ question }) => question).values()].map(together);
	const value = ratio(items);
	const unjudged = scored.filter(({ isUnjudged }) => isUnjudged).length;
	if (!Number.isFinite(value)) return unjudged > 0 ? { questions: 0, unjudged } : undefined;
	const repeats = [...Map.groupBy(counted, ({ repeat }) => repeat)].toSorted(([a], [b]) => a - b);
	return {
		value,
		...intervalOver(items, (sample) => ratio(sample) || 0),
		questions: items.length,
		...(repeats.length > 1 ? { repeats: repeats.map(([, some]) => ratio(some.map((one) => together([one])))) } : {}),
		unjudged,
	};
}

/** The mean of a question's repeats; of shares, the sums. */
function together(scored: readonly Scored[]): Item {
	const shares = scored.flatMap(({ value }) => (typeof value === "object" ? [value] : []));
	if (shares.length > 0) return [sum(shares.map(([hits]) => hits)), sum(shares.map(([, of]) => of))];
	return [mean(scored.flatMap(({ value }) => (typeof value === "number" ? [value] : []))), 1];
}

/** NaN where there is nothing to share. */
function ratio(items: readonly Item[]): number {
	return sum(items.map(([hits]) => hits)) / sum(items.map(([, of]) => of));
}

function sum(values: readonly number[]): number {
	return values.reduce((all, one) => all + one, 0);
}
