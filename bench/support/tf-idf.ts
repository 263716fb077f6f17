import { contentWords, wordCount } from "./words.ts";

/** A sentence's words with their weights, of length 1. */
export type Vector = ReadonlyMap<string, number>;

/** TF-IDF of each sentence; a sentence counts as the document in which a word is rare or not. */
export function vectorsOf(sentences: readonly string[]): Vector[] {
	const words = sentences.map(contentWords);
	const frequency = new Map<string, number>();
	for (const word of words.flatMap((all) => [...new Set(all)])) frequency.set(word, (frequency.get(word) ?? 0) + 1);
	return words.map((all) => {
		const weights = new Map<string, number>();
		for (const word of all)
			weights.set(word, (weights.get(word) ?? 0) + Math.log(sentences.length / (frequency.get(word) ?? 1)));
		return unit(weights);
	});
}

/** The sum of vectors, each times its weight (1 without weights). Not of length 1. */
export function sumOf(vectors: readonly Vector[], weights?: readonly number[]): Vector {
	const sum = new Map<string, number>();
	for (const [at, vector] of vectors.entries())
		for (const [word, value] of vector) sum.set(word, (sum.get(word) ?? 0) + value * (weights?.[at] ?? 1));
	return sum;
}

export function dot(a: Vector, b: Vector): number {
	const [small, large] = a.size < b.size ? [a, b] : [b, a];
	let sum = 0;
	for (const [word, value] of small) sum += value * (large.get(word) ?? 0);
	return sum;
}

function unit(vector: Vector): Vector {
	const length = Math.sqrt(dot(vector, vector));
	return length === 0 ? vector : new Map([...vector].map(([word, value]) => [word, value / length]));
}

/** How much of a sentence's worth is its score, the rest that it repeats nothing (Carbonell and Goldstein 1998); at .7 one statement came twice. */
const lambda = 0.5;

/**
 * Maximal marginal relevance: sentences in the order in which they are taken, highest score without repetition first, as many as
 * fit into `maxWords`. A sentence that does not fit is left out for the next one.
 */
export function diverse(
	sentences: readonly string[],
	vectors: readonly Vector[],
	scores: readonly number[],
	maxWords: number,
): string[] {
	const highest = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
	const rest = new Map(sentences.map((text, at) => [at, { words: wordCount(text), nearest: 0 }]));
	const taken: string[] = [];
	for (let left = maxWords; ; ) {
		let best: { at: number; words: number; value: number } | undefined;
		for (const [at, { words, nearest }] of rest) {
			const value = (lambda * (scores[at] ?? 0)) / highest - (1 - lambda) * nearest;
			if (words > left) rest.delete(at);
			else if (!best || value > best.value) best = { at, words, value };
		}
		if (!best) return taken;
		const chosen = vectors[best.at] ?? new Map<string, number>();
		taken.push(sentences[best.at] ?? "");
		left -= best.words;
		rest.delete(best.at);
		for (const [at, one] of rest) one.nearest = Math.max(one.nearest, dot(chosen, vectors[at] ?? new Map()));
	}
}
