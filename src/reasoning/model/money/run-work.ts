import { limits } from "../../../base/limits.ts";
import type { Role } from "../../../evidence/call.ts";
import { type DepthName, depths } from "../../../evidence/plan.ts";
import type { Shape } from "../../../evidence/question.ts";
import { skepticsCount } from "../../../evidence/votes.ts";
import type { Model } from "../model.ts";
import { modelKindOf } from "../role-settings.ts";
import {
	CLAIMS_PER_PAGE,
	EXTRACTIONS_PER_PAGE,
	MESSAGES_PER_INVESTIGATOR,
	type NumberRange,
	REPORT_SENTENCES,
	requestSizes,
	SENTENCES_PER_CHECK,
	SURVEY_PASSES,
	WAVES,
} from "./request-sizes.ts";

export interface RunModels {
	lead: Model;
	utility: Model;
	/** The model of the roles that check others' work, where it is neither of the two. */
	reviewer?: Model | undefined;
	/** The investigators' model, where it is not the utility model. */
	investigators?: "lead" | undefined;
}

/** The model of a role. In a single session, one conversation with the lead model does all roles. */
export function modelForRole(role: Role, session: "isolated" | "single", models: RunModels): Model {
	const { lead, utility, reviewer = lead } = models;
	return session === "single" ? lead : { lead, utility, review: reviewer }[modelKindOf(role, models)];
}

export interface RunWork {
	turns: NumberRange;
	/** Pages read. */
	pages: NumberRange;
	/** Claims when the report is written. */
	claims: NumberRange;
	/** Requests by role; 0 for a role that is not used. */
	calls: Record<Role, NumberRange>;
}

export interface RunTraits {
	depth: DepthName;
	/** Unknown before the question is routed. */
	shape?: Shape | undefined;
	gather: "pipeline" | "agent";
	review: boolean;
	support: boolean;
	rewrite: boolean;
	/** Whether redundant workers look for the answer of a hard question. */
	redundancy?: boolean | undefined;
	/** Whether skeptics vote on the answer of a question that needs more than a fact check. */
	skeptics?: boolean | undefined;
	clarify?: boolean | undefined;
}

/** What is known of a run before it begins. */
export interface PlannedRun extends RunTraits {
	session: "isolated" | "single";
	models: RunModels;
}

/** The work that a run is expected to do, and how often it uses each role. */
export function expectedWork(kind: RunTraits): RunWork {
	const shapes: Shape[] = kind.shape ? [kind.shape] : ["lookup", "synthesis"];
	const [first, ...others] = shapes.map((shape) => expectedWorkOfShape(kind, shape));
	if (!first) throw new RangeError("a question has a shape");
	return others.reduce(
		(all, one) => ({
			turns: unionOf(all.turns, one.turns),
			pages: unionOf(all.pages, one.pages),
			claims: unionOf(all.claims, one.claims),
			calls: mapCalls(all.calls, (range, role) => unionOf(range, one.calls[role])),
		}),
		first,
	);
}

