import { comparisonForm } from "../../../base/text.ts";
import { tagWords } from "../../../text/tags.ts";
import { isRelatedWord } from "../../../text/wordnet.ts";
import { contentStems, wordsIn } from "../../../text/words.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { analysisOf } from "../question/analysis.ts";
import { parseClause } from "../question/clause.ts";
import { asQuestion } from "../question/phrases.ts";

/**
 * For a part of a question with several: the stems of `text` that name what this part alone is about, or say it in a related word (WordNet).
 * `What are the risks of X?` beside `How do I configure X?`: `risk`, `hazard`. Undefined if the nouns of its subject set it apart from no
 * other part.
 */
export function partStems(
	{ question, route, subQuestion }: Pick<ExtractInput, "question" | "route" | "subQuestion">,
	text: string,
): ReadonlySet<string> | undefined {
	const asks = wordsIn(question).length === 0 ? [] : analysisOf(question, route).asks;
	const ownNouns = nounsOfPart(asks, subQuestion.text);
	if (ownNouns.length === 0) return undefined;
	const stems = new Set(ownNouns.flatMap(contentStems));
	for (const word of new Set(wordsIn(text).map(({ lower }) => lower)))
		if (ownNouns.some((noun) => isRelatedWord(noun, word))) for (const one of contentStems(word)) stems.add(one);
	return stems;
}

/** The nouns in the subject of a part, or in its object where it asks what `I` do, that no other part holds. */
function nounsOfPart(asks: readonly string[], part: string): string[] {
	const own = asks.find((one) => comparisonForm(asQuestion(one)) === comparisonForm(part));
	if (own === undefined || asks.length < 2) return [];
	const clause = parseClause(own);
	if (!clause) return [];
	const isReader = /^(?:i|we|you|one|people)$/iu.test(clause.subject);
	const about = isReader ? clause.rest : clause.subject;
	const others = new Set(asks.filter((one) => one !== own).flatMap(contentStems));
	return tagWords(own).flatMap(({ lower, pos }) =>
		/^(?:NOUN|PROPN)$/u.test(pos) &&
		wordsIn(about).some((word) => word.lower === lower) &&
		contentStems(lower).some((stem) => !others.has(stem))
			? [lower]
			: [],
	);
}
