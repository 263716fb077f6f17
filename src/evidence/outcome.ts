import { isBacked } from "./coverage.ts";
import type { StopReason } from "./report.ts";
import type { ResearchState } from "./state.ts";

/** How a finished run ended. `partial`: a limit ended the research while something that was asked for was still missing. */
export type Outcome = "complete" | "partial" | "no_evidence";

/** Reasons to stop that come from a limit or from the user, and not from the evidence. */
const limited: ReadonlySet<StopReason> = new Set(["BUDGET_EXHAUSTED", "DEADLINE", "STOPPED_BY_USER"]);

export function outcomeOf(state: ResearchState): Outcome {
	if (!state.report) return "no_evidence";
	return isLimited(state.report.stopReason) && lacksNeeded(state) ? "partial" : "complete";
}

export function isLimited(reason: string | undefined): boolean {
	return limited.has(reason as StopReason);
}

/** A lookup without its value, or a core sub-question of the plan without a direct claim. */
function lacksNeeded(state: ResearchState): boolean {
	const { route, report, plan } = state;
	if (route?.shape === "lookup" && route.answerType !== "explanation" && !report?.answer) return true;
	return plan.subQuestions.some(({ id, priority }) => priority === "core" && !isBacked(state, id));
}
