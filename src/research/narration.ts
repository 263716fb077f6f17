import type { Draft } from "../evidence/report.ts";

/** Remarks on the writing instead of the topic: `I have revised …`, `Note: this sentence was removed`. */
const remarks: readonly RegExp[] = [
	/^(?:note|editor['’]s note|edit|update|revision(?: note)?|changes?(?: made)?)\s*:/i,
	/^(?:i|we)\s+(?:(?:have|had|'ve|’ve)\s+)?(?:now\s+)?(?:revised|removed|rewritten|rewrote|updated|corrected|changed|clarified|added|addressed|reworded|deleted|adjusted|softened|incorporated)\b/i,
	/^(?:i|we)['’]ve\s+(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|changed|clarified|added|addressed|reworded|deleted|adjusted|softened|incorporated)\b/i,
	/^(?:as|following|per|in response to|based on)\s+(?:the\s+|your\s+)?(?:reviewer\b|review(?:er)?(?:['’]s)?\s+(?:feedback|comments?|suggestions?|remarks?)\b|(?:feedback|suggestions?|suggested|requested|review)(?:\s*[,.]|\s+(?:by|in|of|from)\s+(?:the\s+)?review(?:er)?\b))/i,
	/\b(?:this|the\s+(?:previous|earlier|above|preceding|original))\s+(?:sentence|paragraph|draft|wording|passage)\s+(?:has|have|had|was|were|is)\s+(?:now\s+)?(?:been\s+)?(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|changed|clarified|added|reworded|deleted|omitted|adjusted|softened)\b/i,
	/^(?:here is|below is|this is)\s+(?:the|a|my)\s+(?:revised|updated|rewritten|corrected|new)\b/i,
];

/** The same remarks in brackets, inside a sentence on the topic. */
const aside =
	/\s*[([](?:(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|reworded|changed|added|edited)\b[^()[\]]{0,80}|(?:note|edit)\s*:[^()[\]]{0,120})[)\]]/gi;

/**
 * Removes what a new version says about its own writing. Quotations stay, and so does what the version before said already: a
 * report on a text that was revised may say so.
 */
export function withoutNarration(draft: Draft, before: Draft): Draft {
	const known = new Set(before.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)));
	return {
		...draft,
		...(draft.bottomLine ? { bottomLine: draft.bottomLine.filter(({ text }) => !isRemark(text)) } : {}),
		sections: draft.sections.map(({ heading, sentences, ...section }) => ({
			...section,
			heading: cleared(heading),
			sentences: sentences
				.filter(({ text }) => known.has(text) || !isRemark(text))
				.map((sentence) => (known.has(sentence.text) ? sentence : { ...sentence, text: cleared(sentence.text) }))
				.filter(({ text }) => text !== ""),
		})),
	};
}

function isRemark(text: string): boolean {
	const own = text.replace(/“[^”]*”/g, "“”").trim();
	return remarks.some((pattern) => pattern.test(own));
}

function cleared(text: string): string {
	return text
		.split(/(“[^”]*”)/)
		.map((part) => (part.startsWith("“") ? part : part.replace(aside, "")))
		.join("")
		.trim();
}
