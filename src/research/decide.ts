import { limits } from "../base/limits.ts";
import type { Action } from "../evidence/event.ts";
import type { ResearchState } from "../evidence/state.ts";
import { optionsOf } from "./facts.ts";
import type { Journal } from "./journal.ts";
import { baseline } from "./planners/baseline.ts";
import { guided } from "./planners/guided.ts";
import { type Decision, type Planner, stopFor } from "./planners/planner.ts";

const planners: Record<"guided" | "baseline", Planner> = { guided, baseline };

/** METHOD §7: the next step, or the reason to stop. Limits come first, whatever the planner wants. */
export async function decide(journal: Journal, turn: number): Promise<Action> {
	const { state } = journal;
	const event = await journal.record(turn, {
		name: `decide:${turn}`,
		work: async () => {
			const elapsedMs = journal.elapsedMs();
			const { action, added } = atLimit(state, elapsedMs) ?? planners[optionsOf(state).planner](state);
			return { type: "decided", action, added, elapsedMs };
		},
	});
	if (event.type !== "decided") throw new TypeError(`the log has ${event.type} where a decision belongs`);
	return event.action;
}

function atLimit(state: ResearchState, elapsedMs: number): Decision | undefined {
	const options = optionsOf(state);
	// A short deadline keeps a tenth for the report, a long one a minute.
	const reserveMs = Math.min(limits.reportReserveMs, options.deadlineMs / 10);
	if (elapsedMs >= options.deadlineMs - reserveMs)
		return stopFor("DEADLINE", `the deadline of ${Math.round(options.deadlineMs / 1000)} s was near`);
	if (state.turns.length >= options.maxSteps)
		return stopFor("BUDGET_EXHAUSTED", `all ${options.maxSteps} steps were used`);
	return undefined;
}
