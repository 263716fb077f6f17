import type { DatabaseSync } from "node:sqlite";
import type { Sql } from "postgres";
import type { MessageRow, MessageTable } from "./storage-backend.ts";

/** Creates the table of messages in a folder's store. */
export function createFolderMessageTable(database: DatabaseSync): void {
	database.exec(
		`CREATE TABLE IF NOT EXISTS assay_messages (
			n INTEGER PRIMARY KEY, run_id TEXT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL,
			UNIQUE (run_id, id)
		)`,
	);
}

/** The messages, in the same file as the engine's tables. The ledger has set `synchronous` of this connection. */
export function openFolderMessageTable(database: DatabaseSync): MessageTable {
	const isThere = () =>
		database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'assay_messages'").get() !== undefined;
	return {
		add: async (runId, { id, at, body }) =>
			database
				.prepare("INSERT INTO assay_messages (run_id, id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
				.run(runId, id, at, body).changes === 1,
		rows: async (runId) =>
			isThere()
				? database
						.prepare("SELECT id, at, body FROM assay_messages WHERE run_id = ? ORDER BY n")
						.all(runId)
						.map((row) => ({ id: String(row.id), at: String(row.at), body: String(row.body) }))
				: [],
	};
}

/** Creates the table of messages in a database. */
export async function createPostgresMessageTable(sql: Sql, schema: string): Promise<void> {
	await sql`
		CREATE TABLE IF NOT EXISTS ${sql(schema)}.messages (
			n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
			run_id text NOT NULL, id text NOT NULL, at text NOT NULL, body text NOT NULL,
			UNIQUE (run_id, id)
		)`;
}

export function openPostgresMessageTable(pool: Sql, schema: string): MessageTable {
	return {
		add: async (runId, { id, at, body }) => {
			const rows = await pool`
				INSERT INTO ${pool(schema)}.messages (run_id, id, at, body) VALUES (${runId}, ${id}, ${at}, ${body})
				ON CONFLICT DO NOTHING RETURNING n`;
			return rows.length === 1;
		},
		rows: async (runId) => pool<MessageRow[]>`
			SELECT id, at, body FROM ${pool(schema)}.messages WHERE run_id = ${runId} ORDER BY n`,
	};
}
