import type { Role, Usage } from "../../../evidence/call.ts";
import type { Model } from "../model.ts";
import { type Range, reasoningOf, sizes } from "./sizes.ts";
import { conversation, freshInput, modelFor, type RunKind, workOf } from "./work.ts";
import { costOf } from "./worth.ts";

/** The share of the earlier conversation that a provider's cache still holds, in the cheap and the expensive case. */
const CACHED: Range = { low: 0.9, high: 0.5 };
/** The share of an investigator's input that its previous request has sent already. */
const REPEATED = 0.7;

/** The expected use, low to high, of one role or a whole run. */
export interface Expected {
	calls: Range;
	/** Tokens. */
	input: Range;
	output: Range;
	/** USD; undefined when the model's price is unknown. */
	usd: Range | undefined;
}

export interface Estimate extends Expected {
	/** The roles that are used, in the order of the method. */
	rows: (Expected & { role: Role; model: string })[];
}

/** Estimates a run before it begins, from the tables of sizes and calls, which come from measured runs. */
export function estimateRun({ models, session, ...kind }: RunKind): Estimate {
	const work = workOf(kind);
	const { calls, claims } = work;
	// On average, half of the whole conversation precedes a request.
	const before = (end: keyof Range) =>
		session === "single" ? Math.min(conversation(work, end), models.lead.window) / 2 : 0;
	const rows = (Object.keys(calls) as Role[])
		.filter((role) => calls[role].high > 0)
		.map((role) => {
			const model = modelFor(role, session, models);
			const least = side(role, calls[role].low, claims.low, before("low"), model, "low");
			const most = side(role, calls[role].high, claims.high, before("high"), model, "high");
			return { role, model: model.name, ...ranges(least, most, calls[role]) };
		});
	return { ...summed(rows), rows };
}

interface Side {
	input: number;
	output: number;
	usd: number | undefined;
}

/** One end of a role's range. `before`: tokens of the conversation that precede each request. */
function side(role: Role, calls: number, claims: number, before: number, model: Model, end: keyof Range): Side {
	const fresh = freshInput(role, claims, end);
	const input = Math.min(model.window, fresh + before);
	const output = sizes[role].output[end] + reasoningOf[model.settings.effort ?? "default"][end];
	const repeated = before + (role === "nextAction" ? fresh * REPEATED : 0);
	const usage: Usage = {
		input,
		cacheRead: Math.min(input, repeated) * CACHED[end],
		cacheWrite: 0,
		output,
		reasoning: 0,
	};
	return { input: input * calls, output: output * calls, usd: model.price && costOf(usage, model.price) * calls };
}

function ranges(low: Side, high: Side, calls: Range): Expected {
	return {
		calls,
		input: { low: Math.round(low.input), high: Math.round(high.input) },
		output: { low: Math.round(low.output), high: Math.round(high.output) },
		usd: low.usd === undefined || high.usd === undefined ? undefined : { low: low.usd, high: high.usd },
	};
}

function summed(rows: readonly Expected[]): Expected {
	const none: Range = { low: 0, high: 0 };
	const plus = (a: Range, b: Range): Range => ({ low: a.low + b.low, high: a.high + b.high });
	return rows.reduce<Expected>(
		(sum, row) => ({
			calls: plus(sum.calls, row.calls),
			input: plus(sum.input, row.input),
			output: plus(sum.output, row.output),
			usd: sum.usd && row.usd && plus(sum.usd, row.usd),
		}),
		{ calls: none, input: none, output: none, usd: none },
	);
}
