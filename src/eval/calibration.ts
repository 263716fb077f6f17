import { intervalOver } from "../base/bootstrap.ts";
import type { GradedRun } from "./graded-run.ts";
import type { EvalQuestion } from "./question.ts";

/** How far a judge's confidence tells whether people gave the same verdict. */
export interface Calibration {
	judge: string;
	/** Verdicts with a confidence, on criteria that people labelled. */
	verdicts: number;
	/** The share of them that is equal to the label, and the mean confidence. 0–1. */
	right: number;
	confidence: number;
	/** The mean squared difference of confidence and rightness (Brier 1950): 0 is best. */
	brier: number;
	/** The 95 % bootstrap interval of the Brier score over questions. */
	interval?: [low: number, high: number] | undefined;
	/** The Brier score of the same confidence for each verdict, the share that is right: a judge above it knows nothing of its errors. */
	constant: number;
	/** The expected calibration error over ten bins of equal width (Naeini et al. 2015): 0 is best. */
	ece: number;
}

const bins = 10;

interface Said {
	confidence: number;
	isRight: boolean;
}

/** The calibration of each judge that was asked for its confidence, where people labelled the same criteria. */
export function calibrationsOf(
	questions: readonly EvalQuestion[],
	graded: readonly GradedRun[],
	judges: readonly string[],
): Calibration[] {
	const criteriaOf = new Map(questions.map(({ id, criteria }) => [id, new Map(criteria.map((one) => [one.id, one]))]));
	return judges.flatMap((judge): Calibration[] => {
		const byQuestion = graded
			.map(({ question, verdicts }) =>
				verdicts.flatMap(({ judge: by, criterion, met, confidence }): Said[] => {
					const { expected, isBinary } = criteriaOf.get(question)?.get(criterion) ?? {};
					if (by !== judge || met === null || confidence === undefined || expected === undefined) return [];
					// Where people had two labels, a partial support is none.
					return [{ confidence, isRight: expected === (isBinary ? Math.floor(met) : met) }];
				}),
			)
			.filter((some) => some.length > 0);
		const all = byQuestion.flat();
		if (all.length === 0) return [];
		const right = mean(all.map(({ isRight }) => Number(isRight)));
		return [
			{
				...{ judge, verdicts: all.length, right, confidence: mean(all.map(({ confidence }) => confidence)) },
				...{ brier: brierOf(all), constant: right * (1 - right), ece: eceOf(all) },
				...intervalOver(byQuestion, (sample) => brierOf(sample.flat())),
			},
		];
	});
}

function brierOf(all: readonly Said[]): number {
	return mean(all.map(({ confidence, isRight }) => (confidence - Number(isRight)) ** 2));
}

function eceOf(all: readonly Said[]): number {
	const groups = Map.groupBy(all, ({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)));
	const errors = [...groups.values()].map(
		(some) =>
			some.length *
			Math.abs(mean(some.map(({ confidence }) => confidence)) - mean(some.map(({ isRight }) => Number(isRight)))),
	);
	return errors.reduce((sum, one) => sum + one, 0) / all.length;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, one) => sum + one, 0) / values.length;
}
