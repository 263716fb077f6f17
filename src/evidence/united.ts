import type { Claim } from "./claim.ts";

/** A claim that is new, or that answers more sub-questions than before. */
export interface Gained {
	id: string;
	/** Ids of the sub-questions that are new for it. */
	bearsOn: string[];
}

/** Adds newly read claims. The same quote of the same page stays one claim, with the sub-questions of both. */
export function united(before: readonly Claim[], read: readonly Claim[]): { claims: Claim[]; gained: Gained[] } {
	const claims = new Map(before.map((claim) => [claim.id, claim]));
	const gained = new Map<string, string[]>();
	for (const claim of read) {
		const known = claims.get(claim.id);
		const next = known ? both(known, claim) : claim;
		claims.set(claim.id, next);
		const had = known?.class === next.class ? known.subQuestionIds : [];
		const bearsOn = next.subQuestionIds.filter((id) => !had.includes(id));
		if (bearsOn.length > 0) gained.set(claim.id, [...(gained.get(claim.id) ?? []), ...bearsOn]);
	}
	return { claims: [...claims.values()], gained: [...gained].map(([id, bearsOn]) => ({ id, bearsOn })) };
}

/** If a claim is direct for one sub-question and adjacent for another, the direct one is kept. */
function both(known: Claim, again: Claim): Claim {
	if (known.class !== again.class) return again.class === "direct" ? again : known;
	return { ...known, subQuestionIds: [...new Set([...known.subQuestionIds, ...again.subQuestionIds])] };
}
