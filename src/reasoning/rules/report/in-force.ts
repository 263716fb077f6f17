import { findReplacements, type Replacement } from "../../../evidence/replaced-values.ts";
import { citedIn, type Draft, formerValues, type Section } from "../../../evidence/report.ts";
import { askedState } from "../../../text/former-state.ts";
import type { WriteInput } from "../../reasoner.ts";
import { passageOfClaim } from "../blocks/candidates.ts";
import type { ScoredPassage } from "../blocks/score-passages.ts";
import { quotedBlock } from "./quoted-block.ts";

/** The values that were replaced, if a question asks for what holds now. */
export function replacementsFor({ question, claims, sources, conflicts }: WriteInput): Replacement[] {
	return askedState(question) === "current" ? findReplacements(claims, sources, conflicts) : [];
}

/**
 * The passages with the value in force before the one that it replaced: if the likeliest passage states a replaced value, the passage that
 * replaces it has its score. The replaced one then stands in a section of its own; if it is only the older one of two, it comes later.
 */
export function inForceFirst(places: ScoredPassage[], replacements: readonly Replacement[]): ScoredPassage[] {
	const [first] = places.toSorted((a, b) => b.score - a.score);
	if (!first) return places;
	// The claim that the passage is shown for: the one where the reading model found the answer, or its best.
	const place = first.span?.start ?? first.claims[0]?.start ?? -1;
	const found = replacements.find(
		({ old }) => old.sourceId === first.passage.sourceId && old.start <= place && place < old.start + old.quote.length,
	);
	const now = found && places.find(({ claims }) => claims.some(({ id }) => id === found.by.id));
	if (!found || !now || now === first) return places;
	const { quote: text, start } = found.by;
	const span = { text, start, end: start + text.length };
	return places
		.filter((one) => one !== first || !found.isTold)
		.map((one) =>
			one === now ? { ...one, score: first.score, span } : one === first ? { ...one, score: now.score } : one,
		);
}

/** The replaced values of what a draft shows, where it does not show them itself. */
export function formerSection(draft: Draft, replacements: readonly Replacement[]): Section {
	const cited = new Set(citedIn({ ...draft, disputes: [] }));
	const former = replacements
		.filter(({ isTold, by }) => isTold && cited.has(by.id))
		.map(({ old }) => old)
		.filter((one, at, all) => !cited.has(one.id) && all.findIndex(({ quote }) => quote === one.quote) === at);
	return {
		heading: formerValues,
		sentences: [],
		blocks: former.slice(0, formerMax).map((one) => quotedBlock({ passage: passageOfClaim(one), claims: [one] })),
	};
}
/** Passages. */
const formerMax = 2;
