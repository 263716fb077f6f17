import { comparisonForm } from "../../../base/text.ts";
import type { AnswerType, QuestionAnalysis } from "../../../evidence/question.ts";
import { isAnswerFormStem } from "../../../text/answer-form.ts";
import { contentStems, wordsIn } from "../../../text/words.ts";
import { unheldNames } from "../search/unheld.ts";
import type { QuotablePassage } from "./find-passages.ts";

const namedTypes: ReadonlySet<AnswerType> = new Set(["person", "place", "organization", "date", "entity"]);

/**
 * Whether a passage with its headings and its page's title holds what the question says of what it asks for: all names; and every
 * content word, where the answer is a name or a date or the question names the page. Such a question tells its thing by its properties,
 * and a passage that lacks one is often of another thing: `Who is the wife of the director of X?` on the page of X.
 */
export function holdsAsked(
	{ path, pieces }: QuotablePassage,
	title: string,
	analysis: Pick<QuestionAnalysis, "core" | "background" | "names" | "answerType">,
): boolean {
	const text = [title, ...path, ...pieces.map((piece) => piece.text)].join("\n");
	// A number counts as a name: a passage on another year or version is on another thing.
	const numbers = analysis.core.match(/\d[\d.,]*\d|\d/gu) ?? [];
	if (unheldNames([...analysis.names, ...numbers], [text]).length > 0) return false;
	if (!namedTypes.has(analysis.answerType) && !isNamed(title, analysis)) return true;
	const held = new Set(contentStems(text));
	return contentStems(analysis.core).every((stem) => isAnswerFormStem(stem) || held.has(stem));
}

/** Whether the question holds a page's title, without an addition in brackets. */
function isNamed(title: string, { core, background }: Pick<QuestionAnalysis, "core" | "background">): boolean {
	const plainOf = (text: string) =>
		` ${wordsIn(comparisonForm(text))
			.map(({ lower }) => lower.replace(/['’]s$/u, ""))
			.join(" ")} `;
	const name = plainOf(title.replace(/\s*\([^)]*\)\s*$/u, ""));
	return name.trim() !== "" && plainOf(`${background} ${core}`).includes(name);
}
