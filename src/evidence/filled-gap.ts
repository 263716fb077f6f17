import { comparisonForm } from "../base/text.ts";
import type { Draft } from "./report.ts";

/**
 * Whether a draft fills a gap: its writer says so, or one of its facts holds all content words of the gap, and a number if the gap asks
 * for one. A sentence that says that something is unknown fills no gap. If the writer was not shown the gaps (rules, older runs), no gap
 * counts as filled.
 */
export function isGapFilled(
	gap: string,
	{ sections, bottomLine = [], answeredGaps }: Pick<Draft, "sections" | "bottomLine" | "answeredGaps">,
): boolean {
	if (answeredGaps === undefined) return false;
	if (answeredGaps.some((text) => comparisonForm(text) === comparisonForm(gap))) return true;
	const wanted = contentWords(gap);
	if (wanted.length < minContentWords) return false;
	const facts = [...bottomLine, ...sections.flatMap(({ sentences }) => sentences)].filter(
		({ kind }) => kind === "fact",
	);
	return facts.some(({ text }) => {
		if (saysUnknown.test(text) || (asksNumber.test(gap) && digits(text).every((one) => digits(gap).includes(one))))
			return false;
		const words = new Set(contentWords(text));
		return wanted.every((word) => words.has(word));
	});
}

/** With fewer content words, any sentence might hold them all. */
const minContentWords = 3;
const minWordLength = 4;
/** Words are compared by their first letters, since endings vary. */
const stemLetters = 5;
const saysUnknown = /\b(?:not|no|nobody|none|unknown|unclear|unstated|missing|without)\b|n['’]t\b/i;

const asksNumber = /\bhow (?:many|much|long|often)\b/i;

function digits(text: string): string[] {
	return text.match(/\d+/g) ?? [];
}

function contentWords(text: string): string[] {
	const words = comparisonForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];
	const content = words.filter(
		(word) => /\p{N}/u.test(word) || (word.length >= minWordLength && !questionWord.test(word)),
	);
	return [...new Set(content.map((word) => word.slice(0, stemLetters)))];
}

/** Words of questions that carry no content. */
const questionWord =
	/^(?:what|which|when|where|whose|many|much|does|have|been|with|from|that|this|there|they|their|about|into|such|than)$/;
