import { intervalOver } from "../base/bootstrap.ts";
import type { GradedRun } from "./graded-run.ts";
import { code, type EvalQuestion, type Verdict } from "./question.ts";

/** The judge's name of human labels. */
export const people = "people";

/** How far two judges agree on the criteria that both judged. */
export interface Agreement {
	a: string;
	b: string;
	/** Cohen's kappa over what the verdicts count (0–1), with quadratic weights, so that near grades disagree little; of two values it is the plain kappa. */
	kappa?: number | undefined;
	/** The 95 % bootstrap interval over questions. */
	interval?: [low: number, high: number] | undefined;
	/** The share of equal verdicts, and its interval over questions. */
	equal: number;
	equalInterval?: [low: number, high: number] | undefined;
	criteria: number;
	/** Against human labels: the mean F1 of the labels (macro F1). */
	macroF1?: number | undefined;
}

type Pair = readonly [a: number, b: number];

/** The agreement of each pair of judges, with code where it graded the same criterion and with people where a suite has their labels. */
export function agreementsOf(
	questions: readonly EvalQuestion[],
	graded: readonly GradedRun[],
	judges: readonly string[],
): Agreement[] {
	const all = [people, code, ...judges];
	/** By question: the criteria that people had two labels for. */
	const known = new Map(
		questions.map(({ id, criteria }) => [id, new Set(criteria.flatMap((one) => (one.isBinary ? [one.id] : [])))]),
	);
	return all.flatMap((a, at) =>
		all.slice(at + 1).flatMap((b): Agreement[] => {
			const byQuestion = graded
				.flatMap(({ question, verdicts }) => {
					const binary = known.get(question);
					return binary ? [pairsOf(verdicts, a, b, binary)] : [];
				})
				.filter((pairs) => pairs.length > 0);
			const pairs = byQuestion.flat();
			if (pairs.length === 0) return [];
			const kappa = kappaOf(pairs);
			const { interval: equalInterval } = intervalOver(byQuestion, (sample) => equalShare(sample.flat()));
			return [
				{
					...{ a, b, equal: equalShare(pairs), criteria: pairs.length },
					...(equalInterval ? { equalInterval } : {}),
					...(kappa === undefined ? {} : { kappa }),
					...(kappa === undefined ? {} : intervalOver(byQuestion, (sample) => kappaOf(sample.flat()) ?? 0)),
					...(a === people ? { macroF1: macroF1Of(pairs) } : {}),
				},
			];
		}),
	);
}

function equalShare(pairs: readonly Pair[]): number {
	return pairs.filter(([x, y]) => x === y).length / pairs.length;
}

/** What both say of each criterion. Where people had two labels, a partial support is none. */
function pairsOf(verdicts: readonly Verdict[], a: string, b: string, binary: ReadonlySet<string>): Pair[] {
	const metBy = (judge: string) =>
		new Map(
			verdicts.flatMap((one) => (one.judge === judge && one.met !== null ? [[one.criterion, one.met] as const] : [])),
		);
	const [byA, byB] = [metBy(a), metBy(b)];
	return [...byA].flatMap(([criterion, x]): Pair[] => {
		const y = byB.get(criterion);
		return y === undefined ? [] : [[x, a === people && binary.has(criterion) ? Math.floor(y) : y]];
	});
}

/**
 * Cohen's kappa with quadratic weights (Cohen 1968): 1 − observed over expected disagreement. Undefined where both always say the same one thing, as
 * nothing is expected to differ.
 */
export function kappaOf(pairs: readonly Pair[]): number | undefined {
	const squared = (x: number, y: number) => (x - y) ** 2;
	const observed = pairs.reduce((sum, [x, y]) => sum + squared(x, y), 0) / pairs.length;
	const counts = (values: readonly number[]) =>
		[...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length / pairs.length] as const);
	const [first, second] = [counts(pairs.map(([x]) => x)), counts(pairs.map(([, y]) => y))];
	const expected = first.reduce(
		(sum, [x, p]) => sum + second.reduce((inner, [y, q]) => inner + p * q * squared(x, y), 0),
		0,
	);
	return expected === 0 ? undefined : 1 - observed / expected;
}

/** The mean over the first judge's labels of the F1 with which the second finds them. */
function macroF1Of(pairs: readonly Pair[]): number {
	const labels = [...new Set(pairs.map(([x]) => x))];
	const f1 = labels.map((label) => {
		const both = pairs.filter(([x, y]) => x === label && y === label).length;
		const either = pairs.filter(([x]) => x === label).length + pairs.filter(([, y]) => y === label).length;
		return (2 * both) / either;
	});
	return f1.reduce((sum, one) => sum + one, 0) / f1.length;
}
