import { isVerbForm, shareSense } from "../../text/wordnet.ts";

const prefixLetters = 5;

/** Whether two stems are of one word: equal, or long and alike in their first letters (`developer`, `developed`). */
export function isAlike(a: string, b: string): boolean {
	if (a === b) return true;
	if (/[_\d]/u.test(a) || /[_\d]/u.test(b)) return false;
	return a.length >= prefixLetters && a.slice(0, prefixLetters) === b.slice(0, prefixLetters);
}

const verbs = new Map<string, boolean>();
const pairs = new Map<string, boolean>();
const keptMax = 50_000;

/** Whether two verbs have a sense in common in WordNet: `founded` and `established`. Words as written, lower-case. */
export function meansAlike(a: string, b: string): boolean {
	if (a.length <= 2 || b.length <= 2 || !isVerb(a) || !isVerb(b)) return false;
	return kept(pairs, `${a} ${b}`, () => shareSense(a, b));
}

function isVerb(word: string): boolean {
	return /^\p{L}+$/u.test(word) && kept(verbs, word, () => isVerbForm(word));
}

/** Look-ups in WordNet's files cost some 0.1 ms each. */
function kept(map: Map<string, boolean>, key: string, find: () => boolean): boolean {
	const known = map.get(key);
	if (known !== undefined) return known;
	const found = find();
	if (map.size >= keptMax) map.clear();
	map.set(key, found);
	return found;
}
