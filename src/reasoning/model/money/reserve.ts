import { UsageError } from "../../../base/errors.ts";
import type { Role } from "../../../evidence/call.ts";
import { outputLimit } from "../asking/roles.ts";
import { dollars, roundedUp } from "./purse.ts";
import { BYTES_A_TOKEN, reasoningOf, sizes } from "./sizes.ts";
import { conversation, type Models, modelFor, type RunKind, workOf } from "./work.ts";
import { costOf, mostCost } from "./worth.ts";

/** The least research that a report can be written of: claims of the first pages. */
const FIRST_CLAIMS = 10;
/** Of a cap that does not reach for all of the report's steps, so much is kept for those that it reaches for. */
const REPORT_SHARE = 0.5;
/** Pages of the first turn. */
const FIRST_PAGES = 2;

interface Writing extends Models {
	/** Claims when the report is written (`workOf`). */
	expectedClaims: number;
	review: boolean;
	support: boolean;
	rewrite: boolean;
	/** What a single session has said before, which goes with each request. Tokens; 0 for isolated requests. */
	said?: number | undefined;
}

/** What of a run's cap is kept for its report, and the least that a draft by the model takes. USD. */
export interface Reserve {
	keptUsd: number;
	leastUsd: number;
}

/**
 * The reserve of a run under a cap, by what is likely to be found; undefined when a model's price is unknown. All steps of the
 * report where the cap reaches for them; else half of the cap, but never less than a draft takes: a review or a check that
 * cannot be paid any more is left out, and the report says so.
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
 * What is kept of a cap for the report, USD; undefined when a model's price is unknown. A request is sent when the most that
 * it can cost fits, and settles far lower: so much is kept that each request of the report fits after what those before it
 * are likely to cost.
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
 * Throws a `UsageError` `MAX_COST_TOO_SMALL`, which names the least sensible amount, when a cap leaves nothing for a first
 * turn of research beside the draft of a report. USD.
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
 * What requests one after the other need, so that each fits when those before it cost what is likely. `said`: tokens in front
 * of each. USD; undefined when a price is unknown.
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
