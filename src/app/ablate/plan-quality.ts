import { mean } from "../../base/bootstrap.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { contentStems } from "../../text/words.ts";

/**
 * The share of claims that bear on a sub-question of the first plan, 0–1: how much of the evidence the plan asked for. The rest bears on
 * sub-questions that were added later. `ids`: the claims to look at. Undefined without claims.
 */
export function plannedShare({ claims, subQuestions }: ResearchState, ids: ReadonlySet<string>): number | undefined {
	const planned = new Set(subQuestions.filter(({ origin }) => origin === "plan").map(({ id }) => id));
	const counted = claims.filter((claim) => ids.has(claim.id) && claim.class === "direct");
	if (counted.length === 0) return undefined;
	return counted.filter(({ subQuestionIds }) => subQuestionIds.some((id) => planned.has(id))).length / counted.length;
}

/**
 * How near a plan is to a reference, 0–1: the best-match token F1, averaged both ways. Each reference sub-question is matched with the
 * nearest planned one (what the plan lacks), and each planned one with the nearest reference (what it asks besides); the score is the
 * mean of both means. Tokens are stems of content words. Undefined if a side is empty.
 */
export function decompositionScore(planned: readonly string[], reference: readonly string[]): number | undefined {
	if (planned.length === 0 || reference.length === 0) return undefined;
	const tokens = (texts: readonly string[]) => texts.map((text) => new Set(contentStems(text)));
	const [own, other] = [tokens(planned), tokens(reference)];
	const best = (from: Set<string>[], to: Set<string>[]) =>
		mean(from.map((one) => Math.max(...to.map((another) => tokenF1(one, another)))));
	return (best(own, other) + best(other, own)) / 2;
}

/** F1 of two sets of tokens (the measure of SQuAD, on sets). */
function tokenF1(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	const shared = a.intersection(b).size;
	return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
