import { distinctBy } from "../../base/distinct.ts";
import type { Decided, Offer } from "../../evidence/event.ts";
import type { ResearchState } from "../../evidence/state.ts";

/** A rule's name, and a decision that it offers. */
export type Ranked = readonly [rule: string, decided: Decided];

/** Offers that a decision records at most, beside those that were taken. */
const offersMost = 24;

/** The offers of a decision, best first, with what was taken. Of several offers of the same action, the first. */
export function offersOf(
	{ followUps }: Pick<ResearchState, "followUps">,
	ranked: readonly Ranked[],
	taken: readonly Decided[],
): Offer[] {
	const takenKeys = new Set(taken.map(keyOf));
	const offers = distinctOffers(ranked).map(([rule, { action, added }]): Offer => {
		const key = keyOf({ action, added });
		const followUp = followUps.find(({ text }) => text === added?.text);
		return {
			rule,
			action,
			...(added ? { question: added.text } : {}),
			...(followUp ? { promise: followUp.promise } : {}),
			...(takenKeys.has(key) ? { taken: true } : {}),
		};
	});
	return offers.filter((one, at) => at < offersMost || one.taken);
}

/** Of several offers of the same action, the first. */
export function distinctOffers(ranked: readonly Ranked[]): Ranked[] {
	return distinctBy(ranked, ([, decided]) => keyOf(decided));
}

/** Equal for equal actions. A new sub-question has no id before it is taken. */
function keyOf({ action, added }: Decided): string {
	if (action.kind === "stop") return `stop ${action.stopReason}`;
	return `${action.kind} ${added?.text ?? action.subQuestionId}`;
}
