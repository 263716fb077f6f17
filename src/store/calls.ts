import { cleanText } from "../base/clean.ts";
import { AssayError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import type { CallRecord, CallRequest, CallResult } from "../evidence/call.ts";
import type { CrashWatch } from "./crashes.ts";
import { pack, unpackColumn } from "./pack.ts";
import type { Recorder } from "./recorder.ts";
import type { CallLog } from "./store.ts";

/** A request in a run's ledger, without its texts. */
export interface CallSummary {
	/** Order in which the requests were begun in the run, from 1. */
	n: number;
	key: string;
	attempt: number;
	isAnswered: boolean;
}

/** A row of the ledger. `pack` makes its texts. */
export interface CallRow extends Omit<CallSummary, "isAnswered"> {
	/** ISO 8601. */
	begunAt: string;
	request: string;
	result: string | null;
}

/**
 * The ledger's table. A write returns false when `workerId` no longer holds the run. Writes are idempotent: a row is written once,
 * and its first result stays.
 */
export interface CallTable {
	/** A run's rows in the order in which they were begun. */
	rows(runId: string): Promise<CallRow[]>;
	/** The same rows without their texts. */
	summaries(runId: string): Promise<CallSummary[]>;
	/** The row is on the disk when this resolves. */
	begin(runId: string, workerId: string, row: Omit<CallRow, "result">): Promise<boolean>;
	end(runId: string, workerId: string, entry: Pick<CallSummary, "key" | "attempt">, result: string): Promise<boolean>;
}

/** The ledger of a run that this process works on. After the run was stopped, every call throws the reason of the stop. */
export function openCallLog(table: CallTable, runId: string, recorder: Recorder, watch: CrashWatch): CallLog {
	let cachedCounts: Promise<{ n: number; attempts: Map<string, number> }> | undefined;
	// This process counts, not the database: a write that is repeated after a lost response must be the same row again.
	const countCalls = async () => {
		const attempts = new Map<string, number>();
		const summaries = await recorder.callDatabase(() => table.summaries(runId));
		for (const { key, attempt } of summaries) attempts.set(key, Math.max(attempt, attempts.get(key) ?? 0));
		return { n: Math.max(0, ...summaries.map(({ n }) => n)), attempts };
	};
	const callCounts = () => {
		cachedCounts ??= countCalls();
		return cachedCounts;
	};
	const write = async (call: (workerId: string) => Promise<boolean>): Promise<void> => {
		await recorder.callDatabase(async () => {
			if (await call(recorder.workerId)) return;
			throw new AssayError("RUN_BUSY", "another process took over this run");
		});
	};
	return {
		list: () => recorder.callDatabase(async () => callRecordsOf(await table.rows(runId))),
		begin: async (request) => {
			const count = await callCounts();
			const key = cleanText(request.key);
			const attempt = (count.attempts.get(key) ?? 0) + 1;
			count.attempts.set(key, attempt);
			const entry = { n: ++count.n, key, attempt };
			const row = { ...entry, begunAt: new Date().toISOString(), request: pack(request as unknown as Json) };
			await write((workerId) => table.begin(runId, workerId, row));
			return attempt;
		},
		end: async (rawKey, attempt, result) => {
			const key = cleanText(rawKey);
			if (attempt > ((await callCounts()).attempts.get(key) ?? 0)) throw new Error(`call ${key} was never begun`);
			await write((workerId) => table.end(runId, workerId, { key, attempt }, pack(result as unknown as Json)));
			watch.answers++;
		},
	};
}

/** Parses ledger rows. Throws an `AssayError` `STORE_CORRUPT` when a text is no JSON. */
export function callRecordsOf(rows: CallRow[]): CallRecord[] {
	return rows.map(({ attempt, begunAt, request, result }) => ({
		...{ request: unpackColumn(request) as unknown as CallRequest, attempt, begunAt },
		...(result === null ? {} : { result: unpackColumn(result) as unknown as CallResult }),
	}));
}
