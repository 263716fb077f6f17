/** Scripts written without spaces: each character is a word of its own, in the index and in queries. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The number of a version: `15.2` is none of the many texts that hold 15 and 2. */
const version = /\p{N}+(?:\.\p{N}+)+/gu;
/** A letter to the index, which no text holds. */
const joint = "\u01c0";

/** A text as the word index takes it: a version stands there in its parts and as one word. */
export function searchable(text: string): string {
	return text
		.replaceAll("\u0000", " ")
		.replace(version, (number) => `${number} ${number.replaceAll(".", joint)}`)
		.replace(spaceless, " $& ");
}

/** How long a text is for BM25. */
export function wordCount(text: string): number {
	let count = 0;
	for (const _ of searchable(text).matchAll(/[\p{L}\p{N}]+/gu)) count++;
	return count;
}

/** English words that say nothing of what is looked for, as stemmed by the index's tokenizer. */
export const stopTerms = new Set(
	(
		"a about after all also am an and ani ar as at be becaus been befor being between both but by can could did do doe dure each " +
		"for from had ha have he her here him hi how i if in into is it its just me more most my no nor not of on onc onli or other our out over " +
		"own s same she should so some such t than that the their them then there these thei they thi this those through to too under until up " +
		"veri wa was we were what when where which while who whom whose why will with would you your"
	).split(" "),
);
