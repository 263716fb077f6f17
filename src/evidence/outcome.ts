import { hasDirectClaim, wholeQuestionId } from "./coverage.ts";
import type { AnswerKind, Route } from "./question.ts";
import { type StopReason, showsBearing } from "./report.ts";
import type { ResearchState } from "./state.ts";

/** How a finished run ended. `partial`: a limit ended the research while a part of the answer was still missing. */
export type Outcome = "complete" | "partial" | "no_evidence";

/** Stop reasons that come from a limit or the user, not from the evidence. */
const limitReasons: ReadonlySet<StopReason> = new Set(["BUDGET_EXHAUSTED", "DEADLINE", "STOPPED_BY_USER"]);

export function outcomeOf(state: ResearchState): Outcome {
	if (!state.report) return "no_evidence";
	return isLimitReason(state.report.stopReason) && isAnswerMissing(state) ? "partial" : "complete";
}

export function isLimitReason(reason: string | undefined): boolean {
	return limitReasons.has(reason as StopReason);
}

/** Kinds of answer that are one value; for all others, passages are the answer. */
const singleValueKinds: ReadonlySet<AnswerKind> = new Set(["value", "yes_no"]);

/** Whether only a value answers the question (METHOD §1), and not the passages that the report shows. */
function isValueNeeded({ shape, answerType, analysis }: Route): boolean {
	if (shape !== "lookup" || answerType === "explanation" || answerType === "list") return false;
	return analysis === undefined || singleValueKinds.has(analysis.kind);
}

/**
 * Whether a lookup has no value, or a core sub-question of the plan has no direct claim. Adversarial sub-questions do not count, and
 * passages that bear on the question answer the sub-question for the whole question.
 */
function isAnswerMissing(state: ResearchState): boolean {
	const { route, report, plan } = state;
	const { sections = [] } = report ?? {};
	const isShown = sections.some(({ blocks = [] }) => blocks.length > 0);
	// If no value is certain enough for a headline, the shown blocks hold the answer instead.
	if (route && isValueNeeded(route) && !report?.answer && !isShown) return true;
	const whole = showsBearing(sections) ? wholeQuestionId(state) : undefined;
	return plan.subQuestions.some(
		({ id, priority, stance }) =>
			priority === "core" && stance === "supporting" && id !== whole && !hasDirectClaim(state, id),
	);
}
