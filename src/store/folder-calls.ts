import type { DatabaseSync } from "node:sqlite";
import type { CallTable } from "./calls.ts";

/** Creates the ledger's table when it is missing, as in older homes. An older assay ignores the table. */
export function createCallTable(database: DatabaseSync): void {
	database.exec(
		`CREATE TABLE IF NOT EXISTS assay_calls (
			run_id TEXT NOT NULL, n INTEGER NOT NULL, key TEXT NOT NULL, attempt INTEGER NOT NULL,
			begun_at TEXT NOT NULL, request TEXT NOT NULL, result TEXT,
			PRIMARY KEY (run_id, key, attempt)
		)`,
	);
}

const isHeldSql =
	"EXISTS (SELECT 1 FROM workflow_runs WHERE namespace_id = ? AND worker_id = ? AND status = 'running')";

/** The ledger, in the same file as the engine's tables. */
export function openFolderCallTable(database: DatabaseSync): CallTable {
	// A request is sent only when its row is on the disk. So the ledger has every paid request, even after a power cut.
	database.exec("PRAGMA synchronous = FULL");
	const summaryOf = (row: Record<string, unknown>) => ({
		...{ n: Number(row.n), key: String(row.key), attempt: Number(row.attempt) },
	});
	return {
		rows: async (runId) =>
			database
				.prepare("SELECT n, key, attempt, begun_at, request, result FROM assay_calls WHERE run_id = ? ORDER BY n")
				.all(runId)
				.map((row) => ({
					...summaryOf(row),
					...{ begunAt: String(row.begun_at), request: String(row.request) },
					result: row.result === null ? null : String(row.result),
				})),
		summaries: async (runId) =>
			database
				.prepare("SELECT n, key, attempt, result IS NOT NULL AS answered FROM assay_calls WHERE run_id = ?")
				.all(runId)
				.map((row) => ({ ...summaryOf(row), isAnswered: row.answered === 1 })),
		begin: async (runId, workerId, { n, key, attempt, begunAt, request }) =>
			database
				.prepare(
					`INSERT INTO assay_calls (run_id, n, key, attempt, begun_at, request) SELECT ?, ?, ?, ?, ?, ? WHERE ${isHeldSql}
					ON CONFLICT DO UPDATE SET n = excluded.n RETURNING n`,
				)
				.all(runId, n, key, attempt, begunAt, request, runId, workerId).length === 1,
		end: async (runId, workerId, { key, attempt }, result) =>
			database
				.prepare(
					`UPDATE assay_calls SET result = coalesce(result, ?)
					WHERE run_id = ? AND key = ? AND attempt = ? AND ${isHeldSql} RETURNING n`,
				)
				.all(result, runId, key, attempt, runId, workerId).length === 1,
	};
}
