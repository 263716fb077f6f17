import type { Action } from "../../evidence/event.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { StopReason } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { optionsOf, readsLeft } from "../facts.ts";

/** What a planner wants next; `added` is a sub-question that the action begins. */
export interface Decision {
	action: Action;
	added?: SubQuestion | undefined;
}

/** A planner is a pure function of the state: the same log gives the same next step. */
export type Planner = (state: ResearchState) => Decision;

export function stopFor(stopReason: StopReason, reason: string): Decision {
	return { action: { kind: "stop", stopReason, reason } };
}

export function outOfReads(state: ResearchState): Decision | undefined {
	if (readsLeft(state) > 0) return undefined;
	return stopFor("BUDGET_EXHAUSTED", `all ${optionsOf(state).maxSources} page reads were used`);
}
