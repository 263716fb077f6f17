import type { Role, Usage } from "../../../evidence/call.ts";
import type { Model } from "../model.ts";
import { costOf } from "./cost.ts";
import { type NumberRange, reasoningTokens, requestSizes } from "./request-sizes.ts";
import { conversationTokens, expectedWork, modelForRole, newInputTokens, type PlannedRun } from "./run-work.ts";

/** The share of the earlier conversation that a provider's cache still holds, in the cheap and the expensive case. */
const CACHED_SHARE: NumberRange = { low: 0.9, high: 0.5 };
/** The share of an investigator's input that its previous request has sent already. */
const REPEATED_SHARE = 0.7;

/** The expected use, low to high, of one role or a whole run. */
export interface ExpectedUse {
	calls: NumberRange;
	/** Tokens. */
	input: NumberRange;
	output: NumberRange;
	/** USD; undefined when the model's price is unknown. */
	usd: NumberRange | undefined;
}

export interface RunEstimate extends ExpectedUse {
	/** The roles that are used, in the order of the method. */
	rows: (ExpectedUse & { role: Role; model: string })[];
}

/** Estimates a run before it begins, from the tables of sizes and calls, which come from measured runs. */
export function estimateRun({ models, session, ...kind }: PlannedRun): RunEstimate {
	const work = expectedWork(kind);
	const { calls, claims } = work;
	// On average, half of the whole conversation precedes a request.
	const before = (end: keyof NumberRange) =>
		session === "single" ? Math.min(conversationTokens(work, end), models.lead.window) / 2 : 0;
	const rows = (Object.keys(calls) as Role[])
		.filter((role) => calls[role].high > 0)
		.map((role) => {
			const model = modelForRole(role, session, models);
			const least = rangeEnd(role, calls[role].low, claims.low, before("low"), model, "low");
			const most = rangeEnd(role, calls[role].high, claims.high, before("high"), model, "high");
			return { role, model: model.name, ...toRanges(least, most, calls[role]) };
		});
	return { ...sumRows(rows), rows };
}

interface RangeEnd {
	input: number;
	output: number;
	usd: number | undefined;
}

/** One end of a role's range. `before`: tokens of the conversation that precede each request. */
function rangeEnd(
	role: Role,
	calls: number,
	claims: number,
	before: number,
	model: Model,
	end: keyof NumberRange,
): RangeEnd {
	const fresh = newInputTokens(role, claims, end);
	const input = Math.min(model.window, fresh + before);
	const output = requestSizes[role].output[end] + reasoningTokens[model.settings.effort ?? "default"][end];
	const repeated = before + (role === "nextAction" ? fresh * REPEATED_SHARE : 0);
	const usage: Usage = {
		input,
		cacheRead: Math.min(input, repeated) * CACHED_SHARE[end],
		cacheWrite: 0,
		output,
		reasoning: 0,
	};
	return { input: input * calls, output: output * calls, usd: model.price && costOf(usage, model.price) * calls };
}

function toRanges(low: RangeEnd, high: RangeEnd, calls: NumberRange): ExpectedUse {
	return {
		calls,
		input: { low: Math.round(low.input), high: Math.round(high.input) },
		output: { low: Math.round(low.output), high: Math.round(high.output) },
		usd: low.usd === undefined || high.usd === undefined ? undefined : { low: low.usd, high: high.usd },
	};
}

function sumRows(rows: readonly ExpectedUse[]): ExpectedUse {
	const none: NumberRange = { low: 0, high: 0 };
	const plus = (a: NumberRange, b: NumberRange): NumberRange => ({ low: a.low + b.low, high: a.high + b.high });
	return rows.reduce<ExpectedUse>(
		(sum, row) => ({
			calls: plus(sum.calls, row.calls),
			input: plus(sum.input, row.input),
			output: plus(sum.output, row.output),
			usd: sum.usd && row.usd && plus(sum.usd, row.usd),
		}),
		{ calls: none, input: none, output: none, usd: none },
	);
}
