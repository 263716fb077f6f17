import { comparisonForm } from "../base/text.ts";
import type { FollowUpNoted } from "./event.ts";
import { hasPart } from "./parts.ts";
import type { ResearchState } from "./state.ts";

/** A reference and a name to follow that are the same work are one: the reference, which has the whole title or a link. */
function withoutCitedHops(followUps: readonly FollowUpNoted[]): FollowUpNoted[] {
	const names = ({ focus }: FollowUpNoted) => focus.map(comparisonForm).join("\n");
	const hops = new Map(followUps.filter(({ origin }) => origin === "hop").map((one) => [names(one), one]));
	const cited = new Set(followUps.filter(({ origin }) => origin === "citation").map(names));
	return followUps.flatMap((one) => {
		if (one.origin === "hop") return cited.has(names(one)) ? [] : [one];
		if (one.origin !== "citation") return [one];
		return [{ ...one, promise: Math.max(one.promise, hops.get(names(one))?.promise ?? 0) }];
	});
}

/** New follow-up questions replace those with the same text; those that became sub-questions are left out. Best first, ties by text. */
export function mergedFollowUps(state: ResearchState, fresh: readonly FollowUpNoted[]): FollowUpNoted[] {
	const existing = new Set(state.subQuestions.map((subQuestion) => subQuestion.text));
	const byText = new Map<string, FollowUpNoted>();
	const allowed = hasPart(state, "secondHop") ? fresh : fresh.filter(({ origin }) => origin !== "hop");
	for (const followUp of [...state.followUps, ...allowed])
		if (!existing.has(followUp.text)) byText.set(followUp.text, followUp);
	return withoutCitedHops([...byText.values()]).toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1));
}
