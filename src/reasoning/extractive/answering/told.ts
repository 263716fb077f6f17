import { isPoorPlace } from "../../../evidence/authority.ts";
import { bestPlaceFirst } from "../../../evidence/best-place.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { originsOf, withoutPoor } from "../../../evidence/independence.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { WriteInput } from "../../reasoner.ts";

type Sources = ReadonlyMap<string, WriteInput["sources"][number]>;

/** Of the claims that state an answer those that count for it, best place first. */
export function countedFor(claims: readonly Claim[], sources: Sources): Claim[] {
	return bestPlaceFirst(withoutPoor(claims, sources), sources);
}

/**
 * From whom an answer is known: `7 sources of 2 independent origins, one of which 5 pages carry`. Copies are said to be so
 * of pages of the web; a folder's documents are its owner's anyway.
 */
export function toldBy(claims: readonly Claim[], sources: Sources): string {
	const origins = originsOf(claims, sources);
	const pagesOf = (some: readonly Claim[]) => new Set(some.map(({ sourceId }) => sourceId));
	const all = pagesOf(origins.flat());
	if (all.size <= 1) return "one source";
	const areWeb = [...all].every((id) => isWeb(sources.get(id) ?? { url: "" }));
	const carried = areWeb ? Math.max(...origins.map((same) => pagesOf(same).size)) : 1;
	if (origins.length < 2) return areWeb ? `one origin, which ${all.size} pages carry` : `${all.size} sources`;
	const copies = carried > 1 ? `, one of which ${carried} pages carry` : "";
	return `${all.size} sources of ${origins.length} independent origins${copies}`;
}

/** Whether nobody says it but lists, shops and their kind. */
export function isDoubtful(claims: readonly Claim[], sources: Sources): boolean {
	return claims.length > 0 && claims.every(({ sourceId }) => isPoorPlace(sources.get(sourceId) ?? { url: "" }));
}
