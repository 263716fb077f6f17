/** How much a first place counts over a tenth (Cormack et al., 2009). */
const constant = 60;

/** Reciprocal rank fusion: what the places (from 0) of one thing in several lists are worth together. */
export function fusedRank(ranks: readonly number[]): number {
	return ranks.reduce((sum, rank) => sum + 1 / (constant + rank + 1), 0);
}
