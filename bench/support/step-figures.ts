import type { StepExample } from "./forks.ts";

/** Two means differ only if they differ by more than this: returns are shares of two to four paragraphs. */
const differenceMin = 1e-6;

/** A step with what a scorer says of it. `chance`: that all gold will have been read in the end. */
export interface Scored {
	example: StepExample;
	score: number;
	chance: number;
}

/** The mean of a step's continuations. */
export function worthOf({ returns }: StepExample): number {
	return returns.reduce((sum, value) => sum + value, 0) / returns.length;
}

/** The scored steps of each question: figures are resampled by question, because the steps of one are not independent. */
export function byQuestion(scored: readonly Scored[]): Scored[][] {
	return [...Map.groupBy(scored, ({ example }) => example.question).values()];
}

/** Pairs of steps from one state that are worth different amounts, and how many a scorer orders rightly; a tie is half. */
export function pairsOf(scored: readonly Scored[]): { right: number; of: number } {
	let [right, of] = [0, 0];
	for (const steps of Map.groupBy(scored, ({ example }) => example.prefix).values())
		for (const [at, one] of steps.entries())
			for (const other of steps.slice(at + 1)) {
				const difference = worthOf(one.example) - worthOf(other.example);
				if (Math.abs(difference) < differenceMin) continue;
				of++;
				const order = Math.sign(one.score - other.score) * Math.sign(difference);
				right += order === 0 ? 0.5 : order > 0 ? 1 : 0;
			}
	return { right, of };
}

/** The share of pairs from one state that are ordered rightly, all questions together. */
export function pairAccuracy(questions: readonly { right: number; of: number }[]): number {
	const sum = questions.reduce((a, b) => ({ right: a.right + b.right, of: a.of + b.of }), { right: 0, of: 0 });
	return sum.of === 0 ? Number.NaN : sum.right / sum.of;
}

/** A question's continuations by the place of their step's score among all scores. */
export interface RankedOutcomes {
	at: number;
	complete: number;
	incomplete: number;
}

/** For each question its outcomes, each with the place of its score; equal scores have one place. Also the number of places. */
export function rankedOutcomes(scored: readonly Scored[]): { questions: RankedOutcomes[][]; places: number } {
	const places = [...new Set(scored.map(({ score }) => score))].toSorted((a, b) => a - b);
	const placeOf = new Map(places.map((score, at) => [score, at]));
	const questions = byQuestion(scored).map((steps) =>
		steps.map(({ example, score }): RankedOutcomes => {
			const complete = example.complete.reduce((sum, one) => sum + one, 0);
			return { at: placeOf.get(score) ?? 0, complete, incomplete: example.complete.length - complete };
		}),
	);
	return { questions, places: places.length };
}

/** The chance that a continuation that read all gold comes from a step with a higher score than one that did not. */
export function areaOf(questions: readonly (readonly RankedOutcomes[])[], places: number): number {
	const [complete, incomplete] = [new Float64Array(places), new Float64Array(places)];
	for (const steps of questions)
		for (const one of steps) {
			complete[one.at] = (complete[one.at] ?? 0) + one.complete;
			incomplete[one.at] = (incomplete[one.at] ?? 0) + one.incomplete;
		}
	let [below, wins, all] = [0, 0, 0];
	for (let at = 0; at < places; at++) {
		wins += (complete[at] ?? 0) * (below + (incomplete[at] ?? 0) / 2);
		below += incomplete[at] ?? 0;
		all += complete[at] ?? 0;
	}
	return wins / (all * below);
}

/** The sum of squared differences between chance and outcome, and the number of outcomes. */
export function squaresOf(scored: readonly Scored[]): { sum: number; of: number } {
	const outcomes = scored.flatMap(({ example, chance }) => example.complete.map((one) => (one - chance) ** 2));
	return { sum: outcomes.reduce((sum, one) => sum + one, 0), of: outcomes.length };
}

/** Brier's score: 0 is perfect; a constant chance of one half has .25. */
export function brierOf(questions: readonly { sum: number; of: number }[]): number {
	return questions.reduce((sum, one) => sum + one.sum, 0) / questions.reduce((sum, { of }) => sum + of, 0);
}
