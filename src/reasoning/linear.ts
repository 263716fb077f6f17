/**
 * A linear model over named features: how much each signal counts, learned by `npm run train -- NAME` and kept as one `weights.json`
 * beside the rule. A rule computes a value for each name; weights apply to these raw values. The bench `rules` takes the names from
 * the JSON and sets one feature after the other to its mean, to show what each brings.
 */
export interface LinearModel<Name extends string = string> {
	/** The weight of each feature, by its name. */
	features: Record<Name, number>;
	bias: number;
	/** The mean of each feature in the data that it was learned from. */
	means?: Record<Name, number>;
	/** Platt's calibration: the chance is the logistic function of `slope * score + offset`. Absent: 1 and 0. */
	scale?: { slope: number; offset: number };
	/** The data, how many examples, the seed: `RAMDocs, tuning half: 5,120 pairs of 380 questions`. No date. */
	origin: string;
}

/** The weighted sum: any number, larger is likelier. Good for ranking; equal models and features always give equal scores. */
export function scoreOf<Name extends string>(
	model: LinearModel<Name>,
	features: Readonly<Record<NoInfer<Name>, number>>,
): number {
	let sum = model.bias;
	for (const name in model.features) sum += model.features[name] * features[name];
	return sum;
}

/** The calibrated chance, 0–1 (Platt 1999, "Probabilistic outputs for support vector machines"). */
export function probabilityOf<Name extends string>(
	model: LinearModel<Name>,
	features: Readonly<Record<NoInfer<Name>, number>>,
): number {
	const { slope, offset } = model.scale ?? { slope: 1, offset: 0 };
	return logistic(slope * scoreOf(model, features) + offset);
}

export function logistic(value: number): number {
	return 1 / (1 + Math.exp(-value));
}
