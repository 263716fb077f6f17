/** Scores passages and fuses the two rankings. Tuned on SciFact's training claims, see `bench/retrieval.ts`. */

/**
 * BM25: how soon repetitions of a word add nothing (k1), how much length counts against a passage (b), and the weight of a word in
 * the title.
 */
export const bm25 = { k1: 1.2, b: 0.6, titleWeight: 1.5 };
/** The share of vectors in the fused score; the rest is words (BM25). */
const vectorShare = 0.55;
/** The share of the mean of its windows in a passage's cosine; the rest is the best window. */
export const meanShare = 0.5;

/** How often a term stands in a passage's title and body. */
export interface Posting {
	index: number;
	title: number;
	body: number;
}

/** Adds one term's BM25 scores. `lengths` holds the words of each passage, title words weighted. */
export function addTermScores(
	scores: Float64Array,
	postings: Posting[],
	lengths: Float64Array,
	meanLength: number,
	weight = 1,
): void {
	const { k1, b, titleWeight } = bm25;
	const idf = Math.log(1 + (scores.length - postings.length + 0.5) / (postings.length + 0.5));
	for (const { index, title, body } of postings) {
		const frequency = titleWeight * title + body;
		const length = (lengths[index] ?? meanLength) / meanLength;
		scores[index] =
			(scores[index] ?? 0) + weight * idf * ((frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * length)));
	}
}

/** Fuses word scores and cosines, each relative to the best passage's. */
export function fuseScores(words: Float64Array, cosines: Float32Array | undefined): Float64Array {
	if (cosines === undefined) return words;
	const wordTop = words.reduce((max, score) => Math.max(max, score), 0);
	let cosineTop = 0;
	for (const cosine of cosines) cosineTop = Math.max(cosineTop, cosine);
	return words.map(
		(score, index) =>
			(1 - vectorShare) * (wordTop === 0 ? 0 : score / wordTop) +
			vectorShare * (cosineTop === 0 ? 0 : Math.max(0, cosines[index] ?? 0) / cosineTop),
	);
}
