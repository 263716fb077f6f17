import type { ConflictKind } from "../../../evidence/claim.ts";
import { type Aspect, sameSubject } from "./aspect.ts";
import { dateConflict } from "./dates.ts";
import { numberConflict } from "./numbers.ts";
import { valueConflict } from "./relation.ts";
import { antonymConflict, negationConflict } from "./words.ts";

const rules: readonly (readonly [ConflictKind, (a: Aspect, b: Aspect) => string | undefined])[] = [
	["date", dateConflict],
	["number", numberConflict],
	["negation", negationConflict],
	["antonym", antonymConflict],
	["value", valueConflict],
];

/** How two statements about one subject exclude each other, by the first rule that finds it; undefined when they may both hold. */
export function contradiction(a: Aspect, b: Aspect): { kind: ConflictKind; why: string } | undefined {
	if (!sameSubject(a, b)) return undefined;
	for (const [kind, rule] of rules) {
		const why = rule(a, b);
		if (why !== undefined) return { kind, why };
	}
	return undefined;
}
