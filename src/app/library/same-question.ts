import type { AnswerType } from "../../evidence/question.ts";
import { analysisOf } from "../../reasoning/rules/question/analysis.ts";
import { namesIn } from "../../text/entities.ts";
import { hasNegation } from "../../text/negation.ts";
import { hasOpposites } from "../../text/opposites.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { capitalizedWords, contentStems, isStopWord, stemsOf, wordsIn } from "../../text/words.ts";

/**
 * The rules that two questions must pass before their similarity counts: they state the same numbers and dates; each name of one stands
 * in the other; both or neither are negated, or argue against something; nothing of one is the opposite of something of the other;
 * they ask for the same type of answer, and for as many things: a question with a further part asks more. An embedding alone takes `in 2019` and `in 2021`, or `raise` and `lower`, for the same.
 */
export function canBeSameQuestion(a: string, b: string): boolean {
	return (
		areEqualSets(numbersOf(a), numbersOf(b)) &&
		askedThings(a) === askedThings(b) &&
		areNamesIn(a, b) &&
		areNamesIn(b, a) &&
		hasNegation(a) === hasNegation(b) &&
		/\bagainst\b/i.test(a) === /\bagainst\b/i.test(b) &&
		!hasOpposites(a, b) &&
		areCompatible(analysisOf(a).answerType, analysisOf(b).answerType)
	);
}

/** The Sørensen–Dice coefficient of two questions' stems without function words, 0–1. */
export function wordSimilarity(a: string, b: string): number {
	const [first, second] = [new Set(contentStems(a)), new Set(contentStems(b))];
	const all = first.size + second.size;
	return all === 0 ? 0 : (2 * first.intersection(second).size) / all;
}

/** Where a further question begins: after a mark or a conjunction, with a question word, or after a conjunction with an auxiliary. */
const furtherPart =
	/(?:[,;?.!]\s+(?:(?:and|or|but)\s+)?|\b(?:and|or|but)\s+)(?:\p{L}{2,4}\s+)?(?:who|whom|whose|what|when|where|why|which|how)\b|\b(?:and|or|but)\s+(?:can|could|do|does|did|is|are|was|were|has|have|had|will|would|should|may|must)\b/giu;

const opening =
	/^\s*(?:\p{L}{2,4}\s+)?(?:(?:who|whom|whose|what|when|where|why|which|how)|(?:can|could|do|does|did|is|are|was|were|has|have|had|will|would|should|may|must))\b/iu;

/** How many questions a text asks. The first may stand after what it is about: `The tower, when was it built?` */
function askedThings(text: string): number {
	return Math.max(1, [...text.matchAll(furtherPart)].length + Number(opening.test(text)));
}

function numbersOf(text: string): Set<string> {
	return new Set(quantitiesIn(text).map(({ kind, normal }) => (kind === "ordinal" ? `${normal}.` : normal)));
}

/** Whether each word of the names in `text` stands in `other`, in any form and case. */
function areNamesIn(text: string, other: string): boolean {
	const names = [...namesIn(text), ...capitalizedWords(text)].flatMap((name) => wordsIn(name));
	const otherStems = new Set(wordsIn(other).flatMap(({ lower }) => stemsOf(lower)));
	return names.every(({ lower }) => isStopWord(lower) || stemsOf(lower).every((stem) => otherStems.has(stem)));
}

/** Types of answers that exclude each other. Any other type fits a question that is worded in another way. */
const exclusiveTypes: ReadonlySet<AnswerType> = new Set(["date", "person", "place", "number", "organization"]);

function areCompatible(a: AnswerType, b: AnswerType): boolean {
	if (a === b || a === "entity" || b === "entity") return true;
	return !exclusiveTypes.has(a) && !exclusiveTypes.has(b);
}

function areEqualSets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.size === b.size && a.isSubsetOf(b);
}
