import model from "wink-eng-lite-web-model";

const porter2 = model.addons.stem as (word: string) => string;
const cache = new Map<string, string>();
const cacheMax = 20_000;

/** The stem of a lower-case English word (Porter2, M. F. Porter 2001, from wink-nlp). Words with other characters than a–z stay. */
export function stem(word: string): string {
	if (!/^[a-z]{3,40}$/.test(word)) return word;
	const cached = cache.get(word);
	if (cached !== undefined) return cached;
	if (cache.size >= cacheMax) cache.clear();
	const stemmed = porter2(word);
	cache.set(word, stemmed);
	return stemmed;
}
