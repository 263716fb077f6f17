import { limits } from "../base/limits.ts";

/** The characters of all pages of one wave that a model is shown. */
const waveShownMost = 160_000;
/** The same for a wave's investigators, if all pages were long; most are shorter than their share. Characters. */
const investigatorsShownMost = 260_000;
/** The share of the least relevant long page, relative to the share of the most relevant one. */
const leastShare = 0.5;

/**
 * The characters of each page that are shown. Short pages are shown whole. The longer ones share the rest in proportion to their
 * relevance. `length`: characters. `score`: higher is more relevant, comparable within the wave.
 */
export function shownLengths(pages: readonly { length: number; score: number }[]): number[] {
	const best = Math.max(Number.EPSILON, ...pages.map(({ score }) => score));
	const shares = pages.map(({ length, score }) => ({
		wanted: Math.min(length, limits.pageShown),
		weight: weightOf(score / best),
	}));
	let left = waveShownMost;
	let weights = shares.reduce((sum, { weight }) => sum + weight, 0);
	let perWeight = Number.POSITIVE_INFINITY;
	for (const { wanted, weight } of shares.toSorted((a, b) => a.wanted / a.weight - b.wanted / b.weight)) {
		if (wanted > (left / weights) * weight) {
			perWeight = left / weights;
			break;
		}
		left -= wanted;
		weights -= weight;
	}
	return shares.map(({ weight }) => Math.floor(Math.min(limits.pageShown, perWeight * weight)));
}

/** The characters shown of each page in a wave of `reads` pages whose lengths are not known together. */
export function shownLengthEach(reads: number): number {
	return Math.min(limits.pageShown, Math.floor(investigatorsShownMost / Math.max(1, reads)));
}

/**
 * The characters shown of one page, where `each` is the mean: more of a page that its search ranks high. `relevance`: its score
 * relative to the best, 0–1.
 */
export function shownLengthOf(each: number, relevance: number): number {
	return Math.floor(Math.min(limits.pageShown, (each * weightOf(relevance)) / weightOf(0.5)));
}

function weightOf(relevance: number): number {
	return leastShare + (1 - leastShare) * relevance;
}
