import type { Role } from "../../../evidence/call.ts";
import type { DepthName } from "../../../evidence/plan.ts";
import { costOf } from "./cost.ts";
import { type NumberRange, reasoningTokens } from "./request-sizes.ts";
import { modelForRole, type RunModels } from "./run-work.ts";

/** What whole runs used. Requests; tokens in and out, without reasoning. */
interface MeasuredUse {
	requests: NumberRange;
	input: NumberRange;
	output: NumberRange;
}

/**
 * Open questions by depth, as measured (`docs/figures.md`): `quick` in "With a language model: a real reader" and the recorded run
 * that `test/recorded` holds, `standard` in "Beside a bare loop". `deep` was not measured: it reads up to twice as many pages as `standard`.
 * Nor was `survey`: it has three to six passes of that size.
 */
const openQuestions: Record<DepthName, MeasuredUse> = {
	quick: {
		requests: { low: 23, high: 49 },
		input: { low: 122_000, high: 183_000 },
		output: { low: 15_500, high: 57_000 },
	},
	standard: {
		requests: { low: 23, high: 38 },
		input: { low: 163_000, high: 223_000 },
		output: { low: 60_000, high: 101_000 },
	},
	deep: {
		requests: { low: 23, high: 76 },
		input: { low: 163_000, high: 446_000 },
		output: { low: 60_000, high: 202_000 },
	},
	survey: {
		requests: { low: 69, high: 228 },
		input: { low: 489_000, high: 1_338_000 },
		output: { low: 180_000, high: 606_000 },
	},
};
/** Questions for one fact: they stop when it is found, at any depth. From the same section on a real reader. */
const singleFacts: MeasuredUse = {
	requests: { low: 12, high: 21 },
	input: { low: 30_000, high: 46_000 },
	output: { low: 1_600, high: 2_100 },
};

type Shares = Partial<Record<Role, { input: number; output: number }>>;
/** The shares of the tokens, in the runs that `test/recorded` holds. `draft` and `extractClaims` stand for all roles of their model. */
const openShares: Shares = {
	draft: { input: 0.21, output: 0.12 },
	extractClaims: { input: 0.67, output: 0.83 },
	review: { input: 0.02, output: 0.02 },
	judgeSupport: { input: 0.1, output: 0.03 },
};
const factShares: Shares = {
	draft: { input: 0.21, output: 0.47 },
	extractClaims: { input: 0.7, output: 0.45 },
	judgeSupport: { input: 0.09, output: 0.08 },
};

/** What a run at this depth usually costs, USD: an open question, and one for a single fact. */
export interface UsualCost {
	open: NumberRange;
	fact: NumberRange;
	/** Whether open questions were measured at this depth. */
	isMeasured: boolean;
}

/**
 * The usual cost of a run by its depth; undefined where a model's price is unknown. A provider's discount for repeated input is not
 * counted. A model that is told to reason writes more.
 */
export function usualCostOf(depth: DepthName, models: RunModels): UsualCost | undefined {
	const open = costRange(openQuestions[depth], openShares, models);
	const fact = costRange(singleFacts, factShares, models);
	return open && fact && { open, fact, isMeasured: depth !== "deep" };
}

function costRange(use: MeasuredUse, shares: Shares, models: RunModels): NumberRange | undefined {
	const [low, high] = [costAt("low", use, shares, models), costAt("high", use, shares, models)];
	return low === undefined || high === undefined ? undefined : { low, high };
}

function costAt(end: keyof NumberRange, use: MeasuredUse, shares: Shares, models: RunModels): number | undefined {
	let sum = 0;
	for (const [role, share] of Object.entries(shares) as [Role, { input: number; output: number }][]) {
		const { price, settings } = modelForRole(role, "isolated", models);
		if (!price) return undefined;
		const { requests, input, output } = use;
		const reasoning = settings.effort === undefined ? 0 : reasoningTokens[settings.effort][end] * requests[end];
		// The rates of a tier depend on one request's input, not on the run's: so this is the cost of a request of average size, times all.
		const usage = {
			input: (input[end] * share.input) / requests[end],
			output: ((output[end] + reasoning) * share.output) / requests[end],
			...{ cacheRead: 0, cacheWrite: 0, reasoning: 0 },
		};
		sum += costOf(usage, price) * requests[end];
	}
	return sum;
}
