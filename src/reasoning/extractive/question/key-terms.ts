import { sensesOf } from "../../text/wordnet.ts";
import { isStopWord, keywords, wordsIn } from "../../text/words.ts";

/** A phrase of a text's content words, as it stands there, and how telling it is. */
export interface Phrase {
	text: string;
	score: number;
}

/** Words of a phrase, at most: what is longer is a clause. */
const phraseWords = 4;

/**
 * How telling a word is, before any corpus is at hand: words of many senses are common words (Zipf 1945, the meaning–frequency law),
 * names and terms that no dictionary has are rare ones.
 */
function rarityOf(lower: string): number {
	return 1 / (1 + Math.log1p(sensesOf(lower)));
}

/** Runs of content words between function words and marks, scored as RAKE does (Rose et al. 2010): a word's degree by its frequency, here times its rarity. */
export function phrasesOf(text: string): Phrase[] {
	const runs: string[][] = [];
	let run: string[] = [];
	let end = 0;
	for (const word of wordsIn(text)) {
		const parted = /[^\s-]/u.test(text.slice(end, word.start)) || isStopWord(word.lower) || run.length >= phraseWords;
		if (parted && run.length > 0) {
			runs.push(run);
			run = [];
		}
		end = word.end;
		if (!isStopWord(word.lower) && word.lower.length > 1) run.push(word.text);
	}
	if (run.length > 0) runs.push(run);
	const frequency = new Map<string, number>();
	const degree = new Map<string, number>();
	for (const one of runs)
		for (const word of one) {
			const lower = word.toLowerCase();
			frequency.set(lower, (frequency.get(lower) ?? 0) + 1);
			degree.set(lower, (degree.get(lower) ?? 0) + one.length);
		}
	const scores = new Map<string, Phrase>();
	for (const one of runs) {
		const score = one.reduce((sum, word) => {
			const lower = word.toLowerCase();
			return (
				sum +
				((degree.get(lower) ?? 0) / (frequency.get(lower) ?? 1)) *
					Math.sqrt(frequency.get(lower) ?? 1) *
					rarityOf(lower)
			);
		}, 0);
		const text = one.join(" ");
		const key = text.toLowerCase();
		const before = scores.get(key);
		if (!before || before.score < score) scores.set(key, { text: before?.text ?? text, score });
	}
	return [...scores.values()].toSorted((a, b) => b.score - a.score);
}

/** The content words of a text, the most telling first: those of its names, then by how often they stand there times their rarity. */
export function keyWordsOf(text: string, names: readonly string[], most: number): string[] {
	const words = wordsIn(text).map(({ lower }) => lower.replace(/['’]s?$/u, ""));
	const named = new Set(names.flatMap((name) => keywords(name)));
	const weight = (word: string) =>
		(named.has(word) ? 10 : 0) + words.filter((one) => one === word).length * rarityOf(word);
	return keywords(text)
		.map((word, at) => ({ word, at, weight: weight(word) }))
		.toSorted((a, b) => b.weight - a.weight || a.at - b.at)
		.slice(0, most)
		.map(({ word }) => word);
}
