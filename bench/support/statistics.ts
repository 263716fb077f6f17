import { bootstrapInterval, bootstrapSeed, mean, resamples } from "../../src/base/bootstrap.ts";

export { mean } from "../../src/base/bootstrap.ts";
export const intervals = `95 % intervals: bootstrap over questions (${resamples} resamples, seed ${bootstrapSeed}); Wilson's for shares a/b`;

/** The mean and its 95 % bootstrap interval, as text: `0.744 [0.704, 0.784]`. */
export function bootstrapped(values: readonly number[]): string {
	return bootstrappedOf(values, mean);
}

/** As `bootstrapped`, for another statistic of the items. `–` without items. */
export function bootstrappedOf<Item>(items: readonly Item[], statistic: (sample: readonly Item[]) => number): string {
	if (items.length === 0) return "–";
	const [low, high] = bootstrapInterval(items, statistic);
	return `${statistic(items).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** Wilson's 95 % interval of a share. */
export function wilson(hits: number, of: number): [low: number, high: number] {
	if (of === 0) return [0, 1];
	const z = 1.96;
	const share = hits / of;
	const centre = share + (z * z) / (2 * of);
	const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
	// Without hits the low end is 0 but for rounding.
	return [Math.max(0, centre - spread) / (1 + (z * z) / of), (centre + spread) / (1 + (z * z) / of)];
}

/** A share with its interval, as text: `0.744 [0.704, 0.784] 67/90`. */
export function shareOf(hits: number, of: number): string {
	const [low, high] = wilson(hits, of);
	return `${of === 0 ? "–" : (hits / of).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] ${hits}/${of}`;
}

/** Selective prediction (El-Yaniv and Wiener 2010): what is wrong of the likeliest, by their number. `right`: the likeliest first. */
export function risksOf(right: readonly boolean[]): number[] {
	let wrong = 0;
	return right.map((one, at) => {
		if (!one) wrong++;
		return wrong / (at + 1);
	});
}

/** The chance of at most `hits` of `of`, each with the chance `share`. */
export function binomialTail(hits: number, of: number, share: number): number {
	let term = (1 - share) ** of;
	let sum = term;
	for (let at = 1; at <= hits; at++) {
		term *= ((of - at + 1) / at) * (share / (1 - share));
		sum += term;
	}
	return sum;
}
