import type { Draft } from "../evidence/report.ts";

/** Remarks on the writing instead of the topic: `I have revised …`, `Note: this sentence was removed`. */
const narrationPatterns: readonly RegExp[] = [
	/^(?:note|editor['’]s note|edit|update|revision(?: note)?|changes?(?: made)?)\s*:/i,
	/^(?:i|we)\s+(?:(?:have|had|'ve|’ve)\s+)?(?:now\s+)?(?:revised|removed|rewritten|rewrote|updated|corrected|changed|clarified|added|addressed|reworded|deleted|adjusted|softened|incorporated)\b/i,
	/^(?:i|we)['’]ve\s+(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|changed|clarified|added|addressed|reworded|deleted|adjusted|softened|incorporated)\b/i,
	/^(?:as|following|per|in response to|based on)\s+(?:the\s+|your\s+)?(?:reviewer\b|review(?:er)?(?:['’]s)?\s+(?:feedback|comments?|suggestions?|remarks?)\b|(?:feedback|suggestions?|suggested|requested|review)(?:\s*[,.]|\s+(?:by|in|of|from)\s+(?:the\s+)?review(?:er)?\b))/i,
	/\b(?:this|the\s+(?:previous|earlier|above|preceding|original))\s+(?:sentence|paragraph|draft|wording|passage)\s+(?:has|have|had|was|were|is)\s+(?:now\s+)?(?:been\s+)?(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|changed|clarified|added|reworded|deleted|omitted|adjusted|softened)\b/i,
	/^(?:here is|below is|this is)\s+(?:the|a|my)\s+(?:revised|updated|rewritten|corrected|new)\b/i,
];

/** The same remarks in brackets, inside a sentence on the topic. */
const bracketedNarration =
	/\s*[([](?:(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|reworded|changed|added|edited)\b[^()[\]]{0,80}|(?:note|edit)\s*:[^()[\]]{0,120})[)\]]/gi;

/**
 * Removes what a new version says about its own writing. Quotations stay, and so does what the version before said already: a
 * report on a text that was revised may say so.
 */
export function withoutNarration(draft: Draft, before: Draft): Draft {
	const earlierSentences = new Set(before.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)));
	return {
		...draft,
		...(draft.bottomLine ? { bottomLine: draft.bottomLine.filter(({ text }) => !isNarration(text)) } : {}),
		sections: draft.sections.map(({ heading, sentences, ...section }) => ({
			...section,
			heading: withoutBracketedNarration(heading),
			sentences: sentences
				.filter(({ text }) => earlierSentences.has(text) || !isNarration(text))
				.map((sentence) =>
					earlierSentences.has(sentence.text)
						? sentence
						: { ...sentence, text: withoutBracketedNarration(sentence.text) },
				)
				.filter(({ text }) => text !== ""),
		})),
	};
}

function isNarration(text: string): boolean {
	const ownWords = text.replace(/“[^”]*”/g, "“”").trim();
	return narrationPatterns.some((pattern) => pattern.test(ownWords));
}

function withoutBracketedNarration(text: string): string {
	return text
		.split(/(“[^”]*”)/)
		.map((part) => (part.startsWith("“") ? part : part.replace(bracketedNarration, "")))
		.join("")
		.trim();
}
