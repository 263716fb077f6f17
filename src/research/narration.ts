import type { Draft } from "../evidence/report.ts";

/** A remark on the writing where the report should speak: `I have revised …`, `Note: this sentence was removed`. */
const remarks: readonly RegExp[] = [
	/^(?:note|editor['’]s note|edit|update|revision(?: note)?|changes?(?: made)?)\s*:/i,
	/^(?:i|we)\s+(?:(?:have|had|'ve|’ve)\s+)?(?:now\s+)?(?:revised|removed|rewritten|rewrote|updated|corrected|changed|clarified|added|addressed|reworded|deleted|adjusted|softened|incorporated)\b/i,
	/^(?:i|we)['’]ve\s+(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|changed|clarified|added|addressed|reworded|deleted|adjusted|softened|incorporated)\b/i,
	/^(?:as|following|per|in response to|based on)\s+(?:the\s+|your\s+)?(?:review(?:er)?(?:['’]s)?|suggest(?:ed|ions?)|feedback|requested)\b/i,
	/\b(?:this|the|that)\s+(?:previous\s+|earlier\s+|above\s+)?(?:sentence|statement|paragraph|section|draft|report|passage|wording|claim)\s+(?:has|have|had|was|were|is)\s+(?:now\s+)?(?:been\s+)?(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|changed|clarified|added|reworded|deleted|omitted|adjusted|softened)\b/i,
	/^(?:here is|below is|this is)\s+(?:the|a|my)\s+(?:revised|updated|rewritten|corrected|new)\b/i,
];

/** The same in brackets, inside a sentence that is otherwise one. */
const aside =
	/\s*[([](?:(?:now\s+)?(?:revised|removed|rewritten|updated|corrected|reworded|changed|added|edited)\b[^()[\]]{0,80}|(?:note|edit)\s*:[^()[\]]{0,120})[)\]]/gi;

/** A draft without what it says of its own making. Quotations are left alone. */
export function withoutNarration(draft: Draft): Draft {
	return {
		...draft,
		sections: draft.sections.map(({ heading, sentences }) => ({
			heading: cleared(heading),
			sentences: sentences
				.filter(({ text }) => !isRemark(text))
				.map((sentence) => ({ ...sentence, text: cleared(sentence.text) }))
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
