import { comparisonForm } from "../base/text.ts";
import { isSameQuantity, quantitiesIn } from "../text/quantities.ts";
import { occursIn } from "../text/quotations.ts";
import type { Claim } from "./claim.ts";
import type { Group } from "./group.ts";
import { countOrigins } from "./independence.ts";
import type { AnswerType } from "./question.ts";
import type { Answer } from "./report.ts";
import type { PartialSource } from "./superseded-values.ts";

/** Whether one statement gives the whole answer, and the answer is not of low confidence: nothing more needs to be searched. */
export function isAnswerComplete(answer: Answer | undefined): boolean {
	return answer?.complete === true && answer.confidence !== "low";
}

/**
 * Ids of the sources that state the answer. A page that is cited for a step towards the answer, and does not state it, does not
 * count. No quote holds `Yes`, `No` or a list word for word, so there the sources of the cited group with most sources count:
 * two pages that each give one half of a comparison do not confirm each other.
 */
function sourcesStating(
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
	return [...new Set(cited.filter(({ quote }) => holdsValue(quote, text, isQuantity)).map(({ sourceId }) => sourceId))];
}

/** The number of independent origins of the sources that state the answer. Copies of one text count once, unless `countPages`. */
export function countStatingOrigins(
	answer: Pick<Answer, "text" | "claimIds">,
	answerType: AnswerType,
	claims: readonly Claim[],
	groups: readonly Group[],
	sources: readonly PartialSource[],
	countPages = false,
): number {
	const stating = new Set(sourcesStating(answer, answerType, claims, groups));
	const shared = groups.filter((group) => group.claimIds.some((id) => answer.claimIds.includes(id)));
	const relatedIds = new Set([...answer.claimIds, ...shared.flatMap(({ claimIds }) => claimIds)]);
	return countOrigins(
		claims.filter(({ id, sourceId }) => stating.has(sourceId) && relatedIds.has(id)),
		new Map(sources.map((source) => [source.id, source])),
		countPages,
	);
}

/** Whether a quote holds a value, ignoring case. A number or date may be written differently. */
function holdsValue(quote: string, value: string, isQuantity: boolean): boolean {
	if (occursIn(comparisonForm(value), comparisonForm(quote))) return true;
	if (!isQuantity) return false;
	const wanted = quantitiesIn(value);
	const held = wanted.length > 0 ? quantitiesIn(quote) : [];
	return wanted.length > 0 && wanted.every((one) => held.some((other) => isSameQuantity(one, other)));
}
