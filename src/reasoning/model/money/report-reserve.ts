import { UsageError } from "../../../base/errors.ts";
import type { Role } from "../../../evidence/call.ts";
import { type SpendingKind, spendingFlags } from "../../../evidence/spending-limit.ts";
import { skepticsCount } from "../../../evidence/votes.ts";
import type { Model } from "../model.ts";
import { outputLimit } from "../role-settings.ts";
import { formatAmount, roundUpAmount } from "./budget.ts";
import { costOf, maxCost } from "./cost.ts";
import { reasoningTokens, requestSizes, USUAL_BYTES_PER_TOKEN } from "./request-sizes.ts";
import { conversationTokens, expectedWork, modelForRole, type PlannedRun, type RunModels } from "./run-work.ts";

/** The claims of the first pages: the least that a report can be written from. */
const FIRST_CLAIMS = 10;
/** The share of a limit that is kept for the report when the limit does not reach for all of the report's steps. */
const REPORT_SHARE = 0.5;
/** Pages of the first action. */
const FIRST_PAGES = 2;

interface ReportWork extends RunModels {
	/** Claims when the report is written (`expectedWork`). */
	expectedClaims: number;
	review: boolean;
	support: boolean;
	rewrite: boolean;
	skeptics?: boolean | undefined;
	/** The earlier messages of a single session, which each request repeats. Tokens; 0 for isolated requests. */
	sessionTokens?: number | undefined;
}

/** The part of a limit that is kept for the report, and the least that a draft by the model needs. USD, requests or tokens. */
export interface ReportReserve {
	kept: number;
	least: number;
}

/**
 * The report reserve of a run under a limit, from what the run is likely to find; undefined when a limit on cost meets a model without a
 * price. It covers all steps of the report where the limit reaches for them; else it is half of the limit, but at least what a draft
 * needs. A review or check that no longer fits is left out, and the report says so.
 */
export function reportReserveFor(
	kind: SpendingKind,
	most: number,
	{ models, session, ...traits }: PlannedRun,
): ReportReserve | undefined {
	const work = expectedWork(traits);
	const earlierTokens =
		session === "single" ? (conversationTokens(work, "low") + conversationTokens(work, "high")) / 2 : 0;
	const full = reportNeed(kind, {
		...models,
		...traits,
		expectedClaims: work.claims.high,
		sessionTokens: earlierTokens,
	});
	const bare = { review: false, support: false, rewrite: false, expectedClaims: 2 * FIRST_CLAIMS };
	const least = reportNeed(kind, { ...models, ...bare, sessionTokens: earlierTokens });
	if (full === undefined || least === undefined) return undefined;
	const kept = Math.min(full, Math.max(least, most * REPORT_SHARE));
	return { least, kept: kind === "cost" ? kept : Math.ceil(kept) };
}

/**
 * What a report needs; undefined when its cost is not known. A request is sent when the most that it can use fits, and settles far
 * lower. So each request of the report must fit after what those before it are likely to use.
 */
function reportNeed(kind: SpendingKind, writing: ReportWork): number | undefined {
	const { review, support, rewrite, skeptics, expectedClaims, sessionTokens: earlierTokens = 0 } = writing;
	const judged: Role[] = support ? ["judgeSupport", "judgeSupport"] : [];
	const roles: Role[] = [
		"answer",
		"draft",
		...(review ? (["review", "revise"] as const) : []),
		...judged,
		...(skeptics ? Array.from({ length: skepticsCount }, (): Role => "vote") : []),
		...(support && rewrite ? (["revise", ...judged] as const) : []),
	];
	return sequenceNeed(kind, roles, writing, expectedClaims, earlierTokens);
}

/**
 * Throws a `UsageError` `MAX_COST_TOO_SMALL`, `MAX_REQUESTS_TOO_SMALL` or `MAX_TOKENS_TOO_SMALL`, which names the least sensible amount,
 * when a limit does not reach for a draft and a first action of research.
 */
export function checkLimit(kind: SpendingKind, most: number, { least }: ReportReserve, models: RunModels): void {
	const pages: Role[] = Array.from({ length: FIRST_PAGES }, () => "extractClaims");
	const first = sequenceNeed(kind, ["begin", "choosePages", ...pages], models, FIRST_CLAIMS, 0) ?? 0;
	const sensible = roundUpAmount(kind, least + first);
	if (most >= Number(sensible) || least + first === 0) return;
	const flag = spendingFlags[kind];
	const may = { cost: "cost", requests: "take", tokens: "take" }[kind];
	throw new UsageError(
		`MAX_${kind.toUpperCase()}_TOO_SMALL`,
		`${flag} ${most} is too small: a draft by ${models.lead.name} may ${may} up to ${formatAmount(kind, least)}, and a first turn of research up to ${formatAmount(kind, first)}.`,
		{ hint: `${flag} ${sensible} or more${kind === "cost" ? ", or a cheaper model" : ""}` },
	);
}

/**
 * The budget of requests one after the other: each must fit when those before it used what is likely. `earlierTokens`: those before
 * each. Undefined when a cost is not known.
 */
function sequenceNeed(
	kind: SpendingKind,
	roles: readonly Role[],
	models: RunModels,
	claims: number,
	earlierTokens: number,
): number | undefined {
	let used = 0;
	let need = 0;
	for (const role of roles) {
		const model = modelForRole(role, earlierTokens > 0 ? "single" : "isolated", models);
		const amount = amountOf[kind](expectedTokens(role, model, claims, earlierTokens), model);
		if (!amount) return undefined;
		need = Math.max(need, used + amount.most);
		used += amount.likely;
	}
	return kind === "cost" ? Math.max(need, used) : Math.ceil(Math.max(need, used));
}

/** The tokens of a request: those that are likely, and the bounds by which it is reserved. */
interface ExpectedTokens {
	input: number;
	inputMost: number;
	output: number;
	outputMost: number;
	/** Of the likely output. */
	reasoning: number;
}

function expectedTokens(role: Role, model: Model, claims: number, earlierTokens: number): ExpectedTokens {
	const { input, output, perClaim } = requestSizes[role];
	const outputMost = outputLimit(role, model);
	const tokens = Math.min(model.window - outputMost, earlierTokens + input.high + perClaim * claims);
	const reasoning = reasoningTokens[model.settings.effort ?? "default"].high;
	return {
		input: tokens,
		inputMost: tokens * USUAL_BYTES_PER_TOKEN,
		output: Math.min(outputMost, output.high + reasoning),
		outputMost,
		reasoning,
	};
}

type Amount = (tokens: ExpectedTokens, model: Model) => { likely: number; most: number } | undefined;

/** What a request uses of each limit. A request is repaired at most once. */
const amountOf: Record<SpendingKind, Amount> = {
	cost: ({ input, inputMost, output, outputMost, reasoning }, { price }) =>
		price && {
			most: maxCost({ input: inputMost, output: outputMost }, price),
			likely: costOf({ input, cacheRead: 0, cacheWrite: input, output, reasoning }, price),
		},
	requests: () => ({ most: 2, likely: 1 }),
	tokens: ({ input, inputMost, output, outputMost }) => ({ most: inputMost + outputMost, likely: input + output }),
};
