import { comparisonForm, jaccard, trigrams } from "../../base/text.ts";

/** Titles that share this much of their trigrams are the same but for spelling; as groups of claims are told (METHOD §6). */
const alike = 0.6;

/** Whether a title is one of these names, or nearly is: a subtitle may follow. */
export function isNamed(title: string, names: readonly string[]): boolean {
	const whole = comparisonForm(title);
	const main = comparisonForm(title.split(/[:—–?]| - /)[0] ?? "");
	return names.some((name) => {
		const wanted = comparisonForm(name);
		return [whole, main].some((one) => one === wanted || jaccard(trigrams(one), trigrams(wanted)) >= alike);
	});
}
