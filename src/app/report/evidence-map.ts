import type { Claim, Confidence } from "../../evidence/claim.ts";
import { findCopies } from "../../evidence/copies.ts";
import { groupByOrigin } from "../../evidence/independence.ts";
import { hasPart } from "../../evidence/parts.ts";
import { citedIn } from "../../evidence/report.ts";
import type { Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";

/** Which source states what: facts by sources. A function of the state alone, so that it can be shown while a run is working, too. */
export interface EvidenceMap {
	/** Sources of the same origin stand together, in the order of the numbers of their first. */
	sources: MapSource[];
	/** The facts that the report cites; without a report, all groups. Disputed ones first, then those of most sources. */
	facts: MapFact[];
}

export interface MapSource {
	source: Source;
	/** Its number in the report; without one, in the order of reading. */
	number: number;
	/** The number of its origin, from 1, in the order of the sources. */
	origin: number;
}

export interface MapFact {
	/** The id of the group, or of the claim if it is in none. */
	id: string;
	text: string;
	/** By source id: the claims of the source that state it. */
	claims: Map<string, Claim[]>;
	origins: number;
	confidence: Confidence;
	/** By source id: other sources contradict what this one states. */
	disputed: Set<string>;
}

export function evidenceMapOf(state: ResearchState): EvidenceMap {
	const { report } = state;
	const cited = new Set(report ? citedIn(report) : state.groups.flatMap(({ claimIds }) => claimIds));
	const numbers = new Map((report?.sourceIds ?? state.sources.map(({ id }) => id)).map((id, at) => [id, at + 1]));
	const byId = new Map(state.claims.map((claim) => [claim.id, claim]));
	const inConflict = new Set(state.conflicts.flatMap(({ a, b }) => [a, b]));
	const grouped = new Set(state.groups.flatMap(({ claimIds }) => claimIds));
	const lone = state.claims
		.filter(({ id }) => cited.has(id) && !grouped.has(id))
		.map(({ id, text, confidence }) => ({ id, text, confidence, claimIds: [id], origins: 1 }));
	const facts = [...state.groups.filter(({ claimIds }) => claimIds.some((id) => cited.has(id))), ...lone]
		.map(({ id, text, claimIds, origins, confidence }): MapFact => {
			const claims = claimIds.flatMap((one) => byId.get(one) ?? []).filter(({ sourceId }) => numbers.has(sourceId));
			const disputed = claims.filter((claim) => inConflict.has(claim.id)).map(({ sourceId }) => sourceId);
			const bySource = Map.groupBy(claims, ({ sourceId }) => sourceId);
			return { id, text, claims: bySource, origins, confidence, disputed: new Set(disputed) };
		})
		.filter(({ claims }) => claims.size > 0)
		.toSorted((a, b) => Math.sign(b.disputed.size) - Math.sign(a.disputed.size) || b.claims.size - a.claims.size);
	return { sources: sourcesByOrigin(state, numbers, facts), facts };
}

/** The numbered sources that state a fact, those of one origin together. */
function sourcesByOrigin(
	state: ResearchState,
	numbers: ReadonlyMap<string, number>,
	facts: readonly MapFact[],
): MapSource[] {
	const sources = new Map(state.sources.map((source) => [source.id, source]));
	const claims = [...new Set(facts.flatMap((fact) => [...fact.claims.values()].flat()))];
	const origins = groupByOrigin(claims, sources, !hasPart(state, "independence"));
	// Two claims of one source may belong to different origins: a copied passage beside words of its own.
	const clusters: Set<string>[] = [];
	const copies = [...findCopies(state.sources)].map(([id, original]) => [id, original.id]);
	for (const ids of [
		...copies.filter((pair) => pair.every((id) => numbers.has(id))),
		...origins.map((ones) => ones.map(({ sourceId }) => sourceId)),
		...claims.map((one) => [one.sourceId]),
	]) {
		const touching = clusters.filter((cluster) => ids.some((id) => cluster.has(id)));
		const merged = new Set([...touching.flatMap((cluster) => [...cluster]), ...ids]);
		clusters.splice(0, clusters.length, ...clusters.filter((cluster) => !touching.includes(cluster)), merged);
	}
	const numberOf = (id: string) => numbers.get(id) ?? 0;
	const stating = new Set(claims.map(({ sourceId }) => sourceId));
	return clusters
		.map((cluster) => [...cluster].filter((id) => stating.has(id)).toSorted((a, b) => numberOf(a) - numberOf(b)))
		.filter((ids) => ids.length > 0)
		.toSorted(([a = ""], [b = ""]) => numberOf(a) - numberOf(b))
		.flatMap((ids, at) =>
			ids.flatMap((id) => {
				const source = sources.get(id);
				return source ? [{ source, number: numberOf(id), origin: at + 1 }] : [];
			}),
		);
}
