import { seededRandom } from "./seeded-random.ts";

/** Resamples of a bootstrap, and the seed of all. */
export const resamples = 2_000;
export const bootstrapSeed = 20_260_101;

/** A statistic of fewer items has no interval worth showing. */
export const intervalItemsMin = 2;

export function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The 95 % percentile bootstrap interval of a statistic (Efron 1979). The same items give the same interval. Needs an item. */
export function bootstrapInterval<Item>(
	items: readonly Item[],
	statistic: (sample: readonly Item[]) => number,
): [low: number, high: number] {
	const random = seededRandom(bootstrapSeed);
	const values = Array.from({ length: resamples }, () =>
		statistic(items.map(() => items[Math.floor(random() * items.length)] as Item)),
	).sort((a, b) => a - b);
	const at = (share: number) => values[Math.floor(share * resamples)] ?? Number.NaN;
	return [at(0.025), at(0.975)];
}

/** The interval of a statistic as a field; no field where there are too few items for one. */
export function intervalOver<Item>(
	items: readonly Item[],
	statistic: (sample: readonly Item[]) => number,
): { interval?: [low: number, high: number] } {
	return items.length < intervalItemsMin ? {} : { interval: bootstrapInterval(items, statistic) };
}
