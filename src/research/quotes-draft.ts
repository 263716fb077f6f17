import { distinctBy } from "../base/distinct.ts";
import type { Draft } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { formatQuotation } from "../text/quotations.ts";

/** At most this many quotes. */
const quotesMax = 8;

/**
 * The draft when nothing that a model wrote passed the checks: the most relevant quotes, word for word, one a group. So the reader
 * still gets the evidence.
 */
export function draftOfQuotes({ claims, groups, plan }: ResearchState): Draft {
	const planned = new Set(plan.subQuestions.map(({ id }) => id));
	const groupOf = new Map(groups.flatMap(({ id, claimIds }) => claimIds.map((claimId) => [claimId, id] as const)));
	const ranked = claims
		.filter((claim) => claim.class === "direct" && claim.subQuestionIds.some((id) => planned.has(id)))
		.toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
	const sentences = distinctBy(ranked, ({ id }) => groupOf.get(id) ?? id)
		.slice(0, quotesMax)
		.map((claim) => ({
			kind: "fact" as const,
			text: formatQuotation(claim.quote),
			claimIds: [claim.id],
			opens: true as const,
		}));
	return { sections: [{ heading: "What the sources say", sentences }] };
}
