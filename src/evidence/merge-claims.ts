import type { Claim } from "./claim.ts";

/** A claim that is new, or that answers more sub-questions than before. */
export interface ClaimGain {
	id: string;
	/** Ids of the sub-questions that are new for it. */
	bearsOn: string[];
}

/** Adds newly read claims. The same quote of the same page stays one claim, with the sub-questions of both. */
export function mergeClaims(
	before: readonly Claim[],
	newClaims: readonly Claim[],
): { claims: Claim[]; gained: ClaimGain[] } {
	const claims = new Map(before.map((claim) => [claim.id, claim]));
	const gained = new Map<string, string[]>();
	for (const claim of newClaims) {
		const known = claims.get(claim.id);
		const next = known ? mergeClaim(known, claim) : claim;
		claims.set(claim.id, next);
		const idsBefore = known?.class === next.class ? known.subQuestionIds : [];
		const bearsOn = next.subQuestionIds.filter((id) => !idsBefore.includes(id));
		if (bearsOn.length > 0) gained.set(claim.id, [...(gained.get(claim.id) ?? []), ...bearsOn]);
	}
	return { claims: [...claims.values()], gained: [...gained].map(([id, bearsOn]) => ({ id, bearsOn })) };
}

/** If a claim is direct for one sub-question and adjacent for another, the direct one is kept. */
function mergeClaim(existing: Claim, again: Claim): Claim {
	if (existing.class !== again.class) return again.class === "direct" ? again : existing;
	return { ...existing, subQuestionIds: [...new Set([...existing.subQuestionIds, ...again.subQuestionIds])] };
}
