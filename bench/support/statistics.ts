import { seededRandom } from "../../test/support/random.ts";

/** Resamples of a bootstrap, and the seed of every bench's bootstrap. */
const resamples = 2_000;
const seed = 20_260_101;
export const intervals = `95 % intervals: bootstrap over questions (${resamples} resamples, seed ${seed}); Wilson's for shares a/b`;

export function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean and its 95 % bootstrap interval, as text: `0.744 [0.704, 0.784]`. */
export function bootstrapped(values: readonly number[]): string {
	return bootstrappedOf(values, mean);
}

/** As `bootstrapped`, for another statistic of the items. `–` without items. */
export function bootstrappedOf<Item>(items: readonly Item[], statistic: (sample: readonly Item[]) => number): string {
	if (items.length === 0) return "–";
	const random = seededRandom(seed);
	const values = Array.from({ length: resamples }, () =>
		statistic(items.map(() => items[Math.floor(random() * items.length)] as Item)),
	).sort((a, b) => a - b);
	const at = (share: number) => (values[Math.floor(share * resamples)] ?? 0).toFixed(3);
	return `${statistic(items).toFixed(3)} [${at(0.025)}, ${at(0.975)}]`;
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
