import { folded } from "../base/text.ts";
import { quantitiesIn, sameQuantity } from "../text/quantities.ts";
import { standsIn } from "../text/quotations.ts";
import type { Claim } from "./claim.ts";
import type { KnownSource } from "./corrected.ts";
import type { Group } from "./group.ts";
import { independentOrigins } from "./independence.ts";
import type { AnswerType } from "./question.ts";
import type { Answer } from "./report.ts";

/** An answer that one statement gives whole and that can be relied on: nothing is missing, at most it is checked. */
export function isWhole(answer: Answer | undefined): boolean {
	return answer?.complete === true && answer.confidence !== "low";
}

/**
 * Ids of the sources that state the answer. A page that an answer cites for a step on the way to it, and that does not say it, is
 * none of them. `Yes`, `No` and a list stand in no quote as they are: there the sources of one and the same cited assertion
 * count, since two pages that each give one half of a comparison do not confirm each other.
 */
function statingSources(
	{ text, claimIds }: Pick<Answer, "text" | "claimIds">,
	answerType: AnswerType,
	claims: readonly Claim[],
	groups: readonly Group[],
): string[] {
	const cited = claims.filter(({ id }) => claimIds.includes(id));
	if (answerType === "yes_no" || answerType === "list" || text.includes("; ")) {
		const shared = groups.filter((group) => group.claimIds.some((id) => claimIds.includes(id)));
		const most = shared.toSorted((a, b) => b.sourceIds.length - a.sourceIds.length)[0];
		return most?.sourceIds ?? [...new Set(cited.map(({ sourceId }) => sourceId))].slice(0, 1);
	}
	const isQuantity = answerType === "number" || answerType === "date";
	return [...new Set(cited.filter(({ quote }) => states(quote, text, isQuantity)).map(({ sourceId }) => sourceId))];
}

/** From how many independent origins those sources have it: copies of one text confirm nothing. */
export function statingOrigins(
	answer: Pick<Answer, "text" | "claimIds">,
	answerType: AnswerType,
	claims: readonly Claim[],
	groups: readonly Group[],
	sources: readonly KnownSource[],
): number {
	const stating = new Set(statingSources(answer, answerType, claims, groups));
	const shared = groups.filter((group) => group.claimIds.some((id) => answer.claimIds.includes(id)));
	const told = new Set([...answer.claimIds, ...shared.flatMap(({ claimIds }) => claimIds)]);
	return independentOrigins(
		claims.filter(({ id, sourceId }) => stating.has(sourceId) && told.has(id)),
		new Map(sources.map((source) => [source.id, source])),
	);
}

/** Whether a quote holds a value, letter for letter but for case; a number or date may be written otherwise. */
function states(quote: string, value: string, isQuantity: boolean): boolean {
	if (standsIn(folded(value), folded(quote))) return true;
	if (!isQuantity) return false;
	const wanted = quantitiesIn(value);
	const held = wanted.length > 0 ? quantitiesIn(quote) : [];
	return wanted.length > 0 && wanted.every((one) => held.some((other) => sameQuantity(one, other)));
}
