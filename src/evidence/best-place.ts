import { speaksOf } from "./attribution.ts";
import { isPoorPlace, weightOf } from "./authority.ts";
import type { Claim } from "./claim.ts";
import { type Known, namesOf, originsOf } from "./independence.ts";
import { isWeb } from "./source.ts";
import { namedIn } from "./syndication.ts";

/** Sources without a date sort after those with one. */
const undated = "9999";

/**
 * Sorts claims of one fact, best source first; otherwise the order stays. Sources that speak about themselves and reviewed sources
 * come before those that repeat them; of copies the earlier comes first. Claims from folders keep their order.
 */
export function bestPlaceFirst(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): Claim[] {
	const own = new Set<string>();
	const place = new Map<string, number>();
	for (const same of originsOf(claims, sources)) {
		const told = toldIn(same, sources);
		const first = Math.min(...same.map((claim) => claims.indexOf(claim)));
		for (const { id, sourceId } of same) {
			place.set(id, first);
			const source = sources.get(sourceId);
			if (source && namesOf(source).some((name) => speaksOf(told, name))) own.add(id);
		}
	}
	const placed = claims.map((claim, at) => {
		const source = sources.get(claim.sourceId);
		// A folder that the user named counts as a primary source.
		if (!source || !isWeb(source)) return { claim, weight: weightOf("primary"), place: at, day: "" };
		const itself = own.has(claim.id) && !isPoorPlace(source) ? weightOf("primary") : 0;
		const weight = Math.max(weightOf(source.authority), itself);
		return { claim, weight, place: place.get(claim.id) ?? at, day: source.date ?? undated };
	});
	return placed
		.toSorted((a, b) => b.weight - a.weight || a.place - b.place || a.day.localeCompare(b.day, "en"))
		.map(({ claim }) => claim);
}

/** The quotes of one origin's claims, and the origins that their pages name: `Meridian Foods announced …`, `Source: Meridian Foods`. */
function toldIn(claims: readonly Claim[], sources: ReadonlyMap<string, Known>): string {
	const names = claims.flatMap(({ sourceId }) => namedIn(sources.get(sourceId)?.sketch ?? ""));
	return [...claims.map(({ quote }) => quote), ...names].join(" . ");
}
