import { limits } from "../base/limits.ts";

/** Of the pages of one wave a model is shown so much, all together. Characters. */
const waveMost = 160_000;
/** Of the pages of a wave's investigators, if all were long: most are shorter than their share. Characters. */
const investigatedMost = 260_000;
/** The share of the least relevant page beside that of the most relevant one, where both are long. */
const leastShare = 0.5;

/**
 * How much of each page is shown. Short pages are shown whole; the longer ones share what is left in proportion to their relevance.
 * `length`: characters. `score`: higher is more relevant, comparable within the wave.
 */
export function roomsOf(pages: readonly { length: number; score: number }[]): number[] {
	const best = Math.max(Number.EPSILON, ...pages.map(({ score }) => score));
	const shares = pages.map(({ length, score }) => ({
		wanted: Math.min(length, limits.pageShown),
		weight: leastShare + (1 - leastShare) * (score / best),
	}));
	let left = waveMost;
	let weights = shares.reduce((sum, { weight }) => sum + weight, 0);
	let level = Number.POSITIVE_INFINITY;
	for (const { wanted, weight } of shares.toSorted((a, b) => a.wanted / a.weight - b.wanted / b.weight)) {
		if (wanted > (left / weights) * weight) {
			level = left / weights;
			break;
		}
		left -= wanted;
		weights -= weight;
	}
	return shares.map(({ weight }) => Math.floor(Math.min(limits.pageShown, level * weight)));
}

/** The room of one page of a wave whose `reads` pages are not known together. */
export function roomOfOne(reads: number): number {
	return Math.min(limits.pageShown, Math.floor(investigatedMost / Math.max(1, reads)));
}
