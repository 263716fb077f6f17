import type { RewriteInput } from "../../reasoner.ts";
import { namesIn } from "../../text/names.ts";
import { keywords } from "../../text/words.ts";
import { analysisOf } from "../question/analysis.ts";
import { stemsIn } from "./match.ts";

/** What every search must speak of: the sub-question's subject, else the question's, else a name or the topic in it. */
export function topicOf({ question, subQuestion, route }: RewriteInput): string {
	const [name = analysisOf(question, route).topic ?? ""] = namesIn(subQuestion.text);
	return subQuestion.subject ?? route.subjects[0] ?? name;
}

/**
 * The words of a question that a hop still has to answer, in order: those of the page that led to it are answered for. A name
 * of the question also counts as answered for when a quotation that names the bridge names it, too.
 */
export function stillOpen({
	question,
	subQuestion,
	read,
	claims,
}: Pick<RewriteInput, "question" | "subQuestion" | "read" | "claims">): string[] {
	const title = read.find(({ url }) => url === subQuestion.from)?.title ?? "";
	const bridged = claims.filter(({ quote }) => subQuestion.focus.some((name) => quote.includes(name)));
	const named = namesIn(question).filter((name) => bridged.some(({ quote }) => quote.includes(name)));
	const answered = stemsIn([title, ...named].join(" "));
	const open = keywords(question).filter((word) => [...stemsIn(word)].some((form) => !answered.has(form)));
	return open.length > 0 ? open : keywords(question);
}
