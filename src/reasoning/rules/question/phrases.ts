import type { AnswerType } from "../../../evidence/question.ts";
import { type TaggedWord, tagWords } from "../../../text/tags.ts";
import { isKindOf, isKnownWord, nounKinds, senseCount } from "../../../text/wordnet.ts";
import { keywords, wordsIn } from "../../../text/words.ts";

/** A word that refers to something named before. */
export const backReference =
	/\b(?:it|they|them|this|these|those)\b|\b(?:that|there|here)$|(?<=\b(?:is|are|does|do)\s)that\b/iu;

/** Whether a noun phrase names several things: its head, the last word before a preposition or clause, is a plural. */
export function isPlural(phrase: string): boolean {
	const phraseWords = nounPhraseWords(phrase);
	const head = phraseWords.at(-1)?.lower ?? "";
	if (phraseWords.some(({ lower }, at) => lower === "and" && at > 0 && at < phraseWords.length - 1)) return true;
	return /[^s'’iu]s$/u.test(head) && isKnownWord(singularOf(head)) && !/(?:ics|sis)$/u.test(head);
}

/** The words of a noun phrase before its first preposition or clause. */
function nounPhraseWords(phrase: string): TaggedWord[] {
	const tags = tagWords(`the ${phrase.replace(/^(?:the|an?)\s+/iu, "")}`).slice(1);
	const cut = tags.findIndex(
		({ pos, lower }, at) =>
			at > 0 &&
			(/^(?:ADP|PART|VERB|AUX|SCONJ|PUNCT)$/u.test(pos) || lower === "that" || lower === "who" || lower === "which"),
	);
	return cut < 0 ? tags : tags.slice(0, cut);
}

/** The head of a noun phrase, lower-case: `population` of `the population of X`, `music` of `type of music`. Empty without one. */
function headNoun(phrase: string): string {
	const kindOf = /^(?:the\s+)?(?:type|kind|sort|name|form)s?\s+of\s+(?:(?:an?|the)\s+)?(?=\p{Ll})/iu;
	return nounPhraseWords(phrase.replace(kindOf, "")).at(-1)?.lower ?? "";
}

/** `populations` → `population`, `countries` → `country`; other words stay. */
export function singularOf(word: string): string {
	return word.replace(/(?<=[^aeiou])ies$/u, "y").replace(/(?<=ss|sh|ch|x|z)es$|(?<=[^s'’])s$/u, "");
}

export function pluralOf(word: string): string {
	return /[^aeiou]y$/u.test(word)
		? word.replace(/y$/u, "ies")
		: `${word}${/(?:s|sh|ch|x|z)$/u.test(word) ? "es" : "s"}`;
}

export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence with a capital and a question mark. */
export function asQuestion(text: string): string {
	const own = capitalize(text.replace(/\s+/gu, " ").replace(/[\s,;:.?!]+$/u, ""));
	return /[？。]$/u.test(own) ? own : `${own}?`;
}

/** `A`, `A and B`, `A, B and C`. */
export function joinWithAnd(items: readonly string[]): string {
	return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Whether a quotation is open at the end of a text. */
export function hasOpenQuote(part: string): boolean {
	return (part.match(/["“”]/gu)?.length ?? 0) % 2 === 1;
}

/** A noun phrase without its article. */
export function withoutArticle(phrase: string): string {
	return phrase.replace(/^(?:the|an?)\s+/iu, "");
}

const typeOfKind: Readonly<Record<string, AnswerType>> = {
	person: "person",
	location: "place",
	quantity: "number",
	possession: "number",
	time: "date",
	group: "organization",
};
const amountNouns = ["magnitude", "magnitude relation", "measure", "number"];

/**
 * The type of value that a noun phrase asks for, by its head's commonest sense (WordNet). Undefined if any is possible, as for a setting.
 */
export function answerTypeOfNoun(phrase: string): AnswerType | undefined {
	const head = singularOf(headNoun(phrase));
	const [kind = "", ...others] = nounKinds(head);
	// A `price` is an attribute of a thing and a sum. A `side` or a `position` may be anything.
	// A place, such as a port, is a number if it has a default.
	if (/\b(?:default|initial|standard)\b/iu.test(phrase)) return kind === "location" ? "number" : undefined;
	const isAmount = others[0] === "possession" || amountNouns.some((one) => isKindOf(head, one));
	if (isAmount && /^(?:attribute|relation|group)$/u.test(kind)) return "number";
	if (kind === "location" && others.length > 2) return undefined;
	return typeOfKind[kind];
}

/**
 * The content words of a text, the most important first: words of its names, then by frequency times rarity. Words of many senses are
 * common (Zipf 1945, the meaning–frequency law). Names and terms that no dictionary has are rare.
 */
export function keyWordsOf(text: string, names: readonly string[], most: number): string[] {
	const words = wordsIn(text).map(({ lower }) => lower.replace(/['’]s?$/u, ""));
	const named = new Set(names.flatMap((name) => keywords(name)));
	const weight = (word: string) =>
		(named.has(word) ? 10 : 0) + words.filter((one) => one === word).length / (1 + Math.log1p(senseCount(word)));
	const weights = new Map(keywords(text).map((word) => [word, weight(word)]));
	return [...weights.keys()].toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0)).slice(0, most);
}

/** `What are the X and Y of A and B?` */
export function valueQuestion(values: readonly string[], of: string): string {
	return asQuestion(
		`what ${values.length > 1 || isPlural(values[0] ?? "") ? "are" : "is"} the ${joinWithAnd(values)} of ${of}`,
	);
}
