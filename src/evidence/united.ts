import type { Claim } from "./claim.ts";

/** A claim that is new, or that was found to bear on more than before. */
export interface Gained {
	id: string;
	/** The sub-questions that are new to it. */
	bearsOn: string[];
}

/** The claims with those of one more reading; the same quote of the same page stays one claim, with the sub-questions of both. */
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

/** What is direct for one sub-question and only near another is direct, for the one. */
function both(known: Claim, again: Claim): Claim {
	if (known.class !== again.class) return again.class === "direct" ? again : known;
	return { ...known, subQuestionIds: [...new Set([...known.subQuestionIds, ...again.subQuestionIds])] };
}
