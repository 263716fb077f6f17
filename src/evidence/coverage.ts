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

/** Two direct claims from two sources cover a sub-question; one of either leaves it thin. */
function statusOf(directClaims: number, sources: number): Coverage["status"] {
	if (directClaims === 0) return "uncovered";
	return directClaims >= 2 && sources >= 2 ? "covered" : "thin";
}

/** What an action on a sub-question leaves in its coverage when it has ended; its claims are counted by `recounted`. */
export function coverageAfter(before: Coverage, turn: Turn, signal: Signal): Coverage {
	return {
		...before,
		turns: before.turns + 1,
		tier: turn.action.kind === "recover" ? Math.max(before.tier, turn.action.tier) : before.tier,
		lastSignal: signal,
	};
}

/** What is direct for a sub-question, whatever action brought it. */
function backing(id: string, claims: readonly Claim[]): Pick<Coverage, "status" | "directClaims" | "sources"> {
	const direct = claims.filter((claim) => claim.class === "direct" && claim.subQuestionIds.includes(id));
	const sources = new Set(direct.map((claim) => claim.sourceId)).size;
	return { status: statusOf(direct.length, sources), directClaims: direct.length, sources };
}

/** The coverage of every sub-question, those included on which no action worked yet: a page is extracted for all of them. */
export function recounted({ coverage, claims }: ResearchState): ResearchState["coverage"] {
	return Object.fromEntries(
		Object.entries(coverage).map(([id, before]) => [id, { ...before, ...backing(id, claims) }] as const),
	);
}

/** Whether a sub-question rests on at least one direct claim. */
export function isBacked(state: ResearchState, id: string): boolean {
	return (state.coverage[id]?.directClaims ?? 0) > 0;
}

/** The planned sub-question that stands for the question as a whole: the only core one that does not look for what speaks against it. */
export function wholeQuestion({ subQuestions }: Pick<ResearchState, "subQuestions">): string | undefined {
	const [first, ...others] = subQuestions.filter(
		({ origin, priority, stance }) => origin === "plan" && priority === "core" && stance === "supporting",
	);
	return others.length === 0 ? first?.id : undefined;
}

/** Whether every core sub-question rests on at least one direct claim. */
export function coreBacked(state: ResearchState): boolean {
	return state.subQuestions
		.filter((subQuestion) => subQuestion.priority === "core")
		.every(({ id }) => isBacked(state, id));
}

/**
 * Whether anything read answers what was asked: a direct claim on a planned sub-question. What a lead turned up about a name
 * that some page mentions is no evidence for the question by itself.
 */
export function questionBacked(state: ResearchState): boolean {
	const planned = new Set(state.plan.subQuestions.map(({ id }) => id));
	return state.claims.some((claim) => claim.class === "direct" && claim.subQuestionIds.some((id) => planned.has(id)));
}

/** Whether a report may be tried. Without a model, its draft decides whether passages that are only near the question answer it. */
export function mayAnswer(state: ResearchState): boolean {
	return questionBacked(state) || (!state.options?.model && state.claims.length > 0);
}

/** The state in figures. */
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
