import { type Draft, paragraphsOf, type Section, type Sentence } from "../../evidence/report.ts";
import type { PolishInput } from "../../reasoning/reasoner.ts";
import { rewordingFault } from "../../verification/check-rewording.ts";

/**
 * The paragraphs whose wording may be smoothed, each sentence with the marks of its claims. Passages, code and tables are no prose, and
 * are left out.
 */
export function paragraphsToPolish(draft: Draft): PolishInput["paragraphs"] {
	const marked = markedSentences(draft);
	return draft.sections.flatMap((section, at) =>
		paragraphsOf(section).flatMap((paragraph, number) => {
			if (paragraph.some(({ code }) => code !== undefined) || paragraph.every(({ kind }) => kind === "frame"))
				return [];
			return [{ key: keyOf(at, number), heading: section.heading, sentences: paragraph.map(marked) }];
		}),
	);
}

/**
 * The draft in the new wording, by paragraph key. A paragraph whose new wording changes anything but words between its facts is kept as
 * it was, whole. `changed` and `refused`: numbers of paragraphs. Claims and kinds of sentences stay.
 */
export function rewordSections(
	draft: Draft,
	wording: ReadonlyMap<string, string[]>,
): { draft: Draft; changed: number; refused: number } {
	const marked = markedSentences(draft);
	const open = new Set(paragraphsToPolish(draft).map(({ key }) => key));
	let [changed, refused] = [0, 0];
	const reworded = (section: Section, at: number): Section => ({
		...section,
		sentences: paragraphsOf(section).flatMap((paragraph, number) => {
			const key = keyOf(at, number);
			const texts = open.has(key) ? wording.get(key) : undefined;
			const before = paragraph.map(marked);
			if (!texts || texts.every((text, index) => text === before[index])) return paragraph;
			const plain = texts.map(withoutMarks);
			const isMarked = plain.every(
				(text, index) => (text !== texts[index]) === (before[index] !== paragraph[index]?.text),
			);
			if (!isMarked || rewordingFault(before, texts) !== undefined) {
				refused++;
				return paragraph;
			}
			changed++;
			return paragraph.map((sentence, index) => ({ ...sentence, text: plain[index] ?? sentence.text }));
		}),
	});
	return { draft: { ...draft, sections: draft.sections.map(reworded) }, changed, refused };
}

const keyOf = (section: number, paragraph: number) => `${section}.${paragraph}`;

/** Numbers the claims in the order in which the sections cite them. */
function markedSentences({ sections }: Draft): (sentence: Sentence) => string {
	const ids = [...new Set(sections.flatMap(({ sentences }) => sentences.flatMap(({ claimIds }) => claimIds)))];
	const marks = new Map(ids.map((id, at) => [id, `c${at + 1}`]));
	return ({ text, claimIds }) =>
		claimIds.length === 0 ? text : `${text} [${claimIds.flatMap((id) => marks.get(id) ?? []).join(", ")}]`;
}

/** A sentence without the marks at its end. */
function withoutMarks(text: string): string {
	return text.replace(/\s*\[c\d+(?:\s*,\s*c\d+)*\](?=\s*[.!?]?\s*$)/, "").trim();
}
