import { jaccard, trigrams } from "../base/text.ts";
import { quantitiesIn } from "../text/quantities.ts";
import type { Draft, SaidTwice } from "./report.ts";

/** Sentences that cite a common claim and are at least this similar state one fact. */
const sameClaimSimilarity = 0.4;
/** Sentences that cite a common claim and state the same figures need only this similarity. */
const sameFigureSimilarity = 0.25;
/** The similarity for sentences that cite no common claim. */
const otherSimilarity = 0.65;

/** Facts of the sections that repeat an earlier sentence. Conclusions are ignored, since they may weigh earlier facts. */
export function findRepeatedSentences({ sections }: Pick<Draft, "sections">): SaidTwice[] {
	const facts = sections
		.flatMap(({ sentences }) => sentences)
		.filter(({ kind }) => kind === "fact")
		.map(({ text, claimIds }) => ({ text, claimIds, grams: trigrams(text), figures: figuresIn(text) }));
	return facts.flatMap((one, at) => {
		const before = facts.slice(0, at).find((other) => {
			// A sentence with a new figure adds information.
			if (one.figures.some((figure) => !other.figures.includes(figure))) return false;
			const shares = one.claimIds.some((id) => other.claimIds.includes(id));
			const threshold = !shares ? otherSimilarity : one.figures.length > 0 ? sameFigureSimilarity : sameClaimSimilarity;
			return jaccard(one.grams, other.grams) >= threshold;
		});
		return before ? [{ text: one.text, before: before.text }] : [];
	});
}

function figuresIn(text: string): string[] {
	return quantitiesIn(text).map(({ normal, unit }) => `${normal} ${unit}`);
}
