/** Scripts written without spaces: each character is a word of its own, in the index and in queries. */
const spacelessScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** A version number. `15.2` must not match every text that holds 15 and 2. */
const versionNumber = /\p{N}+(?:\.\p{N}+)+/gu;
/** A letter to the tokenizer that no text holds. */
const versionJoiner = "\u01c0";

/** Prepares a text for the word index. A version number is indexed in its parts and as one word. */
export function toSearchableText(text: string): string {
	return text
		.replaceAll("\u0000", " ")
		.replace(versionNumber, (number) => `${number} ${number.replaceAll(".", versionJoiner)}`)
		.replace(spacelessScripts, " $& ");
}

/** The length of a text for BM25, in words. */
export function countWords(text: string): number {
	let count = 0;
	for (const _ of toSearchableText(text).matchAll(/[\p{L}\p{N}]+/gu)) count++;
	return count;
}

/** English stop words, as stemmed by the index's tokenizer. */
export const stopTerms = new Set(
	(
		"a about after all also am an and ani ar as at be becaus been befor being between both but by can could did do doe dure each " +
		"for from had ha have he her here him hi how i if in into is it its just me more most my no nor not of on onc onli or other our out over " +
		"own s same she should so some such t than that the their them then there these thei they thi this those through to too under until up " +
		"veri wa was we were what when where which while who whom whose why will with would you your"
	).split(" "),
);
