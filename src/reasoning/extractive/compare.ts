import type { Claim, Conflict, ConflictKind } from "../../evidence/claim.ts";
import type { CompareInput } from "../reasoner.ts";
import { type Aspect, aspectOf, sameSubject } from "./comparing/aspect.ts";
import { dateConflict } from "./comparing/dates.ts";
import { numberConflict } from "./comparing/numbers.ts";
import { valueConflict } from "./comparing/relation.ts";
import { antonymConflict, negationConflict } from "./comparing/words.ts";

const rules: readonly (readonly [ConflictKind, (a: Aspect, b: Aspect) => string | undefined])[] = [
	["date", dateConflict],
	["number", numberConflict],
	["negation", negationConflict],
	["antonym", antonymConflict],
	["value", valueConflict],
];

/**
 * Contradictions between fresh claims and those known before, and among the fresh ones: two claims from different pages about
 * the same subject and the same attribute that cannot both hold. Precision comes first: different dates of validity, roundings,
 * converted units, ranges and lists dispute nothing. `a` is the claim that was recorded first.
 */
export function compareClaims(input: CompareInput): Conflict[] {
	const known = input.known.map(aspectOf);
	const out: Conflict[] = [];
	for (const claim of input.fresh) {
		const aspect = aspectOf(claim);
		for (const before of known) {
			const found = conflictOf(before, aspect);
			if (found) out.push(found);
		}
		known.push(aspect);
	}
	return out;
}

function conflictOf(a: Aspect, b: Aspect): Conflict | undefined {
	if (!mayConflict(a.claim, b.claim) || !sameSubject(a, b)) return undefined;
	for (const [kind, rule] of rules) {
		const why = rule(a, b);
		if (why !== undefined) return { kind, a: a.claim.id, b: b.claim.id, why };
	}
	return undefined;
}

/** A page does not contradict itself: what looks like it is a history or a list. */
function mayConflict(a: Claim, b: Claim): boolean {
	return a.id !== b.id && a.sourceId !== b.sourceId && a.class !== "irrelevant" && b.class !== "irrelevant";
}
