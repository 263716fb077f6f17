import type { Claim, Conflict } from "../../evidence/claim.ts";
import type { CompareInput } from "../reasoner.ts";
import { aspectOf } from "./comparing/aspect.ts";
import { cellConflict } from "./comparing/cells.ts";
import { contradiction } from "./comparing/contradiction.ts";

/**
 * Contradictions between fresh claims and those known before, and among the fresh ones: two claims from different pages about
 * the same subject and the same attribute that cannot both hold. Precision comes first: different dates of validity, roundings,
 * converted units, ranges and lists dispute nothing. `a` is the claim that was recorded first.
 */
export function compareClaims(input: CompareInput): Conflict[] {
	const known = input.known.map((claim) => ({ claim, aspect: aspectOf(claim) }));
	const out: Conflict[] = [];
	for (const claim of input.fresh) {
		const aspect = aspectOf(claim);
		for (const before of known) {
			if (!mayConflict(before.claim, claim)) continue;
			const cells = cellConflict(before.claim, claim);
			const found = cells ? cells.found : contradiction(before.aspect, aspect);
			if (found) out.push({ ...found, a: before.claim.id, b: claim.id });
		}
		known.push({ claim, aspect });
	}
	return out;
}

/** A page does not contradict itself: what looks like it is a history or a list. */
function mayConflict(a: Claim, b: Claim): boolean {
	return a.id !== b.id && a.sourceId !== b.sourceId && a.class !== "irrelevant" && b.class !== "irrelevant";
}
