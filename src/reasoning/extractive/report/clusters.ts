import type { WriteInput } from "../../reasoner.ts";
import type { Scored } from "../blocks/score.ts";
import { dot, Statistics } from "../blocks/terms.ts";

/** Sections of a synthesis, at most. */
const clustersMax = 6;
/** Passages less alike than this are no section together, whatever their number. Cosine of TF-IDF. */
const likeness = 0.12;

interface Cluster {
	members: Scored[];
	vectors: ReadonlyMap<string, number>[];
}

/**
 * Passages that speak of the same, as sections in the order of their best passage: agglomerative clustering by average link (Sokal and
 * Michener 1958). What stands under one heading of one page stays together.
 */
export function clustersOf(chosen: readonly Scored[]): Scored[][] {
	const known = new Statistics(chosen.map(({ counts }) => counts));
	const places = Map.groupBy(chosen, ({ passage }) => `${passage.sourceId} ${passage.path.join(" › ")}`);
	const clusters: Cluster[] = [...places.values()].map((members) => ({
		members,
		vectors: members.map(({ counts }) => known.vector(counts)),
	}));
	while (clusters.length > 1) {
		let best: { a: number; b: number; value: number } | undefined;
		for (let a = 0; a < clusters.length; a++)
			for (let b = a + 1; b < clusters.length; b++) {
				const value = linkOf(clusters[a], clusters[b]);
				if (!best || value > best.value) best = { a, b, value };
			}
		if (!best || (best.value < likeness && clusters.length <= clustersMax)) break;
		const [other] = clusters.splice(best.b, 1);
		clusters[best.a]?.members.push(...(other?.members ?? []));
		clusters[best.a]?.vectors.push(...(other?.vectors ?? []));
	}
	const order = new Map(chosen.map((one, at) => [one, at]));
	const rank = (one: Scored) => order.get(one) ?? 0;
	return clusters
		.map(({ members }) => members.toSorted((a, b) => rank(a) - rank(b)))
		.toSorted((a, b) => Math.min(...a.map(rank)) - Math.min(...b.map(rank)));
}

function linkOf(a: Cluster | undefined, b: Cluster | undefined): number {
	if (!a || !b) return 0;
	const all = a.vectors.flatMap((one) => b.vectors.map((other) => dot(one, other)));
	return all.reduce((sum, value) => sum + value, 0) / all.length;
}

/** Headings of pages for sections, each once: of a section's passages, the first whose heading is free. */
export class Headings {
	readonly #used = new Set<string>();
	readonly #titles: ReadonlyMap<string, string>;

	constructor(sources: WriteInput["sources"]) {
		this.#titles = new Map(sources.map(({ id, title }) => [id, title]));
	}

	/** The heading of the first passage that has one that no section has yet, else its page's title; "" when all are used. */
	of(members: readonly Scored[]): string {
		const own = members.flatMap(({ passage }) => [passage.path.at(-1) ?? "", this.#titles.get(passage.sourceId) ?? ""]);
		const free = own.find((heading) => heading.trim() !== "" && !this.#used.has(heading.trim().toLowerCase()));
		if (free) this.#used.add(free.trim().toLowerCase());
		return free?.trim() ?? "";
	}
}
