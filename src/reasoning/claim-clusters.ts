import { distinctBy } from "../base/distinct.ts";
import type { Claim } from "../evidence/claim.ts";
import { type DistinctFact, distinctFacts } from "../evidence/distinct-facts.ts";
import { citedIn, type Draft } from "../evidence/report.ts";
import { countTerms, dotProduct, type TermCounts, TermStatistics } from "../text/term-statistics.ts";
import { isStopWord, stemsOf, wordsIn } from "../text/words.ts";
import type { ClusterUse, WriteInput } from "./reasoner.ts";

/** Claims on one matter, from any pages. */
export interface Cluster {
	/** Its most distinctive words, in that order: `licence, seats, price`. Empty for the claims that are like no others. */
	name: string;
	/** In the given order. */
	claims: Claim[];
	/** The claim most like the others, a direct one before others. Of claims that are like no others, the most relevant. */
	typical: Claim;
}

/** Clusters less similar than this stay apart, unless there are too many. Mean cosine of TF-IDF vectors. */
const similarityMin = 0.1;
/** Clusters, at most: this many times the square root of the number of claims, and never fewer than the least. */
const clustersPerRoot = 1.5;
const clustersMin = 5;
const nameTermsMax = 4;
const isNameTerm = (word: string) => word.length > 2 && !/\d/.test(word) && !isStopWord(word);

/**
 * Groups claims into clusters, the largest first; claims that are like no others come last. Agglomerative clustering by average link
 * over TF-IDF vectors (Sokal and Michener 1958). Words of the question do not count, since they distinguish nothing. The same claims
 * always give the same clusters.
 */
export function clusterClaims(claims: readonly Claim[], question: string): Cluster[] {
	const questionTerms = countTerms(question);
	const texts = claims.map(({ text, quote }) =>
		withoutTerms(countTerms(text === quote ? text : `${text} ${quote}`), questionTerms),
	);
	const statistics = new TermStatistics(texts);
	const vectors = texts.map((counts) => statistics.vector(counts));
	const clusters = mergeSimilar(vectors, Math.max(clustersMin, Math.round(clustersPerRoot * Math.sqrt(claims.length))));
	const unclustered = clusters.filter(({ length }) => length === 1).flat();
	const toCluster = (name: string, members: readonly number[], weight: (at: number) => number): Cluster[] => {
		const rank = (at: number) => (claims[at]?.class === "direct" ? members.length : 0) + weight(at);
		const typical = claimsAt(members.toSorted((a, b) => rank(b) - rank(a) || a - b).slice(0, 1), claims)[0];
		return typical ? [{ name, claims: claimsAt(members, claims), typical }] : [];
	};
	// The sum of the cosines with the other members is at most their number.
	const likeness = (members: readonly number[]) => (at: number) =>
		members.reduce((sum, other) => sum + dotProduct(vectors[at] ?? new Map(), vectors[other] ?? new Map()), 0);
	return [
		...clusters
			.filter(({ length }) => length > 1)
			.toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
			.flatMap((members) => toCluster(clusterName(members, vectors, claims), members, likeness(members))),
		...toCluster("", unclustered, (at) => claims[at]?.relevance ?? 0),
	];
}

/** The clusters of a synthesis over all its claims, each fact once; empty for other shapes. */
export function synthesisClusters({
	claims,
	question,
	route,
}: Pick<WriteInput, "claims" | "question" | "route">): Cluster[] {
	if (route.shape !== "synthesis") return [];
	return clusterClaims(
		quotedFacts(claims).map(({ claim }) => claim),
		question,
	);
}

/** The distinct facts that the claims state; each quote counts once. */
export function quotedFacts(claims: readonly Claim[]): DistinctFact<Claim>[] {
	return distinctFacts(distinctBy(claims, quoteKeyOf));
}

/** Identifies a quote, which is one piece of evidence for all its sub-questions. A quoted table row has one key for each cell. */
export function quoteKeyOf({ sourceId, start, quote, cell }: Claim): string {
	return `${sourceId} ${start} ${quote}${cell ? ` ${cell.row} ${cell.column}` : ""}`;
}

