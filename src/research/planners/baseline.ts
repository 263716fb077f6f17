import type { Decided } from "../../evidence/event.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { withoutDropped } from "../../evidence/user-message.ts";
import { stopWithoutReads } from "./final-stop.ts";
import type { Ranked } from "./offers.ts";
import { stopDecision } from "./planner.ts";

/** The control of every ablation: covers the planned sub-questions in fixed order, round after round, until the budget is spent. */
export function baseline(state: ResearchState): Decided[] {
	const spent = stopWithoutReads(state);
	if (spent) return [spent];
	const planned = withoutDropped(state).plan.subQuestions;
	const next = planned[state.turns.length % Math.max(1, planned.length)];
	if (!next) return [stopDecision("NO_EVIDENCE", "the plan holds no sub-question")];
	const round = 1 + Math.floor(state.turns.length / planned.length);
	return [{ action: { kind: "cover", subQuestionId: next.id, reason: `fixed order, round ${round}` } }];
}

/** The planned sub-questions in the order in which their turns come. */
export function baselineOffers(state: ResearchState): Ranked[] {
	const spent = stopWithoutReads(state);
	const planned = withoutDropped(state).plan.subQuestions;
	const next = state.turns.length % Math.max(1, planned.length);
	const inTurn = [...planned.slice(next), ...planned.slice(0, next)];
	const offers = inTurn.map(({ id }, at): Ranked => {
		const round = 1 + Math.floor((state.turns.length + at) / planned.length);
		return ["fixedOrder", { action: { kind: "cover", subQuestionId: id, reason: `fixed order, round ${round}` } }];
	});
	return [...(spent ? [["stopWithoutReads", spent] as Ranked] : []), ...offers];
}
