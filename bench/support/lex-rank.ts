import { diverse, dot, sumOf, vectorsOf } from "./tf-idf.ts";

/** The chance to jump to any sentence, and how often rank is passed on: enough for five digits. */
const damping = 0.15;
const rounds = 40;

/**
 * A summary of the sentences in at most `maxWords` words: continuous LexRank (Erkan and Radev 2004, section 3.3), by MMR. The graph of
 * all similarities is never written down: a round is two products with the sentences' vectors.
 */
export function lexRankSummary(sentences: readonly string[], maxWords: number): string[] {
	const vectors = vectorsOf(sentences);
	const all = sumOf(vectors);
	/** What a sentence is alike to, in sum. */
	const degrees = vectors.map((vector) => dot(vector, all) || 1);
	let ranks = vectors.map(() => 1 / vectors.length);
	for (let round = 0; round < rounds; round++) {
		const passed = sumOf(
			vectors,
			ranks.map((rank, at) => rank / (degrees[at] ?? 1)),
		);
		ranks = vectors.map((vector) => damping / vectors.length + (1 - damping) * dot(vector, passed));
	}
	return diverse(sentences, vectors, ranks, maxWords);
}
