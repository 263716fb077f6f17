import { type Draft, paragraphsOf, type Section, type Sentence } from "../evidence/report.ts";

/** Pronouns that refer to the sentence before. English only; other languages have no such check. */
const openingPronoun = /^(?:he|she|they|it|his|her|their|its|this|that|these|those|such)\b/iu;

/**
 * Removes from a checked draft the sentences that depend on a removed one: they begin with a pronoun, and the sentence before them in
 * their paragraph of `before` is gone. Also returns the removed sentences.
 */
export function withoutDangling(
	before: Pick<Draft, "sections">,
	checked: Draft,
): { draft: Draft; removed: Sentence[] } {
	const removed: Sentence[] = [];
	const previous = new Map(
		before.sections.flatMap((section) =>
			paragraphsOf(section).flatMap((paragraph) =>
				// A cell leans on its row, not on the cell before it.
				paragraph.slice(1).flatMap(({ text, cell }, at) => (cell ? [] : [[text, paragraph[at]?.text ?? ""] as const])),
			),
		),
	);
	const remaining = new Set(checked.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)));
	const withoutDanglingIn = (section: Section): Section => ({
		...section,
		sentences: section.sentences.filter((one) => {
			const named = previous.get(one.text);
			const dangles = openingPronoun.test(one.text) && named !== undefined && !remaining.has(named);
			if (dangles) {
				remaining.delete(one.text);
				removed.push(one);
			}
			return !dangles;
		}),
	});
	return { draft: { ...checked, sections: checked.sections.map(withoutDanglingIn) }, removed };
}
