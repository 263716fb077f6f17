import { topAnswer } from "../../evidence/agreement.ts";
import { countStatingOrigins } from "../../evidence/answer.ts";
import { hasPart } from "../../evidence/parts.ts";
import type { Answer } from "../../evidence/report.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import { agreementInput, hasInvestigators, optionsOf, readsLeft, routeOf } from "../state-access.ts";

/**
 * How a lookup's value was captured and checked, in words for the report: a verified quote states it, and one independent check
 * was made.
 */
export function captureReason(state: ResearchState): string | undefined {
	const { answer } = state;
	if (routeOf(state).shape !== "lookup" || !answer || answer.confidence === "low") return undefined;
	if (isCheckDue(state)) return undefined;
	const agreeing = agreeingOrigins(state, answer);
	if (agreeing >= 2) return `${agreeing} independent sources give "${answer.text}"`;
	if ((topAnswer(agreementInput(state))?.others.length ?? 0) > 0)
		return `"${answer.text}" is quoted; another worker found another answer, which the report shows`;
	if (answer.alternatives.some(({ past }) => !past))
		return `"${answer.text}" is quoted; another source dissents, which the report shows`;
	if (!state.turns.some((turn) => turn.action.kind === "challenge" || isAdversarial(state, turn))) return undefined;
	const sites = optionsOf(state).web?.sites ?? [];
	return sites.length > 0
		? `"${answer.text}" is quoted; what contradicts it was searched for on ${sites.join(", ")} only, which says little`
		: `"${answer.text}" is quoted, and a search against it found nothing that contradicts it`;
}

/** The number of independent origins that state an answer. */
export function agreeingOrigins(state: ResearchState, answer: Answer): number {
	const { claims, groups, sources } = state;
	const countPages = !hasPart(state, "independence");
	return countStatingOrigins(answer, routeOf(state).answerType, claims, groups, sources, countPages);
}

function isAdversarial(state: ResearchState, turn: Turn): boolean {
	return state.subQuestions.some(({ id, stance }) => id === turn.subQuestionId && stance === "adversarial");
}

/**
 * Whether a search against the answer is due while a page can still be read. On the web many sites repeat what one corrects, so
 * agreement does not replace it.
 */
export function isCheckDue(state: ResearchState): boolean {
	if ((optionsOf(state).web?.search.length ?? 0) === 0 || hasInvestigators(state.options) || readsLeft(state) === 0)
		return false;
	return state.subQuestions.some(
		({ id, stance }) => stance === "adversarial" && !state.turns.some(({ subQuestionId }) => subQuestionId === id),
	);
}
