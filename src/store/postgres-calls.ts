import type { Sql } from "postgres";
import type { CallRow, CallSummary, CallTable } from "./calls.ts";

/** Creates the ledger's table when it is missing, as in older databases. An older assay ignores the table. */
export async function createCallTable(sql: Sql, schema: string): Promise<void> {
	await sql`
		CREATE TABLE IF NOT EXISTS ${sql(schema)}.calls (
			run_id text NOT NULL, n int NOT NULL, key text NOT NULL, attempt int NOT NULL,
			begun_at text NOT NULL, request text NOT NULL, result text,
			PRIMARY KEY (run_id, key, attempt)
		)`;
}

/**
 * The ledger, in the schema of the engine's tables. A write locks the run's row. So a process that takes over the run at that moment
 * sees all earlier writes, and no later write succeeds.
 */
export function openPostgresCallTable(pool: Sql, schema: string): CallTable {
	const heldRun = (runId: string, workerId: string) => pool`
		SELECT 1 FROM ${pool(schema)}.workflow_runs
		WHERE namespace_id = ${runId} AND worker_id = ${workerId} AND status = 'running' FOR SHARE`;
	return {
		rows: async (runId) => pool<CallRow[]>`
			SELECT n, key, attempt, begun_at, request, result FROM ${pool(schema)}.calls WHERE run_id = ${runId} ORDER BY n`,
		summaries: async (runId) => pool<CallSummary[]>`
			SELECT n, key, attempt, result IS NOT NULL AS is_answered FROM ${pool(schema)}.calls WHERE run_id = ${runId}`,
		begin: async (runId, workerId, { n, key, attempt, begunAt, request }) => {
			const rows = await pool`
				WITH held AS (${heldRun(runId, workerId)})
				INSERT INTO ${pool(schema)}.calls (run_id, n, key, attempt, begun_at, request)
				SELECT ${runId}, ${n}::int, ${key}, ${attempt}::int, ${begunAt}, ${request} FROM held
				ON CONFLICT (run_id, key, attempt) DO UPDATE SET n = excluded.n RETURNING n`;
			return rows.length === 1;
		},
		end: async (runId, workerId, { key, attempt }, result) => {
			const rows = await pool`
				WITH held AS (${heldRun(runId, workerId)})
				UPDATE ${pool(schema)}.calls SET result = coalesce(result, ${result})
				WHERE run_id = ${runId} AND key = ${key} AND attempt = ${attempt} AND EXISTS (SELECT 1 FROM held) RETURNING n`;
			return rows.length === 1;
		},
	};
}
