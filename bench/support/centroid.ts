import { diverse, dot, sumOf, vectorsOf } from "./tf-idf.ts";

/** A summary of the sentences in at most `maxWords` words: those nearest to the centroid of all (Radev and others 2004), by MMR. */
export function centroidSummary(sentences: readonly string[], maxWords: number): string[] {
	const vectors = vectorsOf(sentences);
	const centroid = sumOf(vectors);
	const scores = vectors.map((vector) => dot(vector, centroid));
	return diverse(sentences, vectors, scores, maxWords);
}
