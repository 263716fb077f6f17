import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** Steps of a run that were moved out of the log, and the folder that holds them now. */
export interface MovedSteps {
	names: string[];
	folder: string;
}

/** `Recorder` writes a record as JSON with a number `n` and a text `v`, which is JSON itself. */
const isUnreadableSql = `CASE WHEN json_valid(output) THEN
	coalesce(json_type(output, '$.n') <> 'integer' OR json_type(output, '$.v') <> 'text' OR NOT json_valid(output ->> '$.v'), 1)
	ELSE 1 END`;

/**
 * Moves the unreadable records of a run and its children out of the log, each into a file of `folder`. Only these steps are done
 * again. The caller holds the run's lock.
 */
export function moveDamagedSteps(database: DatabaseSync, runId: string, folder: string): MovedSteps {
	const rows = database
		.prepare(
			`SELECT rowid, namespace_id, step_name, CAST(output AS BLOB) AS output FROM step_attempts
			WHERE status = 'completed' AND ${isUnreadableSql} AND (namespace_id = ?1 OR namespace_id IN
			(SELECT namespace_id FROM workflow_runs WHERE json_valid(config) AND json_extract(config, '$.parent') = ?1))`,
		)
		.all(runId);
	if (rows.length > 0) mkdirSync(folder, { recursive: true });
	for (const { rowid, namespace_id: run, step_name: step, output } of rows) {
		const base64 = output instanceof Uint8Array ? Buffer.from(output).toString("base64") : null;
		const name = `${String(run)}-${String(step)}-${String(rowid)}`.replace(/[^\w.-]+/g, "_");
		writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ run, step, outputInBase64: base64 })}\n`);
		database.prepare("DELETE FROM step_attempts WHERE rowid = ?").run(rowid ?? null);
	}
	return { names: rows.map(({ step_name: step }) => String(step)), folder };
}

/** Removes the files that hold damaged steps of a run. */
export function removeDamagedSteps(folder: string, runId: string): void {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) if (name.startsWith(`${runId}-`)) rmSync(join(folder, name), { force: true });
}
