import { passageText, type ScoredPassage } from "../blocks/score-passages.ts";
import { askedTerms, termTest } from "../question/asked-terms.ts";

/** The factor on the score of a passage for each term of the question that it lacks and another one holds, and if it is no fit answer. */
const lackingFactor = 0.2;

/**
 * The passages. If the likeliest lacks terms of the question, those that hold more of them come first: an option's entry tells nothing of
 * another option.
 */
export function withTermsFirst(
	places: ScoredPassage[],
	question: string,
	titles: ReadonlyMap<string, string>,
): ScoredPassage[] {
	const held = heldTerms(places, question, titles);
	const [first] = places.toSorted((a, b) => b.score - a.score);
	const most = Math.max(...[...held.values()].map(({ size }) => size));
	if (!first || held.get(first)?.size === most) return places;
	return weighedDown(places, (one) => most - (held.get(one)?.size ?? 0));
}

/** The passages. If the likeliest is no fit answer, the others that are none come later with it. */
export function withFitFirst(places: ScoredPassage[], isUnfit: (one: ScoredPassage) => boolean): ScoredPassage[] {
	const [first] = places.toSorted((a, b) => b.score - a.score);
	return first && isUnfit(first) ? weighedDown(places, (one) => Number(isUnfit(one))) : places;
}

function weighedDown(places: ScoredPassage[], faults: (one: ScoredPassage) => number): ScoredPassage[] {
	const weighed = places.map((one) => ({
		...one,
		score: one.score * lackingFactor ** faults(one),
	}));
	const best = Math.max(...weighed.map(({ score }) => score));
	return best > 0 ? weighed.map((one) => ({ ...one, score: one.score / best })) : places;
}

/** Whether a passage lacks the term of the question that fewest passages hold. */
export function lacksRarestTerm(
	one: ScoredPassage,
	places: readonly ScoredPassage[],
	question: string,
	titles: ReadonlyMap<string, string>,
): boolean {
	const held = heldTerms(places, question, titles);
	const counts = Map.groupBy(
		[...held.values()].flatMap((terms) => [...terms]),
		(term) => term,
	);
	const [rarest] = [...counts].toSorted(([, a], [, b]) => a.length - b.length);
	return rarest !== undefined && held.get(one)?.has(rarest[0]) === false;
}

/** The question's terms that each passage holds, with its headings and its page's title. */
function heldTerms(
	places: readonly ScoredPassage[],
	question: string,
	titles: ReadonlyMap<string, string>,
): Map<ScoredPassage, Set<string>> {
	const tests = askedTerms(question).map((term) => ({ term, isHeld: termTest(term) }));
	return new Map(
		places.map((one) => {
			const { sourceId, path } = one.passage;
			const text = [titles.get(sourceId) ?? "", ...path, passageText(one.passage)].join("\n");
			return [one, new Set(tests.flatMap(({ term, isHeld }) => (isHeld(text) ? [term] : [])))];
		}),
	);
}
