import type { PooledHit } from "../evidence/source.ts";

/** A result whose score is below this share of the wave's best score is left out … */
const scoreShareMin = 0.18;
/** … except the first of each sub-question, and of the whole wave. */
const keptEach = 3;
const keptLeast = 10;

/**
 * The results of a wave's searches in one list, best first, each document once. A document's score is the sum of its scores for
 * each sub-question (reciprocal rank fusion over all their queries). What few searches found, and none near its top, is noise.
 */
export function fusedResults(lists: readonly (readonly PooledHit[])[]): PooledHit[] {
	const scores = scoresOf(lists);
	const ranked = [...scores].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([url]) => url);
	const least = scoreShareMin * (scores.get(ranked[0] ?? "") ?? 0);
	const firsts = [
		...lists.flatMap((hits) => hits.slice(0, keptEach).map(({ url }) => url)),
		...ranked.slice(0, keptLeast),
	];
	const kept = new Set(firsts);
	return ranked.flatMap((url) => {
		const isKept = kept.has(url) || (scores.get(url) ?? 0) >= least;
		return isKept ? (bestOf(lists, url) ?? []) : [];
	});
}

/** Each document's score over all lists of the wave. */
export function scoresOf(lists: readonly (readonly PooledHit[])[]): Map<string, number> {
	const scores = new Map<string, number>();
	for (const { url, score } of lists.flat()) scores.set(url, (scores.get(url) ?? 0) + score);
	return scores;
}

function bestOf(lists: readonly (readonly PooledHit[])[], url: string): PooledHit | undefined {
	const found = lists.flatMap((hits) => hits.filter((hit) => hit.url === url));
	return found.toSorted((a, b) => b.score - a.score)[0];
}
