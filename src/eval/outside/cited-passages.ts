import { contentStems } from "../../text/words.ts";
import { normalized } from "../code-grader.ts";

/** Passages of one page that a judge is shown. */
const passagesMost = 3;

/** The paragraphs of a page that share most content words with a statement, best first. */
export function passagesFor(statement: string, page: string): string[] {
	const wanted = new Set(contentStems(statement));
	return page
		.split(/\n+/)
		.map((text) => ({ text, shared: contentStems(text).filter((stem) => wanted.has(stem)).length }))
		.filter(({ shared }) => shared > 0)
		.toSorted((a, b) => b.shared - a.shared)
		.slice(0, passagesMost)
		.map(({ text }) => text);
}

/** Numbers of a statement that one of the pages holds, and all of them. Single digits are no evidence. */
export function numbersHeld(statement: string, pages: readonly string[]): [held: number, of: number] {
	const numbersOf = (text: string) => normalized(text).match(/(?<= )\d{2,}(?= )/g) ?? [];
	const inPages = new Set(pages.flatMap(numbersOf));
	const all = [...new Set(numbersOf(statement))];
	return [all.filter((one) => inPages.has(one)).length, all.length];
}
