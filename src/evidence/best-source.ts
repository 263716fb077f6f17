import { isNamedInText } from "./attribution.ts";
import { authorityWeight, isLowCredibility } from "./authority.ts";
import type { Claim } from "./claim.ts";
import { groupByOrigin, type IdentifiedSource, publisherNames } from "./independence.ts";
import { isWeb } from "./source.ts";
import { originsInSketch } from "./text-sketch.ts";

/** Sources without a date sort after those with one. */
const undated = "9999";

/**
 * Sorts claims of one fact, best source first; otherwise the order stays. Sources that speak about themselves and reviewed sources
 * come before those that repeat them; of copies the earlier comes first. Claims from folders keep their order.
 */
export function bestSourceFirst(claims: readonly Claim[], sources: ReadonlyMap<string, IdentifiedSource>): Claim[] {
	const selfStated = new Set<string>();
	const positions = new Map<string, number>();
	for (const same of groupByOrigin(claims, sources)) {
		const attributions = attributionText(same, sources);
		const first = Math.min(...same.map((claim) => claims.indexOf(claim)));
		for (const { id, sourceId } of same) {
			positions.set(id, first);
			const source = sources.get(sourceId);
			if (source && publisherNames(source).some((name) => isNamedInText(attributions, name))) selfStated.add(id);
		}
	}
	const weighted = claims.map((claim, at) => {
		const source = sources.get(claim.sourceId);
		// A folder that the user named counts as a primary source.
		if (!source || !isWeb(source)) return { claim, weight: authorityWeight("primary"), place: at, day: "" };
		const selfWeight = selfStated.has(claim.id) && !isLowCredibility(source) ? authorityWeight("primary") : 0;
		const weight = Math.max(authorityWeight(source.authority), selfWeight);
		return { claim, weight, place: positions.get(claim.id) ?? at, day: source.date ?? undated };
	});
	return weighted
		.toSorted((a, b) => b.weight - a.weight || a.place - b.place || a.day.localeCompare(b.day, "en"))
		.map(({ claim }) => claim);
}

/** The quotes of one origin's claims, and the origins that their pages name: `Meridian Foods announced …`, `Source: Meridian Foods`. */
function attributionText(claims: readonly Claim[], sources: ReadonlyMap<string, IdentifiedSource>): string {
	const names = claims.flatMap(({ sourceId }) => originsInSketch(sources.get(sourceId)?.sketch ?? ""));
	return [...claims.map(({ quote }) => quote), ...names].join(" . ");
}
