import { jaccard, trigrams } from "../../../base/text.ts";
import { type AnswerMode, passageText, type ScoredPassage } from "./score-passages.ts";
import { wordCountOf } from "./windows.ts";

/** Limits of what is shown. */
export interface ShowLimits {
	words: number;
	blocks: number;
	/** Passages that score less than this share of the best one are not shown. */
	share: number;
	/** Whether one passage may answer alone. Then the likeliest come first, whatever their length or common content. */
	alone?: true | undefined;
}

/** Limits if the question sets none. `share`: of the best passage's score. */
export const defaultLimits: Record<AnswerMode, ShowLimits> = {
	place: { words: 700, blocks: 3, share: 0.02, alone: true },
	matter: { words: 700, blocks: 60, share: 0.2 },
};
/** Passages this similar say the same. Shared over distinct trigrams. */
const similarityMin = 0.6;
/** What a word, or a source, adds when it is repeated, as a share of what it added before. */
const repeatFactor = 0.5;

/**
 * The passages to show, best first. If one may answer alone, by score. Otherwise by budgeted submodular maximisation, greedily by gain
 * per root of the length (Lin and Bilmes 2011). The gain is what a passage adds of what the sources say, and of new sources, times its
 * score.
 */
export function choosePassages(candidates: readonly ScoredPassage[], limits: ShowLimits): ScoredPassage[] {
	const most = Math.max(0, ...candidates.map(({ score }) => score));
	const remaining = candidates
		.filter(({ score }) => score >= limits.share * most)
		.map((one) => ({ one, words: wordCountOf(one.passage.pieces), text: comparable(one) }));
	const shown = new Map<string, number>();
	const noveltyOf = (key: string) => repeatFactor ** (shown.get(key) ?? 0);
	const gainOf = ({ one: { score, passage, says }, words }: (typeof remaining)[number]) => {
		if (limits.alone || !says) return score;
		const added = [...says].reduce((sum, [word, share]) => sum + share * noveltyOf(word), 0);
		return (score * added * (1 + noveltyOf(sourceKey(passage)))) / Math.sqrt(words);
	};
	const selected: typeof remaining = [];
	let words = limits.words;
	while (selected.length < limits.blocks) {
		const fitting = remaining.filter((one) => one.words <= words || selected.length === 0);
		const gains = new Map(fitting.map((one) => [one, gainOf(one)]));
		const next = fitting.toSorted((a, b) => (gains.get(b) ?? 0) - (gains.get(a) ?? 0))[0];
		if (!next) break;
		remaining.splice(remaining.indexOf(next), 1);
		if (selected.some(({ text, one }) => saysSame(text, next.text) || isOverlapping(one, next.one))) continue;
		selected.push(next);
		words -= next.words;
		for (const key of [sourceKey(next.one.passage), ...(next.one.says?.keys() ?? [])])
			shown.set(key, (shown.get(key) ?? 0) + 1);
	}
	return selected.map(({ one }) => one);
}

/** A key that differs from all words. */
function sourceKey({ sourceId }: ScoredPassage["passage"]): string {
	return ` ${sourceId}`;
}

/** Whether the likeliest passage is twice as likely to answer as the next. */
export function isClearlyBest(places: readonly ScoredPassage[]): boolean {
	const [, second] = places.map(({ score }) => score).toSorted((a, b) => b - a);
	return (second ?? 0) <= 0.5;
}

/** Whether two passages say the same in the same words, as syndicated copies do. */
export function isNearDuplicate(a: ScoredPassage, b: ScoredPassage): boolean {
	return saysSame(comparable(a), comparable(b));
}

interface ComparableText {
	grams: ReadonlySet<string>;
	numbers: ReadonlySet<string>;
}

function comparable({ passage }: ScoredPassage): ComparableText {
	const text = passageText(passage);
	return { grams: trigrams(text), numbers: new Set(text.match(/\p{N}+(?:[.,]\p{N}+)*/gu)) };
}

/** Two passages that fill in one form, most numbers of each being its own, state different facts. */
function saysSame(a: ComparableText, b: ComparableText): boolean {
	const fewer = Math.min(a.numbers.size, b.numbers.size);
	const isForm = a.numbers.intersection(b.numbers).size * 2 < fewer;
	return !isForm && jaccard(a.grams, b.grams) >= similarityMin;
}

/** Whether two passages show some of the same text of a page. */
export function isOverlapping(a: ScoredPassage, b: ScoredPassage): boolean {
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
