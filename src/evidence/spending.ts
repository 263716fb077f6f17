import type { CallRecord, Role, Usage } from "./call.ts";

/** What one role spent on one model. */
export interface SpendingRow {
	role: Role;
	model: string;
	/** Requests sent, failed ones included. */
	calls: number;
	usage: Usage;
	/** USD; undefined if the model's price is unknown. */
	usd: number | undefined;
}

/** The sums of a run's ledger. */
export interface Spending {
	calls: number;
	usage: Usage;
	/** USD of all requests with a known price. A lost request counts with its maximum cost. */
	usd: number;
	/** Number of requests to models without a known price. */
	unpriced: number;
	/** One row for each role and model, in the order of their first requests. */
	rows: SpendingRow[];
	/** Requests of a process that died before the answer was recorded: paid, but the result is lost. `usd`: the maximum cost. */
	lost: { role: Role; model: string; begunAt: string; usd: number | undefined }[];
}

/** The usage of a request without tokens. */
export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };
export const noSpending: Spending = { calls: 0, usage: noUsage, usd: 0, unpriced: 0, rows: [], lost: [] };

/** Sums a ledger. `inFlight`: rows that this process waits for; any other row without a result is lost. */
export function spendingOf(calls: readonly CallRecord[], inFlight: ReadonlySet<CallRecord> = new Set()): Spending {
	return calls.reduce((sum, call) => addCall(sum, call, inFlight), noSpending);
}

function addCall(sum: Spending, call: CallRecord, inFlight: ReadonlySet<CallRecord>): Spending {
	const { request, result, begunAt } = call;
	const { role, model, reservedUsd } = request;
	const isLost = !result && !inFlight.has(call);
	const usd = result ? result.usd : isLost ? reservedUsd : 0;
	const usage = result?.usage ?? noUsage;
	const at = sum.rows.findIndex((row) => row.role === role && row.model === model);
	const before = sum.rows[at] ?? { role, model, calls: 0, usage: noUsage, usd: 0 };
	const row: SpendingRow = {
		...before,
		calls: before.calls + 1,
		usage: addUsage(before.usage, usage),
		usd: before.usd === undefined || usd === undefined ? undefined : before.usd + usd,
	};
	return {
		calls: sum.calls + 1,
		usage: addUsage(sum.usage, usage),
		usd: sum.usd + (usd ?? 0),
		unpriced: sum.unpriced + (usd === undefined ? 1 : 0),
		rows: at < 0 ? [...sum.rows, row] : sum.rows.with(at, row),
		lost: isLost ? [...sum.lost, { role, model, begunAt, usd: reservedUsd }] : sum.lost,
	};
}

function addUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input + b.input,
		cacheRead: a.cacheRead + b.cacheRead,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		output: a.output + b.output,
		reasoning: a.reasoning + b.reasoning,
		...(a.estimated || b.estimated ? { estimated: true } : {}),
		...(a.implausible || b.implausible ? { implausible: true } : {}),
	};
}
