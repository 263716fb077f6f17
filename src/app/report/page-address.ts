import type { Claim } from "../../evidence/claim.ts";

/** The element id of a claim's evidence. */
export function evidenceId(claim: Claim): string {
	return `c-${claim.id.replace(/[^\w-]/g, "")}`;
}

/** The name of a stored page's file below a run's folder. */
export function pageFile(sourceId: string): string {
	return `pages/${sourceId}.html`;
}

/** The address of a claim's quote in the stored page, below a run's folder. */
export function quoteHref(claim: Claim): string {
	return `${pageFile(claim.sourceId)}#${evidenceId(claim)}`;
}
