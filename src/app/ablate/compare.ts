import { intervalOver, mean } from "../../base/bootstrap.ts";
import { type MeasureName, type Measures, measureOrder } from "./measures.ts";
import type { Variation } from "./vary.ts";

/** A finished run of an ablation. `settings`: the position of its setting in each variation. */
export interface MeasuredRun {
	question: string;
	settings: readonly number[];
	measures: Measures;
	stopReason: string;
}

/** A paired difference of one measure. */
export interface Difference {
	measure: MeasureName;
	/** Means over the pairs. */
	first: number;
	other: number;
	/** The mean of other − first over questions, and its 95 % bootstrap interval; absent below `intervalItemsMin` questions. */
	difference: number;
	interval?: [low: number, high: number] | undefined;
	questions: number;
	pairs: number;
}

/** A setting of an option against the option's first setting. */
export interface Comparison {
	option: string;
	first: string;
	other: string;
	differences: Difference[];
	/** Number of runs by stop reason. */
	stopReasons: { first: Record<string, number>; other: Record<string, number> };
}

/** Each setting against the first of its variation, in pairs of runs that differ in nothing else. */
export function compareSettings(variations: readonly Variation[], runs: readonly MeasuredRun[]): Comparison[] {
	return variations.flatMap(({ name, settings }, at) => {
		const [first, ...others] = settings;
		if (!first) return [];
		return others.map((other, offset): Comparison => {
			const pairs = pairsOf(runs, at, offset + 1);
			return {
				...{ option: name, first: first.label, other: other.label },
				differences: measureOrder.flatMap((measure) => differenceOf(measure, pairs) ?? []),
				stopReasons: {
					first: counts(pairs.map(([one]) => one.stopReason)),
					other: counts(pairs.map(([, one]) => one.stopReason)),
				},
			};
		});
	});
}

type Pair = readonly [first: MeasuredRun, other: MeasuredRun];

/** Runs with the first setting of a variation, each with the run that has its setting number `other` and is equal otherwise. */
function pairsOf(runs: readonly MeasuredRun[], at: number, other: number): Pair[] {
	const keyOf = ({ question, settings }: Pick<MeasuredRun, "question" | "settings">) =>
		JSON.stringify([question, settings]);
	const byKey = new Map(runs.map((run) => [keyOf(run), run]));
	return runs
		.filter(({ settings }) => settings[at] === 0)
		.flatMap((first): Pair[] => {
			const partner = byKey.get(keyOf({ ...first, settings: first.settings.with(at, other) }));
			return partner ? [[first, partner]] : [];
		});
}

/** Questions are resampled and not pairs: pairs of one question are no independent observations. */
function differenceOf(measure: MeasureName, pairs: readonly Pair[]): Difference | undefined {
	const values = pairs.flatMap(([one, other]) => {
		const [a, b] = [one.measures[measure], other.measures[measure]];
		return a === undefined || b === undefined ? [] : [{ question: one.question, a, b }];
	});
	if (values.length === 0) return undefined;
	const byQuestion = [...Map.groupBy(values, ({ question }) => question).values()].map((ofOne) =>
		mean(ofOne.map(({ a, b }) => b - a)),
	);
	return {
		measure,
		first: mean(values.map(({ a }) => a)),
		other: mean(values.map(({ b }) => b)),
		difference: mean(byQuestion),
		...intervalOver(byQuestion, mean),
		questions: byQuestion.length,
		pairs: values.length,
	};
}

function counts(words: readonly string[]): Record<string, number> {
	return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
}
