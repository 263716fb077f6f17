import { jaccard, trigrams } from "../../../base/text.ts";
import { lengthOf } from "./fit.ts";
import { type Mode, type Scored, textOf } from "./score.ts";

/** What may be shown. */
export interface Room {
	words: number;
	blocks: number;
	/** Passages worth less than this share of the best one are not shown. */
	share: number;
	/** One passage may answer alone: the likeliest come first, whatever sources share and however long they are. */
	alone?: true | undefined;
}

/** What is shown where the question does not say how much. `share`: of the best passage's worth. */
export const rooms: Record<Mode, Room> = {
	place: { words: 700, blocks: 3, share: 0.02, alone: true },
	matter: { words: 700, blocks: 30, share: 0.2 },
};
/** How much it is worth to let many sources speak, beside the worth of each passage. */
const sourceWeight = 0.3;
/** Passages this alike say the same. Trigrams shared over united. */
const alike = 0.6;

/**
 * The passages to show, best first: budgeted submodular maximisation (Lin and Bilmes 2011) of their worth and of the sources that speak (a
 * source's further passage counts less), greedily.
 */
export function chosen(candidates: readonly Scored[], room: Room): Scored[] {
	const most = Math.max(0, ...candidates.map(({ worth }) => worth));
	const left = candidates
		.filter(({ worth }) => worth >= room.share * most)
		.map((one) => ({ one, words: lengthOf(one.passage.pieces), grams: trigrams(textOf(one.passage)) }));
	const bySource = new Map<string, number>();
	const taken: typeof left = [];
	let words = room.words;
	while (taken.length < room.blocks) {
		const gainOf = ({ one: { worth, passage } }: (typeof left)[number]) => {
			const said = room.alone ? 0 : (bySource.get(passage.sourceId) ?? 0);
			return worth + sourceWeight * (Math.sqrt(said + worth) - Math.sqrt(said));
		};
		const able = left.filter((one) => one.words <= words || taken.length === 0);
		const next = able.toSorted((a, b) => gainOf(b) - gainOf(a))[0];
		if (!next) break;
		left.splice(left.indexOf(next), 1);
		if (taken.some(({ grams, one }) => jaccard(grams, next.grams) >= alike || overlaps(one, next.one))) continue;
		taken.push(next);
		words -= next.words;
		const { sourceId } = next.one.passage;
		bySource.set(sourceId, (bySource.get(sourceId) ?? 0) + next.one.worth);
	}
	return taken.map(({ one }) => one);
}

/** Whether two passages say the same in the same words, as copies of one page do. */
export function repeats(a: Scored, b: Scored): boolean {
	return jaccard(trigrams(textOf(a.passage)), trigrams(textOf(b.passage))) >= alike;
}

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
