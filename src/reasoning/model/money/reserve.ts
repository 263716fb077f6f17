import { UsageError } from "../../../base/errors.ts";
import type { Role } from "../../../evidence/call.ts";
import { modelOf, outputLimit } from "../asking/roles.ts";
import type { Model } from "../model.ts";
import { dollars, roundedUp } from "./purse.ts";
import { reasoningOf, sizes } from "./sizes.ts";
import { costOf, mostCost } from "./worth.ts";

/** UTF-8 bytes a token of a usual text: the bound on a request counts its bytes. */
const BYTES_A_TOKEN = 4.5;
/** The least research that a report can be written of: claims of the first pages. */
const FIRST_CLAIMS = 10;
/** Pages of the first turn. */
const FIRST_PAGES = 2;

export interface Models {
	lead: Model;
	utility: Model;
}

export interface Writing extends Models {
	/** Claims when the report is written (`workOf`). */
	expectedClaims: number;
	review: boolean;
	support: boolean;
	rewrite: boolean;
}

/**
 * What is kept of a cap for the report, USD; undefined when a model's price is unknown. A request is sent when the most that
 * it can cost fits, and settles far lower: so much is kept that each request of the report fits after what those before it
 * are likely to cost.
 */
export function reportReserve({
	lead,
	utility,
	expectedClaims,
	review,
	support,
	rewrite,
}: Writing): number | undefined {
	const judged: Role[] = support ? ["judgeSupport", "judgeSupport"] : [];
	const roles: Role[] = [
		"answer",
		"draft",
		...(review ? (["review", "revise"] as const) : []),
		...judged,
		...(support && rewrite ? (["revise", ...judged] as const) : []),
	];
	return inTurn(roles, { lead, utility }, expectedClaims);
}

/**
 * Throws a `UsageError` `MAX_COST_TOO_SMALL`, which names the least sensible amount, when a cap leaves nothing for a first
 * turn of research beside the report's reserve. USD.
 */
export function checkCap(capUsd: number, reportUsd: number, models: Models): void {
	const pages: Role[] = Array.from({ length: FIRST_PAGES }, () => "extractClaims");
	const first = inTurn(["route", "interpret", "plan", "rewriteQuery", "choosePages", ...pages], models, FIRST_CLAIMS);
	const least = roundedUp(reportUsd + (first ?? 0));
	if (capUsd >= Number(least) || reportUsd + (first ?? 0) === 0) return;
	throw new UsageError(
		"MAX_COST_TOO_SMALL",
		`--max-cost ${capUsd} is too small: up to ${dollars(reportUsd)} is kept for writing the report with ${models.lead.name}, and a first turn of research may cost up to ${dollars(first ?? 0)}.`,
		{ hint: `--max-cost ${least} or more, a cheaper model, or --no-review and --no-support` },
	);
}

/** What requests one after the other need, so that each fits when those before it cost what is likely. USD. */
function inTurn(roles: readonly Role[], models: Models, claims: number): number | undefined {
	let spent = 0;
	let need = 0;
	for (const role of roles) {
		const model = models[modelOf(role)];
		if (!model.price) return undefined;
		const { input, output, perClaim } = sizes[role];
		const tokens = input.high + perClaim * claims;
		const most = { input: Math.min(model.window, tokens * BYTES_A_TOKEN), output: outputLimit(role, model) };
		need = Math.max(need, spent + mostCost(most, model.price));
		const reasoning = reasoningOf[model.settings.effort ?? "default"].high;
		const likely = Math.min(most.output, output.high + reasoning);
		spent += costOf({ input: tokens, cacheRead: 0, cacheWrite: tokens, output: likely, reasoning }, model.price);
	}
	return Math.max(need, spent);
}
