/** The weight of a word among all statements. A word in nearly all of them weighs little. */
export type WordWeight = (word: string) => number;

/** Equal weights, if no other statements are known. */
export const equalWeight: WordWeight = () => 1;

/** Inverse document frequency, smoothed for the few statements of a first page. */
export function rarityWeight(statements: readonly ReadonlySet<string>[]): WordWeight {
	const counts = new Map<string, number>();
	for (const words of statements) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return (word) => Math.log(1 + (statements.length + smoothing) / (counts.get(word) ?? 1));
}
const smoothing = 10;

/** Weighted Jaccard: shared over distinct words, 0–1. */
export function weightedJaccard(a: ReadonlySet<string>, b: ReadonlySet<string>, weigh: WordWeight): number {
	const [shared, left, right] = weightSums(a, b, weigh);
	return shared === 0 ? 0 : shared / (left + right - shared);
}

/** Weighted overlap coefficient: shared words over the shorter statement's, 0–1. 1 if one says the same and only less. */
export function weightedOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>, weigh: WordWeight): number {
	const [shared, left, right] = weightSums(a, b, weigh);
	return shared === 0 ? 0 : shared / Math.min(left, right);
}

function weightSums(
	a: ReadonlySet<string>,
	b: ReadonlySet<string>,
	weigh: WordWeight,
): [shared: number, a: number, b: number] {
	const sum = (words: ReadonlySet<string>) => [...words].reduce((total, word) => total + weigh(word), 0);
	return [sum(a.intersection(b)), sum(a), sum(b)];
}
