import type { Decided } from "../../evidence/event.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { stopDecision } from "./planner.ts";

/** For a monitor: one wave that repeats the searches of the earlier run, then the end. */
export function repeatSearches({ turns, subQuestions, inherited }: ResearchState): Decided[] {
	if (turns.length > 0)
		return [stopDecision("COVERAGE_MET", "the pages were read again and the searches were repeated")];
	const searched = subQuestions.filter(({ id }) => (inherited?.coverage[id]?.queries.length ?? 0) > 0);
	const again = searched.length > 0 ? searched : subQuestions.slice(0, 1);
	if (again.length === 0) return [stopDecision("NO_EVIDENCE", "the earlier run searched nothing")];
	return again.map(({ id }) => ({
		action: { kind: "cover", subQuestionId: id, reason: `${id} is searched again in the same words` },
	}));
}
