import { comparisonForm, jaccard, trigrams } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { isStopWord } from "../../../text/words.ts";

/** The similarity from which two statements are one. */
const sameStatementMin = 0.6;
/** The same for statements with the same figures. */
const sameFiguresMin = 0.3;
/** The similarity from which sentences may differ only in a name. */
const otherNameMin = 0.4;
/** Words of a correction. */
export const correctionWords =
	/\b(?:correct(?:s|ed|ion|ions)|errat(?:um|a)|corrigend(?:um|a)|retract(?:s|ed|ion)|withdr(?:awn|ew|aws)|(?:was|were|is|are) (?:wrong|incorrect|mistaken)|misreported|misstated)\b|,? (?:and )?not \d/iu;

/**
 * The claims in the order in which few lines say most, each statement once. Corrections come first (those with figures before others),
 * then adversarial claims, then those of the sub-question, then the rest in their order.
 */
export function mostInformative(claims: readonly Claim[], subQuestionId?: string): Claim[] {
	const rank = (claim: Claim) => {
		// The rows of a corrected table hold such words, but are no corrections themselves.
		if (!claim.quote.includes(" | ") && correctionWords.test(`${claim.text} ${claim.quote}`))
			return claim.values.some(({ kind }) => kind === "number") ? 0 : 1;
		if (claim.stance === "adversarial") return 2;
		return subQuestionId !== undefined && claim.subQuestionIds.includes(subQuestionId) ? 3 : 4;
	};
	const chosen: { claim: Claim; grams: ReadonlySet<string>; figures: string }[] = [];
	for (const claim of claims.toSorted((a, b) => rank(a) - rank(b))) {
		const one = { claim, grams: trigrams(claim.text), figures: figuresOf(claim) };
		const isRepeated = chosen.some(({ claim: before, grams, figures }) => {
			if (figures !== one.figures || nameOtherThings(before, claim)) return false;
			return jaccard(grams, one.grams) >= (figures === "" ? sameStatementMin : sameFiguresMin);
		});
		if (!isRepeated) chosen.push(one);
	}
	return chosen.map(({ claim }) => claim);
}

/** Whether two sentences are similar but name different things, such as figures of two places. */
export function differInName(a: Claim, b: Claim): boolean {
	return jaccard(trigrams(a.text), trigrams(b.text)) >= otherNameMin && nameOtherThings(a, b);
}

/**
 * Whether each claim names something that the other does not: the same figure of two places is two facts. The capitalized first word of
 * a sentence counts as a name only where the rest is similar.
 */
function nameOtherThings(a: Claim, b: Claim): boolean {
	const alike = jaccard(trigrams(a.text), trigrams(b.text)) >= otherNameMin;
	const lacks = (one: Claim, other: Claim) => {
		const text = comparisonForm(`${other.text} ${other.quote}`);
		return namesIn(alike ? one.text : one.text.replace(/^\W*[\p{L}\p{N}'’-]+/u, "")).some(
			(name) => !text.includes(name),
		);
	};
	return lacks(a, b) && lacks(b, a);
}

function namesIn(text: string): string[] {
	const words = text.match(/\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? [];
	return words.map(comparisonForm).filter((word) => !isStopWord(word));
}

function figuresOf({ values }: Claim): string {
	const figures = values.filter(({ kind }) => kind === "number" || kind === "date");
	return [...new Set(figures.map(({ normal, unit = "" }) => `${normal} ${unit}`))].toSorted().join("; ");
}
