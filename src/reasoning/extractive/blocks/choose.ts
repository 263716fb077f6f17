import { jaccard, trigrams } from "../../../base/text.ts";
import { lengthOf } from "./fit.ts";
import { type Mode, type Scored, textOf } from "./score.ts";

/** Limits of what is shown. */
export interface Room {
	words: number;
	blocks: number;
	/** Passages that score less than this share of the best one are not shown. */
	share: number;
	/** Whether one passage may answer alone. Then the likeliest come first, whatever their length or common content. */
	alone?: true | undefined;
}

/** Limits if the question sets none. `share`: of the best passage's score. */
export const rooms: Record<Mode, Room> = {
	place: { words: 700, blocks: 3, share: 0.02, alone: true },
	matter: { words: 700, blocks: 60, share: 0.2 },
};
/** Passages this similar say the same. Shared over distinct trigrams. */
const alike = 0.6;
/** What a word, or a source, adds when it is repeated, as a share of what it added before. */
const again = 0.5;

/**
 * The passages to show, best first. If one may answer alone, by score. Otherwise by budgeted submodular maximisation, greedily by gain
 * per root of the length (Lin and Bilmes 2011). The gain is what a passage adds of what the sources say, and of new sources, times its
 * score.
 */
export function chosen(candidates: readonly Scored[], room: Room): Scored[] {
	const most = Math.max(0, ...candidates.map(({ worth }) => worth));
	const left = candidates
		.filter(({ worth }) => worth >= room.share * most)
		.map((one) => ({ one, words: lengthOf(one.passage.pieces), grams: trigrams(textOf(one.passage)) }));
	const shown = new Map<string, number>();
	const newOf = (key: string) => again ** (shown.get(key) ?? 0);
	const gainOf = ({ one: { worth, passage, says }, words }: (typeof left)[number]) => {
		if (room.alone || !says) return worth;
		const brought = [...says].reduce((sum, [word, share]) => sum + share * newOf(word), 0);
		return (worth * brought * (1 + newOf(sourceKey(passage)))) / Math.sqrt(words);
	};
	const taken: typeof left = [];
	let words = room.words;
	while (taken.length < room.blocks) {
		const able = left.filter((one) => one.words <= words || taken.length === 0);
		const gains = new Map(able.map((one) => [one, gainOf(one)]));
		const next = able.toSorted((a, b) => (gains.get(b) ?? 0) - (gains.get(a) ?? 0))[0];
		if (!next) break;
		left.splice(left.indexOf(next), 1);
		if (taken.some(({ grams, one }) => jaccard(grams, next.grams) >= alike || overlaps(one, next.one))) continue;
		taken.push(next);
		words -= next.words;
		for (const key of [sourceKey(next.one.passage), ...(next.one.says?.keys() ?? [])])
			shown.set(key, (shown.get(key) ?? 0) + 1);
	}
	return taken.map(({ one }) => one);
}

/** A key that differs from all words. */
function sourceKey({ sourceId }: Scored["passage"]): string {
	return ` ${sourceId}`;
}

/** Whether the likeliest passage is twice as likely to answer as the next. */
export function standsOut(places: readonly Scored[]): boolean {
	const [, second] = places.map(({ worth }) => worth).toSorted((a, b) => b - a);
	return (second ?? 0) <= 0.5;
}

/** Whether two passages say the same in the same words, as syndicated copies do. */
export function repeats(a: Scored, b: Scored): boolean {
	return jaccard(trigrams(textOf(a.passage)), trigrams(textOf(b.passage))) >= alike;
}

/** Whether two passages show some of the same text of a page. */
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
