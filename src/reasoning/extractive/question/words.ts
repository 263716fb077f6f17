import { type Tag, tagsOf } from "../../text/tags.ts";
import { isKnownWord } from "../../text/wordnet.ts";

/** Whether a noun phrase names several things: its head, the last word before a preposition or clause, is a plural. */
export function isPlural(phrase: string): boolean {
	const own = ownWords(phrase);
	const head = own.at(-1)?.lower ?? "";
	if (own.some(({ lower }, at) => lower === "and" && at > 0)) return true;
	return /[^s'’iu]s$/u.test(head) && isKnownWord(singularOf(head)) && !/(?:ics|sis)$/u.test(head);
}

/** The words of a noun phrase before a preposition or clause that goes with it. */
function ownWords(phrase: string): Tag[] {
	const tags = tagsOf(`the ${phrase.replace(/^(?:the|an?)\s+/iu, "")}`).slice(1);
	const cut = tags.findIndex(
		({ pos, lower }, at) =>
			at > 0 &&
			(/^(?:ADP|VERB|AUX|SCONJ|PUNCT)$/u.test(pos) || lower === "that" || lower === "who" || lower === "which"),
	);
	return cut < 0 ? tags : tags.slice(0, cut);
}

/** The head of a noun phrase, lower-case: `population` of `the population of X`; `music` of `type of music`. Empty without one. */
export function headOf(phrase: string): string {
	const own = ownWords(phrase);
	const head = own.at(-1)?.lower ?? "";
	const inner = /^(?:type|kind|sort|name|form)s?$/u.test(head)
		? /\sof\s+(?:an?\s+|the\s+)?(\p{Ll}.*)$/u.exec(phrase)?.[1]
		: undefined;
	return inner === undefined ? head : headOf(inner);
}

/** `populations` → `population`, `countries` → `country`; other words stay. */
export function singularOf(word: string): string {
	if (/[^aeiou]ies$/u.test(word)) return `${word.slice(0, -3)}y`;
	if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
	return /[^s'’]s$/u.test(word) ? word.slice(0, -1) : word;
}

export function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence that asks: with a capital and a question mark. */
export function asQuestion(text: string): string {
	const own = capitalised(text.replace(/[\s,;:.?!]+$/u, ""));
	return /[？。]$/u.test(own) ? own : `${own}?`;
}

/** `A`, `A and B`, `A, B and C`. */
export function joined(items: readonly string[]): string {
	return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Whether a quotation is open at the end of a text. */
export function isQuoted(part: string): boolean {
	return (part.match(/["“”]/gu)?.length ?? 0) % 2 === 1;
}
