import { type Draft, paragraphsOf, type Section, type Sentence } from "../evidence/report.ts";

/** Words that stand for what the sentence before names. English; other languages have no such check. */
const leansBack = /^(?:he|she|they|it|his|her|their|its|this|that|these|those|such)\b/iu;

/**
 * A checked draft without the sentences that lean on one that was taken out: they begin with a pronoun, and the sentence that stood before
 * them in their paragraph of `before` is gone. Gives those, too.
 */
export function withoutDangling(
	before: Pick<Draft, "sections">,
	checked: Draft,
): { draft: Draft; removed: Sentence[] } {
	const removed: Sentence[] = [];
	const previous = new Map(
		before.sections.flatMap((section) =>
			paragraphsOf(section).flatMap((paragraph) =>
				paragraph.slice(1).map(({ text }, at) => [text, paragraph[at]?.text ?? ""] as const),
			),
		),
	);
	const left = new Set(checked.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)));
	const clear = (section: Section): Section => ({
		...section,
		sentences: section.sentences.filter((one) => {
			const named = previous.get(one.text);
			const dangles = leansBack.test(one.text) && named !== undefined && !left.has(named);
			if (dangles) {
				left.delete(one.text);
				removed.push(one);
			}
			return !dangles;
		}),
	});
	return { draft: { ...checked, sections: checked.sections.map(clear) }, removed };
}
