import { isStopWord } from "../../../text/words.ts";

/** Maximum number of other words among a name's words: `PostgreSQL version 15` holds `PostgreSQL 15`. */
const wordsBetweenMax = 4;
/**
 * Minimum first letters that an inflected form shares, and maximum length of its ending: `Patroni`, `Patronis`. In Latin script an ending
 * is added; elsewhere it may replace another. Letters.
 */
const stemLettersMin = 5;
const endingLettersMax = 2;
const addsEndings = /\p{Script=Latin}/u;

/**
 * The names that none of `texts` (pages, titles, snippets) holds. A name is held if its words stand together in a text, in any order.
 * Case, accents, function words and short inflected endings do not count.
 */
export function unheldNames(names: readonly string[], texts: Iterable<string>): string[] {
	let remaining = [...new Set(names)].map((name) => {
		const words = normalizedWords(name);
		const telling = words.filter((word) => !isStopWord(word));
		return { name, words: telling.length > 0 ? telling : words };
	});
	remaining = remaining.filter(({ words }) => words.length > 0);
	for (const text of texts) {
		if (remaining.length === 0) break;
		const words = normalizedWords(text);
		remaining = remaining.filter((one) => !isHeld(one.words, words));
	}
	return remaining.map(({ name }) => name);
}

function normalizedWords(text: string): string[] {
	const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.match(/\p{N}+(?:\.\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

function isHeld(name: readonly string[], text: readonly string[]): boolean {
	const places = name.map((wanted) => text.flatMap((word, at) => (isFormOf(wanted, word) ? [at] : [])));
	const reach = name.length + wordsBetweenMax;
	return (places[0] ?? []).some((first) => places.every((own) => own.some((at) => Math.abs(at - first) < reach)));
}

/** Whether a word is a form of a name's word. Numbers must be equal. In scripts without spaces the word must contain it. */
function isFormOf(wanted: string, word: string): boolean {
	if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(wanted))
		return word.includes(wanted);
	if (wanted.length < stemLettersMin || /\p{N}/u.test(wanted)) return wanted === word;
	const kept = addsEndings.test(wanted) ? wanted.length : wanted.length - endingLettersMax;
	const stem = wanted.slice(0, Math.max(stemLettersMin, kept));
	return word.startsWith(stem) && word.length <= wanted.length + endingLettersMax;
}
