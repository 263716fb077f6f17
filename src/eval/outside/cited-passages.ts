import type { Page } from "../../evidence/source.ts";
import { contentStems } from "../../text/words.ts";
import { normalized } from "../code-grader.ts";
import { aboveOf } from "../passage.ts";
import type { Passage } from "../question.ts";

/** Passages of one page that a judge is shown. */
const passagesMost = 3;

/** The paragraphs of a page that share most content words with a statement, best first. */
export function passagesFor(statement: string, page: Pick<Page, "text" | "title" | "marks">): Passage[] {
	const wanted = new Set(contentStems(statement));
	return [...page.text.matchAll(/[^\n]+/g)]
		.map(({ 0: text, index }) => {
			const shared = contentStems(text).filter((stem) => wanted.has(stem)).length;
			return { text, start: index, shared };
		})
		.filter(({ shared }) => shared > 0)
		.toSorted((a, b) => b.shared - a.shared)
		.slice(0, passagesMost)
		.map(({ text, start }) => {
			const above = aboveOf(page, start);
			return { text, page: page.title, ...(above === "" ? {} : { above }) };
		});
}

/** Numbers of a statement that one of the pages holds, and all of them. Single digits are no evidence. */
export function numbersHeld(statement: string, pages: readonly string[]): [held: number, of: number] {
	const numbersOf = (text: string) => normalized(text).match(/(?<= )\d{2,}(?= )/g) ?? [];
	const inPages = new Set(pages.flatMap(numbersOf));
	const all = [...new Set(numbersOf(statement))];
	return [all.filter((one) => inPages.has(one)).length, all.length];
}
