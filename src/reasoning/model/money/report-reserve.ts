import { UsageError } from "../../../base/errors.ts";
import type { Role } from "../../../evidence/call.ts";
import { outputLimit } from "../role-settings.ts";
import { formatUsd, roundUpToCents } from "./budget.ts";
import { costOf, maxCost } from "./cost.ts";
import { reasoningTokens, requestSizes, USUAL_BYTES_PER_TOKEN } from "./request-sizes.ts";
import { conversationTokens, expectedWork, modelForRole, type PlannedRun, type RunModels } from "./run-work.ts";

/** The claims of the first pages: the least that a report can be written from. */
const FIRST_CLAIMS = 10;
/** The share of a cap that is kept for the report when the cap does not reach for all of the report's steps. */
const REPORT_SHARE = 0.5;
/** Pages of the first action. */
const FIRST_PAGES = 2;

interface ReportWork extends RunModels {
	/** Claims when the report is written (`expectedWork`). */
	expectedClaims: number;
	review: boolean;
	support: boolean;
	rewrite: boolean;
	/** The earlier messages of a single session, which each request repeats. Tokens; 0 for isolated requests. */
	sessionTokens?: number | undefined;
}

/** The part of a run's cap that is kept for its report, and the least cost of a draft by the model. USD. */
export interface ReportReserve {
	keptUsd: number;
	leastUsd: number;
}

/**
 * The report reserve of a run under a cap, from what the run is likely to find; undefined when a model's price is unknown. It
 * covers all steps of the report where the cap reaches for them; else it is half of the cap, but at least the cost of a draft. A
 * review or check that can no longer be paid is left out, and the report says so.
 */
export function reportReserveFor({ models, session, ...kind }: PlannedRun, capUsd: number): ReportReserve | undefined {
	const work = expectedWork(kind);
	const earlierTokens =
		session === "single" ? (conversationTokens(work, "low") + conversationTokens(work, "high")) / 2 : 0;
	const full = reportCost({ ...models, ...kind, expectedClaims: work.claims.high, sessionTokens: earlierTokens });
	const bare = { review: false, support: false, rewrite: false, expectedClaims: 2 * FIRST_CLAIMS };
	const leastUsd = reportCost({ ...models, ...bare, sessionTokens: earlierTokens });
	if (full === undefined || leastUsd === undefined) return undefined;
	return { leastUsd, keptUsd: Math.min(full, Math.max(leastUsd, capUsd * REPORT_SHARE)) };
}

/**
 * The cost of a report, USD; undefined when a model's price is unknown. A request is sent when its highest cost fits, and
 * settles far lower. So each request of the report must fit after the likely cost of those before it.
 */
function reportCost(writing: ReportWork): number | undefined {
	const { review, support, rewrite, expectedClaims, sessionTokens: earlierTokens = 0 } = writing;
	const judged: Role[] = support ? ["judgeSupport", "judgeSupport"] : [];
	const roles: Role[] = [
		"answer",
		"draft",
		...(review ? (["review", "revise"] as const) : []),
		...judged,
		...(support && rewrite ? (["revise", ...judged] as const) : []),
	];
	return sequenceCost(roles, writing, expectedClaims, earlierTokens);
}

/**
 * Throws a `UsageError` `MAX_COST_TOO_SMALL`, which names the least sensible amount, when a cap does not reach for a draft and a
 * first action of research. USD.
 */
export function checkCap(capUsd: number, { leastUsd }: ReportReserve, models: RunModels): void {
	const pages: Role[] = Array.from({ length: FIRST_PAGES }, () => "extractClaims");
	const first = sequenceCost(["begin", "choosePages", ...pages], models, FIRST_CLAIMS, 0);
	const least = roundUpToCents(leastUsd + (first ?? 0));
	if (capUsd >= Number(least) || leastUsd + (first ?? 0) === 0) return;
	throw new UsageError(
		"MAX_COST_TOO_SMALL",
		`--max-cost ${capUsd} is too small: a draft by ${models.lead.name} may cost up to ${formatUsd(leastUsd)}, and a first turn of research up to ${formatUsd(first ?? 0)}.`,
		{ hint: `--max-cost ${least} or more, or a cheaper model` },
	);
}

/**
 * The budget of requests one after the other: each must fit when those before it cost what is likely. `earlierTokens`: those before
 * each. USD; undefined when a price is unknown.
 */
function sequenceCost(
	roles: readonly Role[],
	models: RunModels,
	claims: number,
	earlierTokens: number,
): number | undefined {
	let spent = 0;
	let need = 0;
	for (const role of roles) {
		const model = modelForRole(role, earlierTokens > 0 ? "single" : "isolated", models);
		if (!model.price) return undefined;
		const { input, output, perClaim } = requestSizes[role];
		const most = { input: 0, output: outputLimit(role, model) };
		const tokens = Math.min(model.window - most.output, earlierTokens + input.high + perClaim * claims);
		most.input = tokens * USUAL_BYTES_PER_TOKEN;
		need = Math.max(need, spent + maxCost(most, model.price));
		const reasoning = reasoningTokens[model.settings.effort ?? "default"].high;
		const likely = Math.min(most.output, output.high + reasoning);
		spent += costOf({ input: tokens, cacheRead: 0, cacheWrite: tokens, output: likely, reasoning }, model.price);
	}
	return Math.max(need, spent);
}
