import type { Claim } from "./claim.ts";
import type { Signal } from "./signal.ts";
import type { Coverage, ResearchState, Summary, Turn } from "./state.ts";

export const noCoverage: Coverage = {
	status: "uncovered",
	directClaims: 0,
	sources: 0,
	turns: 0,
	tier: 0,
	queries: [],
};

/** Two direct claims from two sources cover a sub-question; with fewer claims or sources it is thin. */
function statusOf(directClaims: number, sources: number): Coverage["status"] {
	if (directClaims === 0) return "uncovered";
	return directClaims >= 2 && sources >= 2 ? "covered" : "thin";
}

/** The coverage of a sub-question after an action on it has ended. `recountCoverage` counts the claims. */
export function coverageAfter(before: Coverage, turn: Turn, signal: Signal): Coverage {
	return {
		...before,
		turns: before.turns + 1,
		tier: turn.action.kind === "recover" ? Math.max(before.tier, turn.action.tier) : before.tier,
		lastSignal: signal,
	};
}

/** Status and counts from the direct claims of a sub-question, whichever action found them. */
function directSupport(id: string, claims: readonly Claim[]): Pick<Coverage, "status" | "directClaims" | "sources"> {
	const direct = claims.filter((claim) => claim.class === "direct" && claim.subQuestionIds.includes(id));
	const sources = new Set(direct.map((claim) => claim.sourceId)).size;
	return { status: statusOf(direct.length, sources), directClaims: direct.length, sources };
}

/** The coverage of every sub-question, also without an action yet, since a page is extracted for all sub-questions. */
export function recountCoverage({ coverage, claims }: ResearchState): ResearchState["coverage"] {
	return Object.fromEntries(
		Object.entries(coverage).map(([id, before]) => [id, { ...before, ...directSupport(id, claims) }] as const),
	);
}

/** Whether a sub-question has at least one direct claim. */
export function hasDirectClaim(state: ResearchState, id: string): boolean {
	return (state.coverage[id]?.directClaims ?? 0) > 0;
}

/** Id of the planned sub-question that stands for the whole question: the only core supporting one. Undefined if there are several. */
export function wholeQuestionId({ subQuestions }: Pick<ResearchState, "subQuestions">): string | undefined {
	const [first, ...others] = subQuestions.filter(
		({ origin, priority, stance }) => origin === "plan" && priority === "core" && stance === "supporting",
	);
	return others.length === 0 ? first?.id : undefined;
}

/** Whether every core sub-question has at least one direct claim, and no part of the question is without a sub-question. */
export function hasCoreEvidence(state: ResearchState): boolean {
	return (
		(state.plan.unplanned ?? []).length === 0 &&
		state.subQuestions
			.filter((subQuestion) => subQuestion.priority === "core")
			.every(({ id }) => hasDirectClaim(state, id))
	);
}

/**
 * Whether any planned sub-question has a direct claim. Claims on follow-up questions, such as a name that a page mentions, are no
 * evidence for the question by themselves.
 */
export function hasPlannedEvidence(state: ResearchState): boolean {
	const workers = state.subQuestions.filter(({ worker }) => worker);
	const planned = new Set([...state.plan.subQuestions, ...workers].map(({ id }) => id));
	return state.claims.some((claim) => claim.class === "direct" && claim.subQuestionIds.some((id) => planned.has(id)));
}

/** Whether a report may be drafted. Without a model, the draft decides whether adjacent passages answer the question. */
export function isReadyToDraft(state: ResearchState): boolean {
	return hasPlannedEvidence(state) || (!state.options?.model && state.claims.length > 0);
}

/** The counts of a state. */
export function summaryOf(state: ResearchState): Summary {
	const statuses = Object.values(state.coverage).map((coverage) => coverage.status);
	const count = (status: string) => statuses.filter((one) => one === status).length;
	return {
		claims: state.claims.length,
		groups: state.groups.length,
		disputed: state.groups.filter((group) => group.disputed).length,
		sources: state.sources.length,
		covered: count("covered"),
		thin: count("thin"),
		uncovered: count("uncovered"),
	};
}
