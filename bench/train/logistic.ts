/**
 * Logistic regression with an L2 penalty, for the weights of `LinearModel`: deterministic, without a library. Newton's method (IRLS)
 * on standardised features, which is folded into the weights afterwards; k-fold cross-validation by group; Platt scaling.
 */
import { writeFileSync } from "node:fs";
import { type LinearModel, logistic, scoreOf } from "../../src/reasoning/linear-model.ts";

export interface Example<Name extends string> {
	features: Readonly<Record<Name, number>>;
	label: boolean;
	/** Examples of one group (a question, a page) are never on both sides of a fold. */
	group: string;
	/** How much it counts; 1 when absent. */
	weight?: number;
}

export interface Settings {
	/** Strength of the penalty, as that many examples; default 1. */
	l2?: number;
	/** Default 5. */
	folds?: number;
	/** What learns; default `learn`. */
	by?: typeof learn;
}

/** A model of all examples, without calibration. Throws without examples of both labels. */
export function learn<Name extends string>(
	names: readonly Name[],
	examples: readonly Example<Name>[],
	origin: string,
	{ l2 = 1 }: Settings = {},
): LinearModel<Name> {
	if (new Set(examples.map(({ label }) => label)).size < 2) throw new Error("a model needs examples of both labels");
	const total = examples.reduce((sum, { weight = 1 }) => sum + weight, 0);
	const mean = (of: (example: Example<Name>) => number) =>
		examples.reduce((sum, each) => sum + (each.weight ?? 1) * of(each), 0) / total;
	const means = names.map((name) => mean(({ features }) => features[name]));
	// A feature that never varies has no weight.
	const spreads = names.map(
		(name, at) => Math.sqrt(mean(({ features }) => (features[name] - (means[at] ?? 0)) ** 2)) || Infinity,
	);
	const rows = examples.map(({ features }) => [
		1,
		...names.map((name, at) => (features[name] - (means[at] ?? 0)) / (spreads[at] ?? 1)),
	]);
	const [bias = 0, ...weights] = newton(
		rows,
		examples.map(({ label }) => (label ? 1 : 0)),
		examples.map(({ weight = 1 }) => weight),
		l2,
	);
	const raw = weights.map((weight, at) => weight / (spreads[at] ?? 1));
	return {
		features: byName(names, raw),
		bias: bias - raw.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0),
		means: byName(names, means),
		origin,
	};
}

/**
 * A model that ranks within groups: conditional logit (McFadden 1974), the chance that what is drawn from a group by the softmax of its
 * scores has the label. Groups without an example of either label teach nothing. Gradient ascent on standardised features; no bias.
 */