function expectedWorkOfShape(
	{ depth, gather, review, support, rewrite, redundancy, skeptics, clarify }: RunTraits,
	shape: Shape,
): RunWork {
	const { subQuestions, gapRounds, sources, steps } = depths[depth];
	const isLookup = shape === "lookup";
	// A lookup stops as soon as its answer is captured. Each wave of follow-up questions adds sub-questions.
	const turns = {
		// A plan holds as many sub-questions as the question needs, however many its depth allows.
		low: isLookup ? 1 : Math.min(subQuestions, depths.standard.subQuestions),
		high: Math.min(steps, subQuestions + gapRounds),
	};
	const waves = isLookup ? { low: 1, high: 1 + gapRounds } : WAVES[depth];
	const pages = { low: Math.min(sources, 2 * turns.low), high: sources };
	const claims = {
		low: Math.ceil(pages.low * CLAIMS_PER_PAGE.low),
		high: Math.ceil(pages.high * CLAIMS_PER_PAGE.high),
	};
	const agent = gather === "agent";
	const no = { low: 0, high: 0 };
	const once = { low: 1, high: 1 };
	const judging = scaled(REPORT_SENTENCES[shape], 1 / SENTENCES_PER_CHECK);
	// How hard the question is, is not known yet. One more worker may be sent.
	const workers = redundancy && isLookup ? limits.redundantWorkers + 1 : 0;
	const investigators = agent
		? { low: turns.low * MESSAGES_PER_INVESTIGATOR.low, high: turns.high * MESSAGES_PER_INVESTIGATOR.high }
		: no;
	const reviewed = review && shape === "synthesis";
	// Each pass of a survey writes a report of its own.
	const isSurvey = depth === "survey" && shape === "synthesis";
	const reports = isSurvey ? SURVEY_PASSES : once;
	const times = (range: NumberRange) => ({ low: range.low * reports.low, high: range.high * reports.high });
	return {
		turns,
		pages,
		claims,
		calls: {
			// One request for the next three, unless the window is small or the answer unusable.
			begin: once,
			clarify: clarify ? once : no,
			route: no,
			interpret: no,
			plan: no,
			// What the user will send is not known.
			steer: no,
			// The plan holds the first queries. A dead end, a challenge and a thin sub-question get new ones.
			rewriteQuery: agent ? no : { low: 0, high: turns.high - turns.low },
			choosePages: agent ? no : waves,
			extractClaims: {
				low: pages.low * EXTRACTIONS_PER_PAGE.low,
				high: Math.ceil(pages.high * EXTRACTIONS_PER_PAGE.high),
			},
			nextAction: {
				...investigators,
				high: investigators.high + workers * limits.investigatorMessages.complex,
			},
			compareClaims: { low: 0, high: waves.high },
			findGaps: { low: isLookup ? 0 : 1, high: waves.high },
			answer: shape === "synthesis" ? no : { ...waves, high: waves.high + workers },
			draft: reports,
			review: reviewed ? reports : no,
			revise: times({ low: reviewed ? 1 : 0, high: (reviewed ? 1 : 0) + (rewrite && support ? 1 : 0) }),
			judgeSupport: support
				? times({ low: Math.ceil(judging.low), high: Math.ceil(judging.high) * (rewrite ? 2 : 1) })
				: no,
			conclude: isSurvey ? once : no,
			polish: isSurvey ? { low: 1, high: 4 } : no,
			judgePulse: no,
			// How hard the question is, is not known yet.
			vote: skeptics && isLookup ? { low: 0, high: skepticsCount } : no,
			// A run judges no evaluation.
			grade: no,
		},
	};
}

function scaled({ low, high }: NumberRange, by: number): NumberRange {
	return { low: low * by, high: high * by };
}

function unionOf(a: NumberRange, b: NumberRange): NumberRange {
	return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

function mapCalls(
	calls: Record<Role, NumberRange>,
	change: (range: NumberRange, role: Role) => NumberRange,
): Record<Role, NumberRange> {
	const entries = Object.entries(calls) as [Role, NumberRange][];
	return Object.fromEntries(entries.map(([role, range]) => [role, change(range, role)])) as Record<Role, NumberRange>;
}

/** The input of a role's request that was not sent before. Tokens. */
export function newInputTokens(role: Role, claims: number, end: keyof NumberRange): number {
	const { input, perClaim } = requestSizes[role];
	// These roles run between the first action and the report, when half of the claims exist.
	const shown = role === "compareClaims" || role === "findGaps" ? claims / 2 : claims;
	return input[end] + perClaim * shown;
}

/** The final size of a single session's conversation. Tokens. */
export function conversationTokens({ calls, claims }: RunWork, end: keyof NumberRange): number {
	return (Object.keys(calls) as Role[]).reduce(
		(sum, role) => sum + calls[role][end] * (newInputTokens(role, claims[end], end) + requestSizes[role].output[end]),
		0,
	);
}
