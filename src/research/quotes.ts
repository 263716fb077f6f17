import { distinctBy } from "../base/distinct.ts";
import type { Draft } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { quote } from "../text/quotations.ts";

/** Quotations, at most. */
const quotesMax = 8;

/**
 * What is left to say when nothing that a model wrote passed the checks: the most relevant quotes, as they stand, one a group. There is
 * evidence, and nobody should go away without it.
 */
export function quotesOnly({ claims, groups, plan }: ResearchState): Draft {
	const planned = new Set(plan.subQuestions.map(({ id }) => id));
	const groupOf = new Map(groups.flatMap(({ id, claimIds }) => claimIds.map((claimId) => [claimId, id] as const)));
	const ranked = claims
		.filter((claim) => claim.class === "direct" && claim.subQuestionIds.some((id) => planned.has(id)))
		.toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
	const sentences = distinctBy(ranked, ({ id }) => groupOf.get(id) ?? id)
		.slice(0, quotesMax)
		.map((claim) => ({ kind: "fact" as const, text: quote(claim.quote), claimIds: [claim.id], opens: true as const }));
	return { sections: [{ heading: "What the sources say", sentences }] };
}
