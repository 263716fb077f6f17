import { comparisonForm, jaccard, trigrams } from "../../base/text.ts";

/**
 * Titles that share at least this part of their trigrams are the same except for spelling. Groups of claims use the same limit
 * (METHOD §6).
 */
const minSimilarity = 0.6;

/** Whether a title is one of these names, or nearly is. A subtitle may follow. */
export function isNameMatch(title: string, names: readonly string[]): boolean {
	const whole = comparisonForm(title);
	const main = comparisonForm(title.split(/[:—–?]| - /)[0] ?? "");
	return names.some((name) => {
		const foldedName = comparisonForm(name);
		return [whole, main].some(
			(one) => one === foldedName || jaccard(trigrams(one), trigrams(foldedName)) >= minSimilarity,
		);
	});
}
