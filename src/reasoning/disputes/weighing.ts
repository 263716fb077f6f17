/** How much a word tells among all statements: what nearly all of them hold tells little. */
export type Weigh = (word: string) => number;

/** Where nothing is known of other statements, each word tells as much. */
export const evenly: Weigh = () => 1;

/** Inverse document frequency, smoothed for the few statements that a first page gives. */
export function weighedBy(statements: readonly ReadonlySet<string>[]): Weigh {
	const counts = new Map<string, number>();
	for (const words of statements) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return (word) => Math.log(1 + (statements.length + smoothing) / (counts.get(word) ?? 1));
}
const smoothing = 10;

/** Weighted Jaccard: shared over united words, 0–1. */
export function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>, weigh: Weigh): number {
	const [shared, left, right] = sums(a, b, weigh);
	return shared === 0 ? 0 : shared / (left + right - shared);
}

/** Weighted overlap coefficient: shared over the lesser statement's words, 0–1; 1 for what says the same and only less. */
export function coveredBy(a: ReadonlySet<string>, b: ReadonlySet<string>, weigh: Weigh): number {
	const [shared, left, right] = sums(a, b, weigh);
	return shared === 0 ? 0 : shared / Math.min(left, right);
}

function sums(a: ReadonlySet<string>, b: ReadonlySet<string>, weigh: Weigh): [shared: number, a: number, b: number] {
	const sum = (words: ReadonlySet<string>) => [...words].reduce((total, word) => total + weigh(word), 0);
	return [sum(a.intersection(b)), sum(a), sum(b)];
}
