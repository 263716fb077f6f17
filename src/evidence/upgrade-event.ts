import type { Claim } from "./claim.ts";
import type { ResearchEvent } from "./event.ts";

/** A claim in logs of older releases, which belonged to one sub-question. */
type OlderClaim = Omit<Claim, "subQuestionIds"> & { subQuestionId?: string };

/** Converts an event of an older release to the current form. A current event stays as it is. */
export function upgradeEvent(event: ResearchEvent): ResearchEvent {
	if (event.type === "extracted") return { ...event, claims: upgradeClaims(event.claims) };
	if (event.type !== "investigated") return event;
	return { ...event, findings: { ...event.findings, claims: upgradeClaims(event.findings.claims) } };
}

function upgradeClaims(claims: readonly (Claim | OlderClaim)[]): Claim[] {
	return claims.map((claim) => {
		if ("subQuestionIds" in claim) return claim;
		const { subQuestionId = "", ...rest } = claim;
		return { ...rest, subQuestionIds: [subQuestionId] };
	});
}
