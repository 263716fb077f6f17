import type { ResearchState } from "../../evidence/state.ts";
import { routeOf } from "../state-access.ts";

/** The number of a run's best claims, by relevance. A run is settled after so many pages in a row without a new one. */
const bestClaims = 5;
export const pagesWithoutGainMost = 6;

/** Pages read since the last gain: for a lookup one of its best claims, else any direct claim. Claims of a hop do not count. */
export function pagesWithoutGain(state: ResearchState): number {
	const leads = new Set(
		state.subQuestions.filter(({ origin }) => origin === "hop" || origin === "citation").map(({ id }) => id),
	);
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