export function learnFirst<Name extends string>(
	names: readonly Name[],
	examples: readonly Example<Name>[],
	origin: string,
	{ l2 = 0.02 }: Settings = {},
): LinearModel<Name> {
	const count = Math.max(1, examples.length);
	const means = names.map((name) => examples.reduce((sum, { features }) => sum + features[name], 0) / count);
	const spreads = names.map((name, at) => {
		const square = examples.reduce((sum, { features }) => sum + (features[name] - (means[at] ?? 0)) ** 2, 0);
		return Math.sqrt(square / count) || Infinity;
	});
	const groups = [...Map.groupBy(examples, ({ group }) => group).values()]
		.filter((members) => new Set(members.map(({ label }) => label)).size === 2)
		.map((members) =>
			members.map(({ features, label }) => ({
				row: names.map((name, at) => (features[name] - (means[at] ?? 0)) / (spreads[at] ?? 1)),
				label,
			})),
		);
	if (groups.length === 0) throw new Error("a model needs a group with examples of both labels");
	let weights = names.map(() => 0);
	for (let step = 0; step < firstSteps; step++) {
		const gradient = weights.map((weight) => -l2 * groups.length * weight);
		for (const members of groups) {
			const scores = members.map(({ row }) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
			const most = Math.max(...scores);
			const masses = scores.map((score) => Math.exp(score - most));
			const all = masses.reduce((sum, mass) => sum + mass, 0);
			const right = masses.reduce((sum, mass, at) => sum + (members[at]?.label ? mass : 0), 0);
			for (const [at, { row, label }] of members.entries()) {
				const mass = masses[at] ?? 0;
				const pull = (label ? mass / right : 0) - mass / all;
				for (const [column, value] of row.entries()) gradient[column] = (gradient[column] ?? 0) + pull * value;
			}
		}
		weights = weights.map((weight, at) => weight + (firstRate * (gradient[at] ?? 0)) / groups.length);
	}
	const raw = weights.map((weight, at) => weight / (spreads[at] ?? 1));
	return { features: byName(names, raw), bias: 0, means: byName(names, means), origin };
}
const [firstSteps, firstRate] = [400, 0.5];

/** The score of each example by a model that was learned without its group's fold. */
export function crossValidated<Name extends string>(
	names: readonly Name[],
	examples: readonly Example<Name>[],
	settings: Settings = {},
): number[] {
	const modelOf = foldModels(names, examples, settings);
	return examples.map(({ features, group }) => scoreOf(modelOf(group), features));
}

/** For each group the model that was learned without its fold. Groups go into folds in turn, in sorted order. */
export function foldModels<Name extends string>(
	names: readonly Name[],
	examples: readonly Example<Name>[],
	{ folds = 5, by = learn, ...settings }: Settings,
): (group: string) => LinearModel<Name> {
	const foldOf = new Map(
		[...new Set(examples.map(({ group }) => group))].toSorted().map((each, at) => [each, at % folds]),
	);
	const models = Array.from({ length: folds }, (_, fold) =>
		by(
			names,
			examples.filter(({ group }) => foldOf.get(group) !== fold),
			"",
			settings,
		),
	);
	return (group) => {
		const model = models[foldOf.get(group) ?? 0];
		if (!model) throw new Error(`no model was learned for ${group}`);
		return model;
	};
}

/** A model of all examples, calibrated on the scores of cross-validation, and the calibrated chance of each example so held out. */
export function trained<Name extends string>(
	names: readonly Name[],
	examples: readonly Example<Name>[],
	origin: string,
	settings: Settings = {},
): { model: LinearModel<Name>; chances: number[] } {
	const scores = crossValidated(names, examples, settings);
	const scale = platt(scores, examples);
	return {
		model: { ...learn(names, examples, origin, settings), scale },
		chances: scores.map((score) => logistic(scale.slope * score + scale.offset)),
	};
}

/** Platt 1999, with his targets, which keep chances off 0 and 1. */
export function platt(
	scores: readonly number[],
	examples: readonly { label: boolean; weight?: number }[],
): { slope: number; offset: number } {
	const right = examples.filter(({ label }) => label).length;
	const [high, low] = [(right + 1) / (right + 2), 1 / (examples.length - right + 2)];
	const [offset = 0, slope = 1] = newton(
		scores.map((score) => [1, score]),
		examples.map(({ label }) => (label ? high : low)),
		examples.map(({ weight = 1 }) => weight),
		0,
	);
	return { slope, offset };
}

/** Writes the model as JSON, its numbers rounded to four digits. */
export function writeModel(file: string, model: object): void {
	const round = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
	writeFileSync(file, `${JSON.stringify(model, round, "\t")}\n`);
}

/** Of each group with examples of both labels, whether its highest has the label: 1 or 0. */
export function firstsOf(scores: readonly number[], examples: readonly { label: boolean; group: string }[]): number[] {
	const groups = Map.groupBy(
		examples.map(({ label, group }, at) => ({ label, group, score: scores[at] ?? 0 })),
		({ group }) => group,
	);
	return [...groups.values()].flatMap((some) =>
		new Set(some.map(({ label }) => label)).size < 2
			? []
			: [some.reduce((a, b) => (b.score > a.score ? b : a)).label ? 1 : 0],
	);
}

/** Area under the ROC curve: the chance that an example with the label scores above one without. */
export function areaUnderCurve(scores: readonly number[], examples: readonly { label: boolean }[]): number {
	const order = scores.map((score, at) => ({ score, label: examples[at]?.label === true }));
	order.sort((a, b) => a.score - b.score);
	let below = 0;
	let wins = 0;
	for (let at = 0, next = 0; at < order.length; at = next) {
		while (next < order.length && order[next]?.score === order[at]?.score) next++;
		const same = order.slice(at, next);
		const right = same.filter(({ label }) => label).length;
		wins += right * (below + (same.length - right) / 2);
		below += same.length - right;
	}
	return wins / (below * (order.length - below));
}

function byName<Name extends string>(names: readonly Name[], values: readonly number[]): Record<Name, number> {
	return Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0])) as Record<Name, number>;
}

const stepsMax = 100;
const settled = 1e-9;

/** Weights that minimise the penalised log loss. The first column of a row is 1, and its weight is not penalised. */
function newton(
	rows: readonly (readonly number[])[],
	targets: readonly number[],
	counts: readonly number[],
	l2: number,
): number[] {
	const size = rows[0]?.length ?? 0;
	const weights = Array<number>(size).fill(0);
	for (let step = 0; step < stepsMax; step++) {
		const gradient = weights.map((weight, at) => (at === 0 ? 0 : l2 * weight));
		const hessian = weights.map((_, at) => weights.map((_, other) => (at === other ? (at === 0 ? 0 : l2) + 1e-9 : 0)));
		for (const [index, row] of rows.entries()) {
			const count = counts[index] ?? 1;
			const chance = logistic(row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
			const curve = count * Math.max(chance * (1 - chance), 1e-6);
			for (const [at, value] of row.entries()) {
				gradient[at] = (gradient[at] ?? 0) + count * (chance - (targets[index] ?? 0)) * value;
				const line = hessian[at] ?? [];
				for (let other = 0; other <= at; other++) line[other] = (line[other] ?? 0) + curve * value * (row[other] ?? 0);
			}
		}
		for (const [at, line] of hessian.entries())
			for (let other = at + 1; other < size; other++) line[other] = hessian[other]?.[at] ?? 0;
		const change = solved(hessian, gradient);
		// Steps are bounded: a full one may overshoot where the classes are nearly separable.
		const largest = Math.max(...change.map(Math.abs));
		const length = largest > 2 ? 2 / largest : 1;
		for (const [at, value] of change.entries()) weights[at] = (weights[at] ?? 0) - length * value;
		if (largest < settled) break;
	}
	return weights;
}

/** Gauss elimination with pivoting. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
	const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
	const size = lines.length;
	for (let at = 0; at < size; at++) {
		const sizeOf = (line: number) => Math.abs(lines[line]?.[at] ?? 0);
		let best = at;
		for (let line = at + 1; line < size; line++) if (sizeOf(line) > sizeOf(best)) best = line;
		const pivot = lines[best] ?? [];
		lines[best] = lines[at] ?? [];
		lines[at] = pivot;
		for (const [index, line] of lines.entries()) {
			if (index === at) continue;
			const share = (line[at] ?? 0) / (pivot[at] ?? 1);
			for (let column = at; column <= size; column++) line[column] = (line[column] ?? 0) - share * (pivot[column] ?? 0);
		}
	}
	return lines.map((line, at) => (line[size] ?? 0) / (line[at] ?? 1));
}
