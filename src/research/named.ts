import { folded } from "../base/text.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { Page } from "../evidence/source.ts";

/** Words, and names of code with the signs in them. */
const nameWord = /[\p{L}\p{N}]+(?:[._:/][\p{L}\p{N}]+)*/gu;
/** Capitalised words, numbers, code. */
const isName = (word: string) => /\p{Lu}|\p{N}|[._:/]/u.test(word);

/** Whether a page holds what a sub-question names, one of its names at least; one that names nothing may find something anywhere. */
export function namesStandIn(
	{ focus }: Pick<SubQuestion, "focus">,
	{ title, text }: Pick<Page, "title" | "text">,
): boolean {
	const names = focus.map((one) => (one.match(nameWord) ?? []).filter(isName)).filter((words) => words.length > 0);
	if (names.length === 0) return true;
	const words = new Set(folded(`${title}\n${text}`).match(nameWord));
	return names.some((name) => name.every((word) => words.has(folded(word))));
}
