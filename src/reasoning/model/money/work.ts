import type { Role } from "../../../evidence/call.ts";
import { type DepthName, depths } from "../../../evidence/plan.ts";
import type { Shape } from "../../../evidence/question.ts";
import { modelOf } from "../asking/roles.ts";
import type { Model } from "../model.ts";
import {
	CLAIMS_A_PAGE,
	JUDGED_AT_ONCE,
	MESSAGES_AN_INVESTIGATOR,
	type Range,
	READS_A_PAGE,
	SENTENCES,
	sizes,
	WAVES,
} from "./sizes.ts";

export interface Models {
	lead: Model;
	utility: Model;
	/** The investigators' model, where it is not the utility model. */
	investigators?: "lead" | undefined;
}

/** The model of a role. In a single session, one conversation with the lead model does all roles. */
export function modelFor(role: Role, session: "isolated" | "single", models: Models): Model {
	const { lead, utility, investigators } = models;
	return session === "isolated" && modelOf(role, investigators) === "utility" ? utility : lead;
}

export interface Work {
	turns: Range;
	/** Pages read. */
	pages: Range;
	/** Claims when the report is written. */
	claims: Range;
	/** Requests by role; 0 for a role that is not used. */
	calls: Record<Role, Range>;
}

export interface Kind {
	depth: DepthName;
	/** Unknown before the question is routed. */
	shape?: Shape | undefined;
	gather: "pipeline" | "agent";
	review: boolean;
	support: boolean;
	rewrite: boolean;
}

/** What is known of a run before it begins. */
export interface RunKind extends Kind {
	session: "isolated" | "single";
	models: Models;
}

/** The work that a run is expected to do, and how often it uses each role. */
export function workOf(kind: Kind): Work {
	const shapes: Shape[] = kind.shape ? [kind.shape] : ["lookup", "synthesis"];
	const [first, ...others] = shapes.map((shape) => workOfShape(kind, shape));
	if (!first) throw new RangeError("a question has a shape");
	return others.reduce(
		(all, one) => ({
			turns: spanned(all.turns, one.turns),
			pages: spanned(all.pages, one.pages),
			claims: spanned(all.claims, one.claims),
			calls: mapped(all.calls, (range, role) => spanned(range, one.calls[role])),
		}),
		first,
	);
}

function workOfShape({ depth, gather, review, support, rewrite }: Kind, shape: Shape): Work {
	const { subQuestions, gapRounds, sources, steps } = depths[depth];
	const isLookup = shape === "lookup";
	// A lookup stops as soon as its answer is captured. Each wave of follow-up questions adds sub-questions.
	const turns = {
		low: isLookup ? 1 : subQuestions,
		high: Math.min(steps, subQuestions + gapRounds),
	};
	const waves = isLookup ? { low: 1, high: 1 + gapRounds } : WAVES[depth];
	const pages = { low: Math.min(sources, 2 * turns.low), high: sources };
	const claims = { low: Math.ceil(pages.low * CLAIMS_A_PAGE.low), high: Math.ceil(pages.high * CLAIMS_A_PAGE.high) };
	const agent = gather === "agent";
	const no = { low: 0, high: 0 };
	const once = { low: 1, high: 1 };
	const judging = times(SENTENCES[shape], 1 / JUDGED_AT_ONCE);
	const reviewed = review && shape === "synthesis";
	return {
		turns,
		pages,
		claims,
		calls: {
			// One request for the next three, unless the window is small or the answer unusable.
			begin: once,
			route: no,
			interpret: no,
			plan: no,
			// The plan holds the first queries. A dead end, a challenge and a thin sub-question get new ones.
			rewriteQuery: agent ? no : { low: 0, high: turns.high - turns.low },
			choosePages: agent ? no : waves,
			extractClaims: { low: pages.low * READS_A_PAGE.low, high: Math.ceil(pages.high * READS_A_PAGE.high) },
			nextAction: agent
				? { low: turns.low * MESSAGES_AN_INVESTIGATOR.low, high: turns.high * MESSAGES_AN_INVESTIGATOR.high }
				: no,
			compareClaims: { low: 0, high: waves.high },
			findGaps: { low: isLookup ? 0 : 1, high: waves.high },
			answer: shape === "synthesis" ? no : waves,
			draft: once,
			review: reviewed ? once : no,
			revise: { low: reviewed ? 1 : 0, high: (reviewed ? 1 : 0) + (rewrite && support ? 1 : 0) },
			judgeSupport: support ? { low: Math.ceil(judging.low), high: Math.ceil(judging.high) * (rewrite ? 2 : 1) } : no,
		},
	};
}

function times({ low, high }: Range, by: number): Range {
	return { low: low * by, high: high * by };
}

function spanned(a: Range, b: Range): Range {
	return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

function mapped(calls: Record<Role, Range>, change: (range: Range, role: Role) => Range): Record<Role, Range> {
	const entries = Object.entries(calls) as [Role, Range][];
	return Object.fromEntries(entries.map(([role, range]) => [role, change(range, role)])) as Record<Role, Range>;
}

/** The input of a role's request that was not sent before. Tokens. */
export function freshInput(role: Role, claims: number, end: keyof Range): number {
	const { input, perClaim } = sizes[role];
	// These roles run between the first action and the report, when half of the claims exist.
	const shown = role === "compareClaims" || role === "findGaps" ? claims / 2 : claims;
	return input[end] + perClaim * shown;
}

/** The final size of a single session's conversation. Tokens. */
export function conversation({ calls, claims }: Work, end: keyof Range): number {
	return (Object.keys(calls) as Role[]).reduce(
		(sum, role) => sum + calls[role][end] * (freshInput(role, claims[end], end) + sizes[role].output[end]),
		0,
	);
}
