import { isSameQuantity, type Quantity, quantitiesIn } from "../../../text/quantities.ts";
import { isStopWord, stemsOf, wordsIn } from "../../../text/words.ts";

/** How far a text covers a sentence. */
export interface SentenceCoverage {
	/**
	 * Share of the sentence's content words in the best sentence-sized window of the text, 0–1. A word of the same family counts in part.
	 */
	window: number;
	/** The sentence's numbers and dates that the text lacks. */
	missing: Quantity[];
}

/** The signals of support, learned by `npm run train -- support`. */
export const supportSignalNames = ["window", "missing"] as const;

export function supportSignals(coverage: SentenceCoverage): Record<(typeof supportSignalNames)[number], number> {
	return { ...coverage, missing: Math.min(1, coverage.missing.length / 2) };
}

/** Words that share at least this many first letters are of one family. They count only in part. */
const familyLettersMin = 5;
const familyCredit = 0.6;
/** Content words in a window. */
const windowWords = 40;

export function coverageOf(sentence: string, text: string): SentenceCoverage {
	const sentenceStems = [...new Set(firstContentStems(sentence))];
	const sequence = firstContentStems(text);
	const starts = Array.from(
		{ length: Math.ceil(sequence.length / (windowWords / 2)) },
		(_, at) => (at * windowWords) / 2,
	);
	const windows = starts.map((start) =>
		coveredShare(sentenceStems, new Set(sequence.slice(start, start + windowWords))),
	);
	const quantities = quantitiesIn(text);
	return {
		window: Math.max(0, ...windows),
		missing: quantitiesIn(sentence).filter(
			(mine) => mine.kind !== "ordinal" && !quantities.some((other) => isSameQuantity(mine, other)),
		),
	};
}

function firstContentStems(text: string): string[] {
	return wordsIn(text).flatMap(({ lower }) =>
		isStopWord(lower) || /^\d/.test(lower) ? [] : stemsOf(lower).slice(0, 1),
	);
}

function coveredShare(stems: readonly string[], windowStems: ReadonlySet<string>): number {
	if (stems.length === 0) return 1;
	const families = new Set([...windowStems].flatMap((each) => stemFamily(each) ?? []));
	const creditOf = (each: string) =>
		windowStems.has(each) ? 1 : families.has(stemFamily(each) ?? "") ? familyCredit : 0;
	return stems.reduce((sum, each) => sum + creditOf(each), 0) / stems.length;
}

function stemFamily(stem: string): string | undefined {
	return stem.length < familyLettersMin ? undefined : stem.slice(0, familyLettersMin);
}
