import model from "wink-eng-lite-web-model";

const porter2 = model.addons.stem as (word: string) => string;
const known = new Map<string, string>();
const knownMax = 20_000;

/** The stem of a lower-case English word (Porter2, M. F. Porter 2001, from wink-nlp). Words with other characters than a–z stay. */
export function stem(word: string): string {
	if (!/^[a-z]{3,40}$/.test(word)) return word;
	const before = known.get(word);
	if (before !== undefined) return before;
	if (known.size >= knownMax) known.clear();
	const made = porter2(word);
	known.set(word, made);
	return made;
}
