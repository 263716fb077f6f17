import type { BlockPiece } from "../../../evidence/report.ts";
import { endsSentence } from "../../../text/sentences.ts";
import { tagWords } from "../../../text/tags.ts";
import { TermStatistics } from "../../../text/term-statistics.ts";
import { lengthOf } from "./fit.ts";
import type { Scored } from "./score.ts";

/** Passages that bear on the matter, at most: what they say together is its centre. */
const bearing = 60;

/**
 * The passages of a broad matter, each worth what it shares with all that bear on the question: nearness to their centroid (Radev and
 * others 2004), times the share of its words that stand in sentences, which in English have a verb. What repeats the question alone is near nothing else; 0 for those that do not bear on it.
 */
export function central(scored: readonly Scored[], isEnglish: boolean): Scored[] {
	const known = new TermStatistics(scored.map(({ counts }) => counts));
	const near = scored
		.toSorted((a, b) => b.worth - a.worth)
		.slice(0, bearing)
		.filter(({ worth }) => worth > 0);
	const vectors = new Map(near.map((one) => [one, known.vector(one.counts)]));
	const centre = new Map<string, number>();
	for (const vector of vectors.values())
		for (const [word, value] of vector) centre.set(word, (centre.get(word) ?? 0) + value);
	const shares = new Map([...vectors].map(([one, vector]) => [one, products(vector, centre)]));
	const nearness = new Map([...shares].map(([one, says]) => [one, sum(says.values())]));
	const most = Math.max(...nearness.values(), 1e-9);
	return scored.map((one) => ({
		...one,
		says: shares.get(one) ?? new Map(),
		worth: ((nearness.get(one) ?? 0) / most) * (vectors.has(one) ? shareInSentences(one.passage.pieces, isEnglish) : 0),
	}));
}

function products(vector: ReadonlyMap<string, number>, centre: ReadonlyMap<string, number>): Map<string, number> {
	return new Map([...vector].map(([word, value]) => [word, value * (centre.get(word) ?? 0)]));
}

function sum(values: Iterable<number>): number {
	let all = 0;
	for (const value of values) all += value;
	return all;
}

/** An item of a list this long says something without a full stop. Words. */
const itemLeast = 6;

/** 0–1, by words. */
function shareInSentences(pieces: readonly BlockPiece[], isEnglish: boolean): number {
	const hasVerb = (text: string) => !isEnglish || tagWords(text).some(({ pos }) => pos === "VERB" || pos === "AUX");
	const full = pieces.filter((piece) =>
		endsSentence(piece.text) ? hasVerb(piece.text) : piece.kind === "item" && lengthOf([piece]) >= itemLeast,
	);
	return lengthOf(full) / Math.max(1, lengthOf(pieces));
}
