import type { ResearchState } from "../../evidence/state.ts";
import { routeOf } from "../facts.ts";

/** So many of a run's most relevant claims are its best; a run is settled when so many pages in a row brought none of them. */
const bestClaims = 5;
export const pagesWithoutGainMost = 6;

/** Pages read since something was gained: for a lookup one of the most relevant claims, else any direct claim; none that a lead gave. */
export function pagesWithoutGain(state: ResearchState): number {
	const leads = new Set(state.subQuestions.filter(({ origin }) => origin === "hop").map(({ id }) => id));
	const claims = state.claims.filter(
		(claim) => claim.class === "direct" && claim.subQuestionIds.some((id) => !leads.has(id)),
	);
	const best =
		routeOf(state).shape === "lookup"
			? claims.toSorted((a, b) => b.relevance - a.relevance).slice(0, bestClaims)
			: claims;
	const gained = state.turns.findLastIndex((turn) => best.some(({ id }) => turn.claims.includes(id)));
	return state.turns.slice(gained + 1).reduce((sum, turn) => sum + turn.read.length, 0);
}
