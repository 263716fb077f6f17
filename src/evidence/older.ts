import type { Claim } from "./claim.ts";
import type { ResearchEvent } from "./event.ts";

/** As logs of older releases hold a claim: it bore on one sub-question. */
type OlderClaim = Omit<Claim, "subQuestionIds"> & { subQuestionId?: string };

/** An event of any release in today's shape; one of today is returned as it is. */
export function asOfNow(event: ResearchEvent): ResearchEvent {
	if (event.type === "extracted") return { ...event, claims: claimsOfNow(event.claims) };
	if (event.type !== "investigated") return event;
	return { ...event, findings: { ...event.findings, claims: claimsOfNow(event.findings.claims) } };
}

function claimsOfNow(claims: readonly (Claim | OlderClaim)[]): Claim[] {
	return claims.map((claim) => {
		if ("subQuestionIds" in claim) return claim;
		const { subQuestionId = "", ...rest } = claim;
		return { ...rest, subQuestionIds: [subQuestionId] };
	});
}