/** The name of the cluster of claims that are like no others. */
export const singleFindings = "single findings";

/** Each cluster with what a draft cites of it. */
export function clusterUses(input: Pick<WriteInput, "claims" | "question" | "route">, draft: Draft): ClusterUse[] {
	const ids = new Set(citedIn({ ...draft, disputes: [] }));
	const quotes = new Set(input.claims.filter(({ id }) => ids.has(id)).map(quoteKeyOf));
	const cited = new Set(
		quotedFacts(input.claims)
			.filter(({ claim, also }) => [claim, ...also].some((one) => quotes.has(quoteKeyOf(one))))
			.map(({ claim }) => claim),
	);
	return synthesisClusters(input).map(({ name, claims, typical }) => {
		const used = claims.filter((claim) => cited.has(claim)).length;
		return {
			name: name || singleFindings,
			claims: claims.length,
			pages: new Set(claims.map(({ sourceId }) => sourceId)).size,
			cited: used,
			leftOut: draft.leftOut?.find(({ cluster }) => cluster === (name || singleFindings))?.reason,
			typical: typical.text,
		};
	});
}

function withoutTerms(counts: TermCounts, removed: TermCounts): TermCounts {
	return new Map([...counts].filter(([word]) => !removed.has(word)));
}

/** Indices by cluster. The two most similar clusters are merged until none are similar and there are few enough. */
function mergeSimilar(vectors: readonly ReadonlyMap<string, number>[], most: number): number[][] {
	const members = vectors.map((_vector, index) => [index]);
	// The sum of the cosines between two clusters' members, by the clusters' first indices.
	const sums = vectors.map((one) => vectors.map((other) => dotProduct(one, other)));
	const remaining = new Set(members.keys());
	for (;;) {
		let best: { a: number; b: number; mean: number } | undefined;
		for (const a of remaining)
			for (const b of remaining) {
				if (b <= a) continue;
				const mean = (sums[a]?.[b] ?? 0) / ((members[a]?.length ?? 1) * (members[b]?.length ?? 1));
				if (mean > (best?.mean ?? 0)) best = { a, b, mean };
			}
		if (!best || (best.mean < similarityMin && remaining.size <= most)) break;
		const { a, b } = best;
		members[a]?.push(...(members[b] ?? []));
		remaining.delete(b);
		for (const other of remaining) {
			const sum = (sums[a]?.[other] ?? 0) + (sums[b]?.[other] ?? 0);
			const [row, back] = [sums[a], sums[other]];
			if (row && back) row[other] = back[a] = sum;
		}
	}
	return [...remaining].map((at) => members[at] ?? []);
}

function claimsAt(members: readonly number[], claims: readonly Claim[]): Claim[] {
	return members.toSorted((a, b) => a - b).flatMap((at) => claims[at] ?? []);
}

/** The terms that weigh most in the sum of its vectors, each in its most frequent spelling. */
function clusterName(
	members: readonly number[],
	vectors: readonly ReadonlyMap<string, number>[],
	claims: readonly Claim[],
): string {
	const forms = new Map<string, Map<string, number>>();
	for (const { text } of claimsAt(members, claims))
		for (const { lower } of wordsIn(text))
			for (const stem of stemsOf(lower)) {
				const counted = forms.get(stem) ?? new Map<string, number>();
				forms.set(stem, counted.set(lower, (counted.get(lower) ?? 0) + 1));
			}
	const weights = new Map<string, number>();
	for (const at of members)
		for (const [stem, value] of vectors[at] ?? []) weights.set(stem, (weights.get(stem) ?? 0) + value);
	return [...weights]
		.toSorted((a, b) => b[1] - a[1])
		.flatMap(([stem]) => [...(forms.get(stem) ?? [])].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? [])
		.filter(isNameTerm)
		.slice(0, nameTermsMax)
		.join(", ");
}
