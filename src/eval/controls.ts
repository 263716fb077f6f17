import { shareHeldOf } from "../text/words.ts";
import type { GradedRun } from "./graded-run.ts";
import type { EvalQuestion, Verdict } from "./question.ts";

/** What a judge has to be better than, where people labelled the statements: names of judges that read nothing. */
export const controls = ["always the most frequent label", "share of words, best threshold"] as const;

interface Labelled {
	question: string;
	criterion: string;
	label: number;
	/** The share of the statement's content words that its passages hold. 0–1. */
	share: number;
}

/**
 * The verdicts of the controls on labelled statements, by question. The thresholds on shared words are those that are right most often on the
 * other statements; the most frequent label is that of all: what any constant can reach.
 */
export function controlVerdicts(questions: readonly EvalQuestion[]): Map<string, Verdict[]> {
	const all = questions.flatMap(({ id, criteria }) =>
		criteria.flatMap(({ id: criterion, text, passages = [], expected }): Labelled[] => {
			if (expected === undefined) return [];
			const held = shareHeldOf(text)(passages.map((one) => one.text).join("\n"));
			// In hundredths: more bounds tell nothing.
			return [{ question: id, criterion, label: expected, share: Math.round(held * 100) / 100 }];
		}),
	);
	const labels = [...new Set(all.map(({ label }) => label))].toSorted((a, b) => a - b);
	const frequent = labels.toSorted((a, b) => countOf(all, b) - countOf(all, a))[0] ?? 0;
	const boundsWithout = new Map<string, number[]>();
	const verdicts = all.map((one, at): [string, Verdict[]] => {
		const { question, criterion, share, label } = one;
		const key = `${share} ${label}`;
		const bounds = boundsWithout.get(key) ?? bestBounds(all.toSpliced(at, 1), labels);
		boundsWithout.set(key, bounds);
		const byShare = labels[bounds.filter((bound) => share >= bound).length] ?? 0;
		return [
			question,
			[frequent, byShare].map((met, which) => ({
				...{ criterion, judge: controls[which] ?? "", label: "control", met, why: "" },
			})),
		];
	});
	return new Map(verdicts);
}

/** The runs with the verdicts of the controls beside. */
export function withControls(runs: readonly GradedRun[], questions: readonly EvalQuestion[]): GradedRun[] {
	const verdicts = controlVerdicts(questions);
	return runs.map((run) => ({ ...run, verdicts: [...run.verdicts, ...(verdicts.get(run.question) ?? [])] }));
}

function countOf(all: readonly Labelled[], label: number): number {
	return all.filter((one) => one.label === label).length;
}

/** The ascending bounds between the labels that put most statements under their label. */
function bestBounds(all: readonly Labelled[], labels: readonly number[]): number[] {
	const tried = [...new Set(all.map(({ share }) => share)), Number.POSITIVE_INFINITY].toSorted((a, b) => a - b);
	const below = (label: number) =>
		tried.map((bound) => all.filter((one) => one.label === label && one.share < bound).length);
	const [first = 0, ...others] = labels;
	// At each bound: how many statements below it are right with the labels so far, and the bounds between these.
	let best = below(first).map((right) => ({ bounds: [] as number[], right }));
	for (const label of others) {
		const own = below(label);
		best = tried.map((_end, at) => {
			const options = tried.slice(0, at + 1).map((bound, from) => {
				const { bounds, right } = best[from] ?? { bounds: [], right: 0 };
				return { bounds: [...bounds, bound], right: right + (own[at] ?? 0) - (own[from] ?? 0) };
			});
			return options.reduce((a, b) => (b.right > a.right ? b : a));
		});
	}
	return best.at(-1)?.bounds ?? [];
}
