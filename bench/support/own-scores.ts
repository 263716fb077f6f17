import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { intervalOver, mean } from "../../src/base/bootstrap.ts";
import { UsageError } from "../../src/base/errors.ts";
import type { EvaluationResult } from "../../src/eval/index.ts";
import { halfOf, type Split } from "./split.ts";

/** What a question scored: the share of its key points that the report holds, or whether an unanswerable one was left open. 0–1. */
export type OwnScores = Record<string, number>;

/** Scores that a later state of the project is compared with. */
export interface Baseline {
	/** Why these scores were accepted. */
	why: string;
	commit: string;
	/** The packages of documents with their versions: other documents give other scores. */
	documents: Record<string, string>;
	total: number;
	questions: OwnScores;
}

/** The scores of an evaluation's questions by code, and in place of code's by the mean of the judges where there are any. */
export function scoresOf({
	questions,
	runs,
	judges,
}: Pick<EvaluationResult, "questions" | "runs" | "judges">): OwnScores {
	const graders = judges.length > 0 ? judges : ["code"];
	return Object.fromEntries(
		questions.map(({ id, criteria }) => {
			const wanted = new Set(criteria.filter((one) => one.kind === "point" || one.unanswerable).map((one) => one.id));
			const met = runs
				.filter((one) => one.question === id)
				.flatMap(({ verdicts }) =>
					verdicts.flatMap((one) =>
						wanted.has(one.criterion) && graders.includes(one.judge) && one.met !== null ? [one.met] : [],
					),
				);
			return [id, met.length === 0 ? 0 : mean(met)];
		}),
	);
}

/** Throws `UsageError` `BASELINE_MISSING`. */
export function readBaseline(file: string): Baseline {
	if (!existsSync(file))
		throw new UsageError("BASELINE_MISSING", `there is no baseline ${file}`, { hint: 'write it: --accept "why"' });
	return JSON.parse(readFileSync(file, "utf8")) as Baseline;
}

export function writeBaseline(file: string, scores: OwnScores, about: Omit<Baseline, "total" | "questions">): void {
	const baseline: Baseline = { ...about, total: totalOf(scores), questions: scores };
	writeFileSync(file, `${JSON.stringify(baseline, null, "\t")}\n`);
}

/** The mean over questions, 0–1, to three digits. */
export function totalOf(scores: OwnScores): number {
	return Number(mean(Object.values(scores)).toFixed(3));
}

export interface Compared {
	/** Questions whose score is another than the baseline's, those that lost first. */
	changed: { id: string; before: number | undefined; now: number }[];
	/** Whether a question of the baseline scores less, or is not asked any more. */
	isWorse: boolean;
}

/** Any loss is a regression, whatever was won elsewhere: a trade is to be made knowingly. */
export function compareWithBaseline({ questions }: Pick<Baseline, "questions">, scores: OwnScores): Compared {
	const changed = Object.entries(scores)
		.map(([id, now]) => ({ id, before: questions[id], now }))
		.filter(({ before, now }) => before === undefined || Math.abs(now - before) > roundingMost)
		.toSorted((a, b) => a.now - (a.before ?? 0) - (b.now - (b.before ?? 0)));
	const isGone = Object.keys(questions).some((id) => scores[id] === undefined);
	return { changed, isWorse: isGone || changed.some(({ before = 0, now }) => now < before) };
}
/** Two scores that differ by less are one. */
const roundingMost = 1e-6;

/** The paired differences of two measurements in all and of each half, with their intervals, a line each. */
export function differenceLines(before: OwnScores, now: OwnScores): string[] {
	const parts: [string, (id: string) => boolean][] = [
		["all", () => true],
		...(["tuning", "held-out"] satisfies Split[]).map((half): [string, (id: string) => boolean] => [
			half,
			(id) => halfOf(id) === half,
		]),
	];
	return parts.flatMap(([name, isIn]) => {
		const pairs = Object.entries(now).flatMap(([id, value]) => {
			const former = before[id];
			return isIn(id) && former !== undefined ? [[former, value] as const] : [];
		});
		if (pairs.length === 0) return [];
		const differences = pairs.map(([a, b]) => b - a);
		const { interval } = intervalOver(differences, mean);
		const of = (at: 0 | 1) => mean(pairs.map((pair) => pair[at])).toFixed(3);
		const signed = (value: number) => `${value < 0 ? "" : "+"}${value.toFixed(3)}`;
		return `${name}: ${of(0)} → ${of(1)}, difference ${signed(mean(differences))}${interval ? ` [${interval.map(signed).join(", ")}]` : ""}, ${pairs.length} questions`;
	});
}
