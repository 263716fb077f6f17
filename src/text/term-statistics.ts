import { isStopWord, stemsOf, wordsIn } from "./words.ts";

/** How often each stem of a content word occurs in a text. */
export type TermCounts = ReadonlyMap<string, number>;

/** BM25's usual constants (Robertson and Zaragoza 2009). */
const [k1, b] = [1.2, 0.75];

export function countTerms(text: string): TermCounts {
	const out = new Map<string, number>();
	for (const { lower } of wordsIn(text)) {
		if (isStopWord(lower)) continue;
		for (const form of stemsOf(lower)) if (form) out.set(form, (out.get(form) ?? 0) + 1);
	}
	return out;
}

/** Document frequencies and the mean length of a set of texts. */
export class TermStatistics {
	readonly #frequency = new Map<string, number>();
	readonly #size: number;
	readonly #length: number;

	constructor(texts: readonly TermCounts[]) {
		for (const counts of texts)
			for (const word of counts.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
		this.#size = texts.length;
		this.#length = texts.reduce((sum, counts) => sum + lengthOf(counts), 0) / Math.max(1, texts.length);
	}

	idf(word: string): number {
		const found = this.#frequency.get(word) ?? 0;
		return Math.log(1 + (this.#size - found + 0.5) / (found + 0.5));
	}

	bm25(query: Iterable<string>, counts: TermCounts): number {
		const norm = k1 * (1 - b + (b * lengthOf(counts)) / Math.max(1, this.#length));
		let sum = 0;
		for (const word of query) {
			const count = counts.get(word) ?? 0;
			if (count > 0) sum += (this.idf(word) * count * (k1 + 1)) / (count + norm);
		}
		return sum;
	}

	/** TF-IDF of a text as a vector of length 1. */
	vector(counts: TermCounts): Map<string, number> {
		const weights = new Map(
			[...counts].map(([word, count]) => [word, (1 + Math.log(count)) * this.idf(word)] as const),
		);
		const length = Math.sqrt([...weights.values()].reduce((sum, value) => sum + value * value, 0)) || 1;
		return new Map([...weights].map(([word, value]) => [word, value / length]));
	}
}

export function sumCounts(all: readonly TermCounts[]): TermCounts {
	const out = new Map<string, number>();
	for (const counts of all) for (const [word, count] of counts) out.set(word, (out.get(word) ?? 0) + count);
	return out;
}

function lengthOf(counts: TermCounts): number {
	let sum = 0;
	for (const count of counts.values()) sum += count;
	return sum;
}

export function dotProduct(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
	const [small, large] = a.size < b.size ? [a, b] : [b, a];
	let sum = 0;
	for (const [word, value] of small) sum += value * (large.get(word) ?? 0);
	return sum;
}
