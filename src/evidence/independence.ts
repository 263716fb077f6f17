import { folded, jaccard, trigrams } from "../base/text.ts";
import type { Claim } from "./claim.ts";
import type { Source } from "./source.ts";

/** Two quotes this alike were copied from each other, or from a third. */
const copied = 0.85;

/**
 * How many origins a set of claims has. Claims are joined when their sources speak for the same publisher or are the same
 * text, or when their quotes are near-verbatim copies: eight sites that carry one press release count once.
 */
export function independentOrigins(claims: readonly Claim[], sources: ReadonlyMap<string, Source>): number {
	const parent = claims.map((_claim, index) => index);
	const root = (index: number): number => {
		const up = parent[index] ?? index;
		return up === index ? index : root(up);
	};
	const grams = claims.map((claim) => trigrams(claim.quote));
	for (let i = 0; i < claims.length; i++) {
		for (let j = 0; j < i; j++) {
			if (root(i) === root(j)) continue;
			if (sameOrigin(claims[i], claims[j], sources) || jaccard(grams[i] ?? empty, grams[j] ?? empty) >= copied)
				parent[root(i)] = root(j);
		}
	}
	return new Set(claims.map((_claim, index) => root(index))).size;
}

const empty: ReadonlySet<string> = new Set();

function sameOrigin(a: Claim | undefined, b: Claim | undefined, sources: ReadonlyMap<string, Source>): boolean {
	if (!a || !b) return false;
	if (a.sourceId === b.sourceId) return true;
	const [left, right] = [sources.get(a.sourceId), sources.get(b.sourceId)];
	if (!left || !right) return false;
	return left.hash === right.hash || folded(left.origin) === folded(right.origin);
}
