/**
 * A linear model over named features. `npm run train -- NAME` learns it and stores it as one `weights.json` beside its rule. The rule
 * computes a raw value for each feature. The bench `rules` takes the names from the JSON and sets one feature after the other to its
 * mean, to show what each contributes.
 */
export interface LinearModel<Name extends string = string> {
	/** The weight of each feature, by its name. */
	features: Record<Name, number>;
	bias: number;
	/** The mean of each feature in the training data. */
	means?: Record<Name, number>;
	/** Platt's calibration: the probability is the logistic function of `slope * score + offset`. Absent: 1 and 0. */
	scale?: { slope: number; offset: number };
	/** The training data, the number of examples, the seed: `RAMDocs, tuning half: 5,120 pairs of 380 questions`. No date. */
	origin: string;
}

/** The weighted sum, any number: larger is likelier. It is for ranking. Equal models and features always give equal scores. */
export function scoreOf<Name extends string>(
	model: LinearModel<Name>,
	features: Readonly<Record<NoInfer<Name>, number>>,
): number {
	let sum = model.bias;
	for (const name in model.features) sum += model.features[name] * features[name];
	return sum;
}

/** The calibrated probability, 0–1 (Platt 1999, "Probabilistic outputs for support vector machines"). */
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
