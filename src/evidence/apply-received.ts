import { noCoverage } from "./coverage.ts";
import type { ResearchEvent } from "./event.ts";
import type { SubQuestion } from "./plan.ts";
import type { ResearchState } from "./state.ts";
import type { PlanChange } from "./user-message.ts";

/** The state with a message of the user, and with the plan as it changed it. */
export function applyReceived(
	before: ResearchState,
	{ message, outcome, change, turn }: ResearchEvent & { type: "received" },
): ResearchState {
	const received = { ...message, wave: turn, outcome, ...(change ? { change } : {}) };
	const state = { ...before, messages: [...(before.messages ?? []), received] };
	return change ? withPlanChange(state, change) : state;
}

/** A dropped sub-question stays, since claims may bear on it, but nothing needs it any more. */
function withPlanChange(state: ResearchState, { added, dropped, refocused }: PlanChange): ResearchState {
	const changed = (all: readonly SubQuestion[]) => [
		...all.map((one): SubQuestion => {
			if (dropped.includes(one.id)) return { ...one, priority: "optional", dropped: true };
			return { ...one, ...refocused.find(({ id }) => id === one.id) };
		}),
		...added,
	];
	const coverage = { ...state.coverage };
	for (const { id } of added) coverage[id] = noCoverage;
	return {
		...state,
		coverage,
		plan: { ...state.plan, subQuestions: changed(state.plan.subQuestions) },
		subQuestions: changed(state.subQuestions),
	};
}
