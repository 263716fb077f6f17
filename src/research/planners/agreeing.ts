import { folded } from "../../base/text.ts";
import { quantitiesIn, sameQuantity } from "../../evidence/numbers.ts";
import { standsIn } from "../../evidence/quotation.ts";
import type { Answer } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { routeOf } from "../facts.ts";

/**
 * Sources that state the answer. A page that an answer cites for a step on the way to it, and that does not say it, is none of
 * them. `Yes`, `No` and a list stand in no quote as they are: there each cited source counts.
 */
export function agreeingSources(state: ResearchState, answer: Answer): number {
	const { answerType } = routeOf(state);
	const isQuantity = answerType === "number" || answerType === "date";
	const whole = answerType === "yes_no" || answerType === "list" || answer.text.includes("; ");
	const claims = state.claims.filter(
		({ id, quote }) => answer.claimIds.includes(id) && (whole || states(quote, answer.text, isQuantity)),
	);
	return new Set(claims.map(({ sourceId }) => sourceId)).size;
}

/** Whether a quote holds a value, letter for letter but for case; a number or date may be written otherwise. */
function states(quote: string, value: string, isQuantity: boolean): boolean {
	if (standsIn(folded(value), folded(quote))) return true;
	if (!isQuantity) return false;
	const wanted = quantitiesIn(value);
	const held = wanted.length > 0 ? quantitiesIn(quote) : [];
	return wanted.length > 0 && wanted.every((one) => held.some((other) => sameQuantity(one, other)));
}
