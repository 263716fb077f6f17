import { type Quantity, quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import { isStopWord, stemsOf, wordsIn } from "../../text/words.ts";

/** How far a text covers what a sentence says. All shares 0–1. */
export interface Coverage {
	/** Share of the sentence's content words that stand in the text; a word of the same family counts in part. */
	words: number;
	/** Share of its neighbouring pairs of content words that stand near each other in the text. */
	pairs: number;
	/** As `words`, of the best single sentence-sized window of the text. */
	window: number;
	/** Its numbers and dates that the text lacks. */
	missing: Quantity[];
}

/** The signals of support, learned by `npm run train -- support`. */
export const signals = ["words", "pairs", "window", "missing"] as const;

export function signalsOf(coverage: Coverage): Record<(typeof signals)[number], number> {
	return { ...coverage, missing: Math.min(1, coverage.missing.length / 2) };
}

/** Words that begin with the same letters, at least so many, are of one family, and count so much. */
const familyLetters = 5;
const familyWorth = 0.6;
/** Content words in a window, and how far apart a pair's words may stand. */
const windowWords = 40;
const pairReach = 4;

export function coverageOf(sentence: string, text: string): Coverage {
	const own = content(sentence);
	const asked = [...new Set(own)];
	const sequence = content(text);
	const held = new Set(sequence);
	const near = new Set(
		sequence.flatMap((each, at) => sequence.slice(at + 1, at + 1 + pairReach).map((other) => pairOf(each, other))),
	);
	const pairs = own.slice(1).map((each, at) => pairOf(own[at] ?? "", each));
	const starts = Array.from(
		{ length: Math.ceil(sequence.length / (windowWords / 2)) },
		(_, at) => (at * windowWords) / 2,
	);
	const windows = starts.map((start) => shareOf(asked, new Set(sequence.slice(start, start + windowWords))));
	const quantities = quantitiesIn(text);
	return {
		words: shareOf(asked, held),
		pairs: share(pairs, (pair) => near.has(pair)),
		window: Math.max(0, ...windows),
		missing: quantitiesIn(sentence).filter(
			(mine) => mine.kind !== "ordinal" && !quantities.some((other) => sameQuantity(mine, other)),
		),
	};
}

function content(text: string): string[] {
	return wordsIn(text).flatMap(({ lower }) =>
		isStopWord(lower) || /^\d/.test(lower) ? [] : stemsOf(lower).slice(0, 1),
	);
}

function pairOf(a: string, b: string): string {
	return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
	return items.length === 0 ? 1 : items.filter(holds).length / items.length;
}

function shareOf(stems: readonly string[], held: ReadonlySet<string>): number {
	if (stems.length === 0) return 1;
	const families = new Set([...held].flatMap((each) => familyOf(each) ?? []));
	const worth = (each: string) => (held.has(each) ? 1 : families.has(familyOf(each) ?? "") ? familyWorth : 0);
	return stems.reduce((sum, each) => sum + worth(each), 0) / stems.length;
}

function familyOf(stem: string): string | undefined {
	return stem.length < familyLetters ? undefined : stem.slice(0, familyLetters);
}
