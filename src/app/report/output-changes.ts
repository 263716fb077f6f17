import { z } from "zod";
import { type Changes, changesOf, isChanged } from "../../evidence/changes.ts";
import type { Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";

const sourceFields = { sourceId: z.string(), url: z.string(), title: z.string() };
const gap = z.object({ text: z.string() });

/** The field of a run that starts from an earlier one. */
export const changesFields = {
	changes: z
		.object({
			since: z.string().describe("The id of the earlier run."),
			changed: z.boolean().describe("Whether the answer, a claim or a dispute came, went or changed."),
			answer: z
				.object({ before: z.string().optional(), after: z.string().optional() })
				.optional()
				.describe("The value of a question that has one, if it is another one now."),
			claimsAdded: z.array(z.string()).describe("Ids of new claims."),
			claimsGone: z.array(
				z.object({
					...{ text: z.string(), quote: z.string(), ...sourceFields },
					pageGone: z.boolean().describe("Whether the whole page is gone, and not only the quote."),
					stillStated: z.int().describe("Other claims that still state the same fact."),
				}),
			),
			claimsChanged: z.array(
				z.object({ before: z.string(), after: z.string(), claimId: z.string(), sourceId: z.string() }),
			),
			newFindings: z.array(z.string()).describe("Ids of groups that no earlier claim belongs to."),
			certainty: z.array(z.object({ groupId: z.string(), text: z.string(), before: z.string(), after: z.string() })),
			conclusions: z
				.array(z.object({ text: z.string(), before: z.string(), after: z.string() }))
				.describe("Conclusions on the same evidence whose certainty is another one now."),
			newDisputes: z.array(z.object({ a: z.string(), b: z.string(), why: z.string() })),
			endedDisputes: z
				.array(z.object({ a: z.string(), b: z.string(), why: z.string() }))
				.describe("Disputes of the earlier report on whose matter no claims contradict each other now."),
			moved: z
				.array(z.object({ ...sourceFields, from: z.string(), sameText: z.boolean() }))
				.describe("Pages that stand under another address now. What they state still is no change."),
			gapsClosed: z.array(gap),
			gapsOpen: z.array(gap),
			unreachable: z
				.array(z.object({ ...sourceFields, reason: z.string() }))
				.describe("Pages that could not be fetched now. Their claims are as they were."),
		})
		.optional()
		.describe("For a run that extends or monitors an earlier one: what is different."),
};

/** The field's value, before parsing. */
export function changesFieldOf(state: ResearchState): { changes?: object } {
	const changes = changesOf(state);
	return changes ? { changes: fieldsOf(changes) } : {};
}

function fieldsOf({ added, gone, changed, newFindings, certainty, moved, unreachable, ...others }: Changes): object {
	const named = ({ id: sourceId, url, title }: Source) => ({ sourceId, url, title });
	return {
		...others,
		changed: isChanged({ added, gone, changed, newFindings, certainty, moved, unreachable, ...others }),
		claimsAdded: added.map(({ id }) => id),
		claimsGone: gone.map(({ claim: { text, quote }, source, isPageGone: pageGone, stillStated }) => ({
			...{ text, quote, pageGone, stillStated },
			...named(source),
		})),
		claimsChanged: changed.map(({ before, after }) => ({
			...{ before: before.quote, after: after.quote },
			...{ claimId: after.id, sourceId: after.sourceId },
		})),
		newFindings: newFindings.map(({ id }) => id),
		certainty: certainty.map(({ group: { id: groupId, text, confidence: after }, before }) => ({
			...{ groupId, text, before, after },
		})),
		moved: moved.map(({ from, to, isSame: sameText }) => ({ ...named(to), from: from.url, sameText })),
		unreachable: unreachable.map(({ source, reason }) => ({ ...named(source), reason })),
	};
}
