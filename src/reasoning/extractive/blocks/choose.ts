import { jaccard, trigrams } from "../../../base/text.ts";
import { lengthOf } from "./fit.ts";
import { type Scored, textOf } from "./score.ts";

/** What may be shown. */
export interface Room {
	words: number;
	blocks: number;
	/** Passages worth less than this share of the best one are not shown. */
	share: number;
	/** One passage may answer alone: the likeliest come first, whatever sources share and however long they are. */
	alone?: true | undefined;
}

/** How much it is worth to say what sources say, and to let many sources speak, beside the worth of each passage. */
const [coverageWeight, sourceWeight] = [1, 0.3];
/** A gain is weighed against the length that it costs, to this power (Lin and Bilmes 2010, r). */
const costPower = 0.3;
/** Passages this alike say the same. Trigrams shared over united. */
const repeats = 0.6;

/**
 * The passages to show, best first: budgeted submodular maximisation (Lin and Bilmes 2011) of their worth, of the words that sources
 * share and that are said so far by none (each counts once; Gillick and Favre 2009), and of the sources that speak (a source's further
 * passage counts less), greedily by gain for its cost.
 */
export function chosen(candidates: readonly Scored[], room: Room): Scored[] {
	const most = Math.max(0, ...candidates.map(({ worth }) => worth));
	const left = candidates
		.filter(({ worth }) => worth >= room.share * most)
		.map((one) => ({ one, words: lengthOf(one.passage.pieces), grams: trigrams(textOf(one.passage)) }));
	const concepts = conceptsOf(candidates);
	const bySource = new Map<string, number>();
	const taken: typeof left = [];
	let words = room.words;
	while (taken.length < room.blocks) {
		let best: { at: number; value: number } | undefined;
		for (const [at, { one, words: cost }] of left.entries()) {
			if (cost > words && taken.length > 0) continue;
			const said = bySource.get(one.passage.sourceId) ?? 0;
			const covered = [...one.counts.keys()].reduce((sum, word) => sum + (concepts.get(word) ?? 0), 0);
			const gain =
				one.worth +
				coverageWeight * covered * one.worth +
				sourceWeight * (Math.sqrt(said + one.worth) - Math.sqrt(said));
			const value = room.alone ? one.worth : gain / cost ** costPower;
			if (!best || value > best.value) best = { at, value };
		}
		if (!best) break;
		const [next] = left.splice(best.at, 1);
		if (!next || taken.some(({ grams, one }) => jaccard(grams, next.grams) >= repeats || overlaps(one, next.one)))
			continue;
		taken.push(next);
		words -= next.words;
		const { sourceId } = next.one.passage;
		bySource.set(sourceId, (bySource.get(sourceId) ?? 0) + next.one.worth);
		for (const word of next.one.counts.keys()) concepts.delete(word);
	}
	return taken.map(({ one }) => one);
}

/** Words that passages of two sources or more hold, by the worth of the sources that hold them; all together 1 and a half hundred words' weight. */
function conceptsOf(candidates: readonly Scored[]): Map<string, number> {
	const holders = new Map<string, Map<string, number>>();
	for (const { counts, passage, worth } of candidates)
		for (const word of counts.keys()) {
			const known = holders.get(word) ?? new Map<string, number>();
			holders.set(word, known.set(passage.sourceId, Math.max(worth, known.get(passage.sourceId) ?? 0)));
		}
	const shared = [...holders].filter(([, sources]) => sources.size > 1);
	const weight = (sources: ReadonlyMap<string, number>) => [...sources.values()].reduce((sum, worth) => sum + worth, 0);
	const heaviest = shared
		.map(([, sources]) => weight(sources))
		.toSorted((a, b) => b - a)
		.slice(0, conceptsMax);
	const all = heaviest.reduce((sum, one) => sum + one, 0) || 1;
	return new Map(shared.map(([word, sources]) => [word, (conceptScale * weight(sources)) / all]));
}
const conceptsMax = 50;
const conceptScale = 5;

/** Whether two passages show some of the same words. */
export function overlaps(a: Scored, b: Scored): boolean {
	return (
		a.passage.sourceId === b.passage.sourceId &&
		a.passage.pieces.some(
			(one) =>
				one.kind !== "term" &&
				one.kind !== "row" &&
				b.passage.pieces.some((other) => one.start < other.end && other.start < one.end),
		)
	);
}
