import { isStopWord } from "../../../text/words.ts";

/** A name's words count as one mention when so few other words stand among them: `PostgreSQL version 15` holds `PostgreSQL 15`. */
const wordsBetween = 4;
/**
 * An inflected form shares at least so many first letters, and its ending is no longer than this: `Patroni`, `Patronis`. In Latin script
 * an ending is added; elsewhere it may take the place of another. Letters.
 */
const stemLetters = 5;
const endingLetters = 2;
const addsEndings = /\p{Script=Latin}/u;

/**
 * Those of `names` that none of `texts` (pages, titles, snippets) holds. A name is held where its words stand together in some text,
 * in any order; case, accents, function words and short inflected endings do not count.
 */
export function unheldNames(names: readonly string[], texts: Iterable<string>): string[] {
	let open = [...new Set(names)].map((name) => {
		const words = wordsOf(name);
		const telling = words.filter((word) => !isStopWord(word));
		return { name, words: telling.length > 0 ? telling : words };
	});
	open = open.filter(({ words }) => words.length > 0);
	for (const text of texts) {
		if (open.length === 0) break;
		const words = wordsOf(text);
		open = open.filter((one) => !isHeld(one.words, words));
	}
	return open.map(({ name }) => name);
}

function wordsOf(text: string): string[] {
	const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.match(/\p{N}+(?:\.\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

function isHeld(name: readonly string[], text: readonly string[]): boolean {
	const places = name.map((wanted) => text.flatMap((word, at) => (isForm(wanted, word) ? [at] : [])));
	const reach = name.length + wordsBetween;
	return (places[0] ?? []).some((first) => places.every((own) => own.some((at) => Math.abs(at - first) < reach)));
}

/** Whether a word of a text is a form of a name's word. Numbers are compared whole; scripts without spaces by what they contain. */
function isForm(wanted: string, word: string): boolean {
	if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(wanted))
		return word.includes(wanted);
	if (wanted.length < stemLetters || /\p{N}/u.test(wanted)) return wanted === word;
	const kept = addsEndings.test(wanted) ? wanted.length : wanted.length - endingLetters;
	const stem = wanted.slice(0, Math.max(stemLetters, kept));
	return word.startsWith(stem) && word.length <= wanted.length + endingLetters;
}
