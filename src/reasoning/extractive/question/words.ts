import { tagsOf } from "../../text/tags.ts";
import { isKnownWord } from "../../text/wordnet.ts";

/** Whether a noun phrase names several things: its head, the last word before a preposition or clause, is a plural. */
export function isPlural(phrase: string): boolean {
	const tags = tagsOf(`the ${phrase}`).slice(1);
	const cut = tags.findIndex(
		({ pos, lower }, at) =>
			at > 0 && (/^(?:ADP|VERB|AUX|SCONJ)$/u.test(pos) || lower === "that" || lower === "who" || lower === "which"),
	);
	const head = (cut < 0 ? tags.at(-1) : tags[cut - 1])?.lower ?? "";
	if (tags.some(({ lower }, at) => lower === "and" && at > 0 && (cut < 0 || at < cut))) return true;
	return /[^s'’iu]s$/u.test(head) && isKnownWord(singularOf(head)) && !/(?:ics|sis)$/u.test(head);
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
