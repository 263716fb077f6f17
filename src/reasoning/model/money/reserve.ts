import { UsageError } from "../../../base/errors.ts";
import type { Role } from "../../../evidence/call.ts";
import { outputLimit } from "../asking/roles.ts";
import { dollars, roundedUp } from "./purse.ts";
import { BYTES_A_TOKEN, reasoningOf, sizes } from "./sizes.ts";
import { conversation, type Models, modelFor, type RunKind, workOf } from "./work.ts";
import { costOf, mostCost } from "./worth.ts";

/** The claims of the first pages: the least that a report can be written from. */
const FIRST_CLAIMS = 10;
/** The share of a cap that is kept for the report when the cap does not reach for all of the report's steps. */
const REPORT_SHARE = 0.5;
/** Pages of the first action. */
const FIRST_PAGES = 2;

interface Writing extends Models {
	/** Claims when the report is written (`expectedWork`). */
	expectedClaims: number;
	review: boolean;
	support: boolean;
	rewrite: boolean;
	/** The earlier messages of a single session, which each request repeats. Tokens; 0 for isolated requests. */
	said?: number | undefined;
}

/** The part of a run's cap that is kept for its report, and the least cost of a draft by the model. USD. */
export interface Reserve {
	keptUsd: number;
	leastUsd: number;
}

/**
 * The report reserve of a run under a cap, from what the run is likely to find; undefined when a model's price is unknown. It
 * covers all steps of the report where the cap reaches for them; else it is half of the cap, but at least the cost of a draft. A
 * review or check that can no longer be paid is left out, and the report says so.
 */
export function reserveFor({ models, session, ...kind }: RunKind, capUsd: number): Reserve | undefined {
	const work = workOf(kind);
	const said = session === "single" ? (conversation(work, "low") + conversation(work, "high")) / 2 : 0;
	const full = reportReserve({ ...models, ...kind, expectedClaims: work.claims.high, said });
	const bare = { review: false, support: false, rewrite: false, expectedClaims: 2 * FIRST_CLAIMS };
	const leastUsd = reportReserve({ ...models, ...bare, said });
	if (full === undefined || leastUsd === undefined) return undefined;
	return { leastUsd, keptUsd: Math.min(full, Math.max(leastUsd, capUsd * REPORT_SHARE)) };
}

/**
 * The cost of a report, USD; undefined when a model's price is unknown. A request is sent when its highest cost fits, and
 * settles far lower. So each request of the report must fit after the likely cost of those before it.
 */
function reportReserve(writing: Writing): number | undefined {
	const { review, support, rewrite, expectedClaims, said = 0 } = writing;
	const judged: Role[] = support ? ["judgeSupport", "judgeSupport"] : [];
	const roles: Role[] = [
		"answer",
		"draft",
		...(review ? (["review", "revise"] as const) : []),
		...judged,
		...(support && rewrite ? (["revise", ...judged] as const) : []),
	];
	return inTurn(roles, writing, expectedClaims, said);
}

/**
 * Throws a `UsageError` `MAX_COST_TOO_SMALL`, which names the least sensible amount, when a cap does not reach for a draft and a
 * first action of research. USD.
 */
export function checkCap(capUsd: number, { leastUsd }: Reserve, models: Models): void {
	const pages: Role[] = Array.from({ length: FIRST_PAGES }, () => "extractClaims");
	const first = inTurn(["begin", "choosePages", ...pages], models, FIRST_CLAIMS, 0);
	const least = roundedUp(leastUsd + (first ?? 0));
	if (capUsd >= Number(least) || leastUsd + (first ?? 0) === 0) return;
	throw new UsageError(
		"MAX_COST_TOO_SMALL",
		`--max-cost ${capUsd} is too small: a draft by ${models.lead.name} may cost up to ${dollars(leastUsd)}, and a first turn of research up to ${dollars(first ?? 0)}.`,
		{ hint: `--max-cost ${least} or more, or a cheaper model` },
	);
}

/**
 * The budget of requests one after the other: each must fit when those before it cost what is likely. `earlierTokens`: those before
 * each. USD; undefined when a price is unknown.
 */
function inTurn(roles: readonly Role[], models: Models, claims: number, said: number): number | undefined {
	let spent = 0;
	let need = 0;
	for (const role of roles) {
		const model = modelFor(role, said > 0 ? "single" : "isolated", models);
		if (!model.price) return undefined;
		const { input, output, perClaim } = sizes[role];
		const most = { input: 0, output: outputLimit(role, model) };
		const tokens = Math.min(model.window - most.output, said + input.high + perClaim * claims);
		most.input = tokens * BYTES_A_TOKEN;
		need = Math.max(need, spent + mostCost(most, model.price));
		const reasoning = reasoningOf[model.settings.effort ?? "default"].high;
		const likely = Math.min(most.output, output.high + reasoning);
		spent += costOf({ input: tokens, cacheRead: 0, cacheWrite: tokens, output: likely, reasoning }, model.price);
	}
	return Math.max(need, spent);
}
