import { comparisonForm } from "../base/text.ts";
import { namesIn } from "../text/entities.ts";
import { contentStems } from "../text/words.ts";
import type { Reading } from "./question.ts";

/** What the first results of a search for a reading's own words hold. */
export interface ReadingFacts {
	/** The largest share of its content words in one result, 0–1. */
	together: number;
	/** The share of its names that occur in any result, 0–1. */
	names: number;
}

/**
 * How much each fact says of a reading against another: weights of a Bradley–Terry model, learned by `npm run bench -- needle` from
 * pairs of a question and the same question with one wrong detail.
 */
const weights: ReadingFacts = { together: 8, names: 4.5 };

/** The facts of a reading, from the titles and passages of its first results. Without results nothing is held. */
export function factsOfReading(text: string, results: readonly string[]): ReadingFacts {
	const stems = [...new Set(contentStems(text))];
	const names = namesIn(text).map(comparisonForm);
	const forms = results.map(comparisonForm);
	const shares = results.map((result) => {
		const held = new Set(contentStems(result));
		return stems.filter((stem) => held.has(stem)).length / Math.max(1, stems.length);
	});
	const found = names.filter((name) => forms.some((form) => form.includes(name))).length;
	return { together: Math.max(0, ...shares), names: names.length === 0 ? 1 : found / names.length };
}

/**
 * The needle prior (METHOD §2): moves weight to the readings whose own words the first results hold together. If a question is dressed
 * up or a detail of it is wrong, its literal words are found apart from each other, and those of the reading that is meant together.
 * Weights are whole thousandths and sum to 1; likeliest first; ids stay. `facts`: of each reading, in order.
 */
export function weighReadings(readings: readonly Reading[], facts: readonly ReadingFacts[]): Reading[] {
	const scores = readings.map(({ weight }, at) => {
		const { together = 0, names = 0 } = facts[at] ?? {};
		return weight * Math.exp(weights.together * together + weights.names * names);
	});
	const sum = scores.reduce((total, score) => total + score, 0);
	if (!(sum > 0)) return [...readings];
	const weighed = readings.map((reading, at): Reading => {
		const weight = Math.round((1000 * (scores[at] ?? 0)) / sum);
		return { ...reading, weight, found: { ...(facts[at] ?? { together: 0, names: 0 }), before: reading.weight } };
	});
	const likeliest = weighed.toSorted((a, b) => b.weight - a.weight);
	const rest = 1000 - likeliest.reduce((total, { weight }) => total + weight, 0);
	return likeliest.map((reading, at) => ({ ...reading, weight: (reading.weight + (at === 0 ? rest : 0)) / 1000 }));
}
