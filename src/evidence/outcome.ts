import { isBacked, wholeQuestion } from "./coverage.ts";
import type { AnswerKind, Route } from "./question.ts";
import { type StopReason, showsBearing } from "./report.ts";
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

/** Kinds of answer that are one value; of all others, passages are the answer. */
const valued: ReadonlySet<AnswerKind> = new Set(["value", "yes_no"]);

/** Whether the question is only answered by a value (METHOD §1), and not by the passages that the report shows. */
function wantsValue({ shape, answerType, analysis }: Route): boolean {
	if (shape !== "lookup" || answerType === "explanation" || answerType === "list") return false;
	return analysis === undefined || valued.has(analysis.kind);
}

/**
 * A lookup without its value, or something planned without a direct claim. What speaks against it is no part of what was asked, and the
 * question as a whole is answered by passages that bear on it.
 */
function lacksNeeded(state: ResearchState): boolean {
	const { route, report, plan } = state;
	const { sections = [] } = report ?? {};
	const isShown = sections.some(({ blocks = [] }) => blocks.length > 0);
	// Blocks hold the answer in its place, where no value is certain enough for a headline.
	if (route && wantsValue(route) && !report?.answer && !isShown) return true;
	const whole = showsBearing(sections) ? wholeQuestion(state) : undefined;
	return plan.subQuestions.some(
		({ id, priority, stance }) =>
			priority === "core" && stance === "supporting" && id !== whole && !isBacked(state, id),
	);
}
