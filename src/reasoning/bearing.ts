import type { Claim } from "../evidence/claim.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import { contentStems } from "../text/words.ts";

/**
 * The claims that bear on a sub-question, best first: those found for it, then those that share its words. A word counts more the
 * rarer it is among all claims. A claim that shares nothing is dropped. The score of an adjacent claim is halved.
 */
export function bearingOn(
	claims: readonly Claim[],
	{ id, text, focus = [] }: Pick<SubQuestion, "id" | "text"> & { focus?: readonly string[] },
): Claim[] {
	const asked = new Set(contentStems([text, ...focus].join(" ")));
	const seen = claims.map((claim, at) => ({
		claim,
		at,
		stems: new Set(contentStems(`${claim.subject} ${claim.text}`)),
	}));
	const count = (stem: string) => seen.reduce((sum, { stems }) => sum + (stems.has(stem) ? 1 : 0), 0);
	const weights = new Map([...asked].map((stem) => [stem, Math.log(1 + claims.length / Math.max(1, count(stem)))]));
	const most = Math.max(
		Number.EPSILON,
		[...weights.values()].reduce((sum, weight) => sum + weight, 0),
	);
	return seen
		.map(({ claim, at, stems }) => {
			const shared = [...weights].reduce((sum, [stem, weight]) => sum + (stems.has(stem) ? weight : 0), 0) / most;
			const own = claim.subQuestionIds.includes(id);
			// That a claim was found for it counts more than all its words.
			const score = (own ? 1 + claim.relevance : 0) + shared;
			return { claim, at, score: claim.class === "direct" ? score : score / 2 };
		})
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score || a.at - b.at)
		.map(({ claim }) => claim);
}
