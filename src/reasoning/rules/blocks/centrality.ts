import type { BlockPiece } from "../../../evidence/report.ts";
import { endsSentence } from "../../../text/sentences.ts";
import { tagWords } from "../../../text/tags.ts";
import { TermStatistics } from "../../../text/term-statistics.ts";
import type { ScoredPassage } from "./score-passages.ts";
import { wordCountOf } from "./windows.ts";

/** Maximum number of relevant passages. Together they define the centre of the matter. */
const relevantMax = 60;

/**
 * Scores the passages of a broad matter by their similarity to the centroid of the relevant ones (Radev and others 2004), times the share
 * of their words that stand in sentences, which in English have a verb. A passage that only repeats the question is similar to nothing
 * else. An irrelevant one scores 0.
 */
export function scoreByCentrality(scored: readonly ScoredPassage[], isEnglish: boolean): ScoredPassage[] {
	const statistics = new TermStatistics(scored.map(({ counts }) => counts));
	const relevant = scored
		.toSorted((a, b) => b.score - a.score)
		.slice(0, relevantMax)
		.filter(({ score }) => score > 0);
	const vectors = new Map(relevant.map((one) => [one, statistics.vector(one.counts)]));
	const centre = new Map<string, number>();
	for (const vector of vectors.values())
		for (const [word, value] of vector) centre.set(word, (centre.get(word) ?? 0) + value);
	const shares = new Map([...vectors].map(([one, vector]) => [one, weightedByCentre(vector, centre)]));
	const nearness = new Map([...shares].map(([one, says]) => [one, sum(says.values())]));
	const most = Math.max(...nearness.values(), 1e-9);
	return scored.map((one) => ({
		...one,
		says: shares.get(one) ?? new Map(),
		score: ((nearness.get(one) ?? 0) / most) * (vectors.has(one) ? sentenceShare(one.passage.pieces, isEnglish) : 0),
	}));
}

function weightedByCentre(
	vector: ReadonlyMap<string, number>,
	centre: ReadonlyMap<string, number>,
): Map<string, number> {
	return new Map([...vector].map(([word, value]) => [word, value * (centre.get(word) ?? 0)]));
}

function sum(values: Iterable<number>): number {
	let all = 0;
	for (const value of values) all += value;
	return all;
}

/** A list item this long makes a statement without a full stop. Words. */
const itemWordsMin = 6;

/** By words, 0–1. */
function sentenceShare(pieces: readonly BlockPiece[], isEnglish: boolean): number {
	const hasVerb = (text: string) => !isEnglish || tagWords(text).some(({ pos }) => pos === "VERB" || pos === "AUX");
	const sentences = pieces.filter((piece) =>
		endsSentence(piece.text) ? hasVerb(piece.text) : piece.kind === "item" && wordCountOf([piece]) >= itemWordsMin,
	);
	return wordCountOf(sentences) / Math.max(1, wordCountOf(pieces));
}
