import { type Draft, paragraphsOf, type Section } from "../../evidence/report.ts";
import { rewordingFault } from "../../verification/check-rewording.ts";

/** New wording by paragraph: `section.paragraph`, both from 0, with the new text of each of its sentences. */
export type Rewording = ReadonlyMap<string, string[]>;

/** The key of a paragraph. */
export function paragraphKey(section: number, paragraph: number): string {
	return `${section}.${paragraph}`;
}

/**
 * The draft in the new wording. A paragraph whose new wording changes anything but words between its facts is kept as it was, whole.
 * `changed` and `refused`: numbers of paragraphs. Claims and kinds of sentences stay.
 */
export function rewordSections(draft: Draft, rewording: Rewording): { draft: Draft; changed: number; refused: number } {
	let [changed, refused] = [0, 0];
	const reworded = (section: Section, at: number): Section => ({
		...section,
		sentences: paragraphsOf(section).flatMap((paragraph, number) => {
			const texts = rewording.get(paragraphKey(at, number));
			if (!texts || texts.every((text, index) => text === paragraph[index]?.text)) return paragraph;
			const fault = rewordingFault(
				paragraph.map(({ text }) => text),
				texts,
			);
			if (fault !== undefined || paragraph.some(({ code }) => code !== undefined)) {
				refused++;
				return paragraph;
			}
			changed++;
			return paragraph.map((sentence, index) => ({ ...sentence, text: texts[index] ?? sentence.text }));
		}),
	});
	return { draft: { ...draft, sections: draft.sections.map(reworded) }, changed, refused };
}
