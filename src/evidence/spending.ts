import { type CallRecord, isToolCall, type ModelCall, type Role, type Usage } from "./call.ts";

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

/** The calls of tools of MCP servers. */
export interface ToolSpending {
	/** Calls made, failed and lost ones included. */
	calls: number;
	failed: number;
	/** Calls of a process that died before the result was recorded. */
	lost: number;
	/** USD, at the prices that the user's `mcp.json` names. */
	usd: number;
}

/** The sums of a run's ledger. */
export interface Spending {
	calls: number;
	usage: Usage;
	/** USD of all requests with a known price, and of calls of tools. A lost request counts with its maximum cost. */
	usd: number;
	/** Number of requests to models without a known price. */
	unpriced: number;
	/** One row for each role and model, in the order of their first requests. */
	rows: SpendingRow[];
	/** Requests of a process that died before the answer was recorded: paid, but the result is lost. `usd`: the maximum cost. */
	lost: { role: Role; model: string; begunAt: string; usd: number | undefined }[];
	/** Absent where no tool was called. */
	tools?: ToolSpending | undefined;
}

/** The usage of a request without tokens. */
export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };
export const noSpending: Spending = { calls: 0, usage: noUsage, usd: 0, unpriced: 0, rows: [], lost: [] };

/** Sums a ledger. `inFlight`: rows that this process waits for; any other row without a result is lost. */
export function spendingOf(calls: readonly CallRecord[], inFlight: ReadonlySet<CallRecord> = new Set()): Spending {
	return calls.reduce(
		(sum, call) => (isToolCall(call) ? addTool(sum, call, inFlight) : addCall(sum, call as ModelCall, inFlight)),
		noSpending,
	);
}

function addTool(sum: Spending, call: CallRecord, inFlight: ReadonlySet<CallRecord>): Spending {
	const { calls, failed, lost, usd } = sum.tools ?? { calls: 0, failed: 0, lost: 0, usd: 0 };
	const { request, result } = call;
	const isLost = !result && !inFlight.has(call);
	const paid = (result ? result.usd : isLost ? request.reservedUsd : 0) ?? 0;
	const tools = {
		calls: calls + 1,
		failed: failed + (result?.error ? 1 : 0),
		lost: lost + (isLost ? 1 : 0),
		usd: usd + paid,
	};
	return { ...sum, usd: sum.usd + paid, tools };
}

function addCall(sum: Spending, call: ModelCall, inFlight: ReadonlySet<CallRecord>): Spending {
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
		...sum,
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
