import type { Claim } from "../evidence/claim.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import { contentStems } from "../text/words.ts";

/**
 * The claims that bear on a sub-question, best first: those found for it, then those that share its words. A word counts more the
 * rarer it is among all claims. A claim that shares nothing is dropped. The score of an adjacent claim is halved.
 */
export function relevantClaims(
	claims: readonly Claim[],
	{ id, text, focus = [] }: Pick<SubQuestion, "id" | "text"> & { focus?: readonly string[] },
): Claim[] {
	const queryStems = new Set(contentStems([text, ...focus].join(" ")));
	const entries = claims.map((claim, at) => ({
		claim,
		at,
		stems: new Set(contentStems(`${claim.subject} ${claim.text}`)),
	}));
	const claimsWith = (stem: string) => entries.reduce((sum, { stems }) => sum + (stems.has(stem) ? 1 : 0), 0);
	const weights = new Map(
		[...queryStems].map((stem) => [stem, Math.log(1 + claims.length / Math.max(1, claimsWith(stem)))]),
	);
	const totalWeight = Math.max(
		Number.EPSILON,
		[...weights.values()].reduce((sum, weight) => sum + weight, 0),
	);
	return entries
		.map(({ claim, at, stems }) => {
			const sharedWeight =
				[...weights].reduce((sum, [stem, weight]) => sum + (stems.has(stem) ? weight : 0), 0) / totalWeight;
			const isFoundForIt = claim.subQuestionIds.includes(id);
			// That a claim was found for it counts more than all its words.
			const score = (isFoundForIt ? 1 + claim.relevance : 0) + sharedWeight;
			return { claim, at, score: claim.class === "direct" ? score : score / 2 };
		})
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score || a.at - b.at)
		.map(({ claim }) => claim);
}
