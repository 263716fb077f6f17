import { sensesOf } from "../../text/wordnet.ts";
import { keywords, wordsIn } from "../../text/words.ts";

/**
 * How telling a word is, before any corpus is at hand: words of many senses are common words (Zipf 1945, the meaning–frequency law),
 * names and terms that no dictionary has are rare ones.
 */
function rarityOf(lower: string): number {
	return 1 / (1 + Math.log1p(sensesOf(lower)));
}

/** The content words of a text, the most telling first: those of its names, then by how often they stand there times their rarity. */
export function keyWordsOf(text: string, names: readonly string[], most: number): string[] {
	const words = wordsIn(text).map(({ lower }) => lower.replace(/['’]s?$/u, ""));
	const named = new Set(names.flatMap((name) => keywords(name)));
	const weight = (word: string) =>
		(named.has(word) ? 10 : 0) + words.filter((one) => one === word).length * rarityOf(word);
	return keywords(text)
		.map((word) => ({ word, weight: weight(word) }))
		.toSorted((a, b) => b.weight - a.weight)
		.slice(0, most)
		.map(({ word }) => word);
}
