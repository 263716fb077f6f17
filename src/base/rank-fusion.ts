/** Dampens the advantage of a first rank over a tenth (Cormack et al., 2009). */
const rankConstant = 60;

/** Reciprocal rank fusion: the combined score of an item from its ranks (from 0) in several lists. */
export function reciprocalRankScore(ranks: readonly number[]): number {
	return ranks.reduce((sum, rank) => sum + 1 / (rankConstant + rank + 1), 0);
}
