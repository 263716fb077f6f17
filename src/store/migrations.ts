import { closeSync, openSync, readSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Sql } from "postgres";
import { engine } from "./engine.ts";
import { createCallTable } from "./folder-calls.ts";
import { createFolderMessageTable, createPostgresMessageTable } from "./messages.ts";
import { createCallTable as createPostgresCallTable } from "./postgres-calls.ts";

/**
 * The version of a store, the same in a folder and in Postgres. The lists below update an older store. The engine updates its own
 * tables first; its version is `engine.schemaVersion`. A change that breaks an older assay is a new version: one more entry in both
 * lists, and a home of the version before in `test/fixtures`.
 *
 * 1. the engine's tables and the ledger; older homes have no version, or lack the ledger
 * 2. which finished runs were delivered; the runs of older homes count as delivered
 * 3. messages to runs
 */
export const storeVersion = 3;

/** Index: the version that a migration starts from. All are idempotent, as a process may die in between. */
const folderMigrations: readonly ((database: DatabaseSync) => void)[] = [
	createCallTable,
	(database) => {
		createCallTable(database);
		database.exec(
			"CREATE TABLE IF NOT EXISTS assay_delivered (run_id TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID",
		);
		database
			.prepare(
				`INSERT OR IGNORE INTO assay_delivered SELECT namespace_id, finished_at FROM workflow_runs
				WHERE workflow_name = ? AND status = 'completed'`,
			)
			.run(engine.workflow);
	},
	createFolderMessageTable,
];

const postgresMigrations: readonly ((sql: Sql, schema: string) => Promise<unknown>)[] = [
	async (sql, schema) => {
		await sql`CREATE TABLE IF NOT EXISTS ${sql(schema)}.pages (hash text PRIMARY KEY, page text NOT NULL)`;
		await sql`ALTER TABLE ${sql(schema)}.pages ADD COLUMN IF NOT EXISTS kept_at timestamptz NOT NULL DEFAULT now()`;
		await createPostgresCallTable(sql, schema);
	},
	async (sql, schema) => {
		await postgresMigrations[0]?.(sql, schema);
		await sql`
			CREATE TABLE IF NOT EXISTS ${sql(schema)}.delivered (run_id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`;
		await sql`
			INSERT INTO ${sql(schema)}.delivered (run_id) SELECT namespace_id FROM ${sql(schema)}.workflow_runs
			WHERE workflow_name = ${engine.workflow} AND status = 'completed' ON CONFLICT DO NOTHING`;
	},
	createPostgresMessageTable,
];

/** Updates our tables of a folder's store to `storeVersion`, one version at a time. The engine's tables must be up to date. */
export function migrateFolder(database: DatabaseSync): void {
	const from = folderVersion(database);
	if (from >= storeVersion) return;
	for (let version = from; version < storeVersion; version++) {
		database.exec("BEGIN IMMEDIATE");
		try {
			folderMigrations[version]?.(database);
			database.exec(`PRAGMA user_version = ${version + 1}`);
			database.exec("COMMIT");
		} catch (error) {
			database.exec("ROLLBACK");
			throw error;
		}
	}
	// Writes the version into the file itself: an older assay reads it there without opening the database.
	database.exec("PRAGMA wal_checkpoint(FULL)");
}

export function folderVersion(database: DatabaseSync): number {
	return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

/** The same for a Postgres store. The caller holds the lock that keeps other processes out. */
export async function migratePostgres(sql: Sql, schema: string): Promise<void> {
	await sql`CREATE TABLE IF NOT EXISTS ${sql(schema)}.home (version int PRIMARY KEY)`;
	const [before] = await sql`SELECT coalesce(max(version), 0)::int AS version FROM ${sql(schema)}.home`;
	for (let version = Number(before?.version); version < storeVersion; version++) {
		await postgresMigrations[version]?.(sql, schema);
		await sql`INSERT INTO ${sql(schema)}.home VALUES (${version + 1}) ON CONFLICT DO NOTHING`;
	}
	// An older assay ignores it.
	await sql`
		CREATE TABLE IF NOT EXISTS ${sql(schema)}.paces
		(key text PRIMARY KEY, next_at timestamptz NOT NULL, start_at timestamptz NOT NULL)`;
}

/** Offset of `user_version` in a SQLite file: four bytes, big-endian, in the header (sqlite.org/fileformat2.html). */
const userVersionOffset = 60;
const sqliteMagic = "SQLite format 3\0";

/**
 * The version of a store file, read without opening it as a database: that would leave files beside it. 0 when there is no file, or
 * no database in it yet.
 */
export function versionInFile(file: string): number {
	const header = Buffer.alloc(userVersionOffset + 4);
	let handle: number;
	try {
		handle = openSync(file, "r");
	} catch {
		return 0;
	}
	try {
		readSync(handle, header, 0, header.length, 0);
	} catch {
		return 0;
	} finally {
		closeSync(handle);
	}
	return header.toString("latin1", 0, sqliteMagic.length) === sqliteMagic ? header.readInt32BE(userVersionOffset) : 0;
}
