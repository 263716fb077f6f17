/** How passages are scored and how the two rankings are made one. Tuned on SciFact's training claims, see `bench/retrieval.ts`. */

/** BM25: how soon more of the same word adds nothing, how much length is held against a passage, and what a title's word is worth. */
export const bm25 = { k1: 1.2, b: 0.6, titleWeight: 1.5 };
/** The share of meaning (vectors) in the fused score; the rest is words (BM25). */
const vectorShare = 0.55;
/** A passage's cosine: this share is the mean of its windows', the rest the best one's. */
export const meanShare = 0.5;

/** How often a term stands in a passage's title and body. */
export interface Posting {
	index: number;
	title: number;
	body: number;
}

/** Adds one term's BM25 to the scores. `lengths` are words a passage, title words weighted. */
export function addTerm(
	scores: Float64Array,
	postings: Posting[],
	lengths: Float64Array,
	meanLength: number,
	weight = 1,
): void {
	const { k1, b, titleWeight } = bm25;
	const idf = Math.log(1 + (scores.length - postings.length + 0.5) / (postings.length + 0.5));
	for (const { index, title, body } of postings) {
		const often = titleWeight * title + body;
		const length = (lengths[index] ?? meanLength) / meanLength;
		scores[index] = (scores[index] ?? 0) + weight * idf * ((often * (k1 + 1)) / (often + k1 * (1 - b + b * length)));
	}
}

/** One score of both, each as a share of the best passage's. */
export function fuse(words: Float64Array, cosines: Float32Array | undefined): Float64Array {
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
