import type { Claim } from "../../../evidence/claim.ts";
import type { Review } from "../../../evidence/report.ts";
import { countTerms, TermStatistics } from "../../../text/term-statistics.ts";
import { contentStems } from "../../../text/words.ts";
import { type Cluster, singleFindings } from "../../claim-clusters.ts";

/** Claims for one remark, at most. */
const claimsPerText = 3;

/** The text of each remark of a review. */
export function remarkTexts(review: Review): string[] {
	const { coverage, weakClaims, logicalGaps, missingPerspectives, suggestions, missingJudgements = [] } = review;
	return [
		...coverage.filter(({ grade }) => grade < 3).map(({ dimension }) => dimension),
		...weakClaims.map(({ text, why }) => `${text} ${why}`),
		...[...logicalGaps, ...missingPerspectives, ...missingJudgements, ...suggestions],
	];
}

/** Ids of the claims that share most words with each text (BM25): a few for each, none of `cited`. */
export function claimsForTexts(texts: readonly string[], claims: readonly Claim[], cited: readonly string[]): string[] {
	const used = new Set(cited);
	const uncited = claims.filter(({ id }) => !used.has(id));
	const counts = uncited.map(({ text, quote }) => countTerms(`${text} ${quote}`));
	const statistics = new TermStatistics(counts);
	const bestIds = texts.flatMap((text) => {
		const query = new Set(contentStems(text));
		return uncited
			.map(({ id }, at) => ({ id, score: statistics.bm25(query, counts[at] ?? new Map()) }))
			.filter(({ score }) => score > 0)
			.toSorted((a, b) => b.score - a.score)
			.slice(0, claimsPerText)
			.map(({ id }) => id);
	});
	return [...new Set(bestIds)];
}

/** Ids of the most relevant claims of the named clusters. */
export function claimsOfClusters(names: readonly string[], clusters: readonly Cluster[]): string[] {
	return clusters
		.filter(({ name }) => names.includes(name || singleFindings))
		.flatMap(({ claims }) => claims.toSorted((a, b) => b.relevance - a.relevance).slice(0, claimsPerText))
		.map(({ id }) => id);
}
