import { entitiesIn } from "../text/entities.ts";
import { certaintyOf } from "./certainty.ts";
import { hasPart } from "./parts.ts";
import type { SubQuestion } from "./plan.ts";
import type { ResearchState } from "./state.ts";

/** Why a sub-question is open: no claim answers it, the report shows that sources contradict each other, or no statement on it is more than lowly certain. */
export type OpenReason = "uncovered" | "disputed" | "low certainty";

/** A core sub-question that looks for the answer, with why it is open, if it is. */
export interface CoreQuestion {
	text: string;
	open?: OpenReason | undefined;
}

/** The core sub-questions of a run's plan that look for the answer. Pure. */
export function coreQuestionsOf(state: ResearchState): CoreQuestion[] {
	return state.subQuestions
		.filter(({ origin, priority, stance }) => origin === "plan" && priority === "core" && stance === "supporting")
		.map(({ id, text }) => {
			const open = isNameMissing(state, text) ? "uncovered" : openReason(state, id);
			return open ? { text, open } : { text };
		});
}

/** Whether a gap of the run is a name that the sub-question holds: claims that share its other words do not answer it. */
function isNameMissing({ missing = [] }: ResearchState, text: string): boolean {
	return missing.some((gap) => entitiesIn(gap).some((name) => text.includes(name.text)));
}

function openReason(state: ResearchState, id: string): OpenReason | undefined {
	const own = state.claims.filter((claim) => claim.class === "direct" && claim.subQuestionIds.includes(id));
	const ids = new Set(own.map((claim) => claim.id));
	if (ids.size === 0) return "uncovered";
	// What the report does not show as a dispute is none to its reader.
	const shown = state.report && new Set(state.report.disputes.flatMap(({ a, b }) => [a, b]));
	const isShown = (claimIds: readonly string[]) => shown === undefined || claimIds.some((one) => shown.has(one));
	if (
		state.groups.some(({ disputed, claimIds }) => disputed && claimIds.some((one) => ids.has(one)) && isShown(claimIds))
	)
		return "disputed";
	return isAllOfLowCertainty(state, ids) ? "low certainty" : undefined;
}

/** Whether no statement of these claims is more than lowly certain (`certaintyOf`). */
function isAllOfLowCertainty({ question, route, ...state }: ResearchState, ids: ReadonlySet<string>): boolean {
	const grounds = { ...state, recency: route?.recency ?? false, countPages: !hasPart(state, "independence") };
	return state.groups
		.filter(({ claimIds }) => claimIds.some((id) => ids.has(id)))
		.every(({ claimIds, text }) => {
			const asked = { question, conclusion: text };
			return certaintyOf(claimIds, { ...grounds, asked }).certainty === "low";
		});
}

/** The planned sub-questions that stand for the question's parts: the first ones that look for an answer. */
export function questionParts({ subQuestions, route }: Pick<ResearchState, "subQuestions" | "route">): SubQuestion[] {
	const analysis = route?.analysis;
	if (!analysis || route.shape === "extraction" || analysis.sides.length > 0) return [];
	return subQuestions
		.filter(
			({ origin, priority, stance, dropped }) =>
				origin === "plan" && priority === "core" && stance === "supporting" && !dropped,
		)
		.slice(0, analysis.asks.length);
}
