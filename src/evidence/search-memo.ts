import { reciprocalRankScore } from "../base/rank-fusion.ts";
import { comparisonForm } from "../base/text.ts";
import type { PooledHit } from "./source.ts";
import type { ResearchState } from "./state.ts";

/** The form of a query in which it is known again: without case, spacing and the last punctuation mark. */
export function queryKey(query: string): string {
	return comparisonForm(query).replace(/[\s?!.]+$/u, "");
}

/** The results of the queries that the pipeline has sent, by `queryKey`, each in its order. Failed queries are not in it. */
export function searchMemoOf({ turns }: Pick<ResearchState, "turns">): Map<string, PooledHit[]> {
	const memo = new Map<string, PooledHit[]>();
	for (const { hits, lists = [] } of turns) {
		const byUrl = new Map(hits.map((hit) => [hit.url, hit]));
		for (const { query, urls } of lists)
			memo.set(
				queryKey(query),
				urls.flatMap((url) => byUrl.get(url) ?? []),
			);
	}
	return memo;
}

/** An action's own results with those of its queries that were sent before, by reciprocal rank fusion. Ties go by url. */
export function withRemembered(own: readonly PooledHit[], lists: readonly (readonly PooledHit[])[]): PooledHit[] {
	if (lists.length === 0) return [...own];
	const ranks = new Map<string, { hit: PooledHit; ranks: number[] }>();
	for (const list of [own, ...lists])
		for (const [rank, hit] of list.entries()) {
			const known = ranks.get(hit.url) ?? { hit, ranks: [] };
			known.ranks.push(rank);
			ranks.set(hit.url, known);
		}
	return [...ranks.values()]
		.map((one) => ({ ...one.hit, score: reciprocalRankScore(one.ranks) }))
		.toSorted((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
}
