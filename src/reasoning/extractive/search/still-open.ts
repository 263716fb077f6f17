import type { RewriteInput } from "../../reasoner.ts";
import { keywords } from "../language/words.ts";
import { stemsIn } from "../match.ts";
import { namesIn } from "../names.ts";

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
	const title = stemsIn(read.find(({ url }) => url === subQuestion.from)?.title ?? "");
	const bridged = claims
		.filter(({ quote }) => subQuestion.focus.some((name) => quote.includes(name)))
		.map(({ quote }) => quote);
	const named = stemsIn(
		namesIn(question)
			.filter((name) => bridged.some((quote) => quote.includes(name)))
			.join(" "),
	);
	const open = keywords(question).filter((word) =>
		[...stemsIn(word)].some((form) => !title.has(form) && !named.has(form)),
	);
	return open.length > 0 ? open : keywords(question);
}
