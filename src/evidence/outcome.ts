import { comparisonForm } from "../base/text.ts";
import type { SubQuestion } from "./plan.ts";
import type { AnswerKind, Route } from "./question.ts";
import { nearestPassages, type StopReason } from "./report.ts";
import type { ResearchState } from "./state.ts";

/** How a finished run ended. `partial`: a limit ended the research, and the report says that the answer or a part of it is missing. */
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
 * Whether the report says itself that something is missing: it has no value where one is needed, what it shows is only near the question or
 * a part of it, or it names a core sub-question as not found. Adversarial sub-questions do not count. Passages that may answer do.
 */
function isAnswerMissing({ route, report, plan }: ResearchState): boolean {
	if (!report) return true;
	const isShown = report.sections.some(({ blocks = [] }) => blocks.length > 0);
	// If no value is certain enough for a headline, the shown blocks hold the answer instead.
	if (route && isValueNeeded(route) && !report.answer && !isShown) return true;
	const open = new Set(report.gaps.map(({ text }) => comparisonForm(text)));
	const isCore = ({ priority, stance }: SubQuestion) => priority === "core" && stance === "supporting";
	const isNear = report.sections.some(({ heading }) => heading === nearestPassages);
	return isNear || plan.subQuestions.some((one) => isCore(one) && open.has(comparisonForm(one.text)));
}
