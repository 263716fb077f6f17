import { existsSync, mkdirSync, statSync } from "node:fs";
import { uptime } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Backend } from "openworkflow/internal";
import { BackendSqlite } from "openworkflow/sqlite";
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { moveDamagedSteps, removeDamagedSteps } from "./damaged-steps.ts";
import { asStoreFileError, isFileBusy } from "./database-errors.ts";
import { DurableStore } from "./durable.ts";
import { assertNotEmptied } from "./emptied-store.ts";
import { engine } from "./engine.ts";
import { openFolderCallTable } from "./folder-calls.ts";
import { FolderPages } from "./folder-pages.ts";
import { FolderLocks } from "./locks.ts";
import { openFolderMessageTable } from "./messages.ts";
import { folderVersion, migrateFolder, storeVersion, versionInFile } from "./migrations.ts";
import { openReadOnly } from "./read-only.ts";
import { Retrier } from "./retrier.ts";
import { enableFileSharing, openStoreFile, retryWhileBusy } from "./sqlite.ts";
import type { OpenAttempt, RunRow, StepRow, StorageBackend } from "./storage-backend.ts";
import type { Store } from "./store.ts";

const fileNames = { runs: "runs.db", pages: "pages.db", locks: "locks", damaged: "damaged" } as const;

/**
 * Opens the store in a folder and creates it when missing. `runs.db` has the engine's tables and our ledger. `pages.db` is a cache
 * that may be deleted while no run is active. `locks/` holds an empty file per active run. Any number of processes may use one
 * folder. A damaged file is never changed or removed.
 * Throws `HOME_NOT_WRITABLE`, `STORE_CORRUPT`, `STORE_EMPTY`, `STORE_NEWER`, `STORE_LOCKED`, `DISK_FULL`.
 * `toRead`: the store is only read and need not be writable.
 */
export async function openFolderStore(home: string, { toRead = false } = {}): Promise<Store> {
	const folder = resolve(home);
	const runsFile = join(folder, fileNames.runs);
	// This check comes first: not one byte of a home made by a newer assay may change.
	if (versionInFile(runsFile) > storeVersion) throw newerStoreError(runsFile);
	try {
		makeFolder(folder);
		const openingLock = await new FolderLocks(join(folder, fileNames.locks), limits.storeBusyMs).acquire("open");
		if (!openingLock) throw new AssayError("STORE_FAILED", `another process has been opening ${folder} for too long`);
		try {
			return new DurableStore(await openFolderStorage(folder, runsFile));
		} finally {
			await openingLock.release(false);
		}
	} catch (error) {
		const fault = asStoreFileError(error, existsSync(runsFile) ? runsFile : folder);
		if (toRead && readableErrorCodes.has(fault.code) && existsSync(runsFile))
			return openReadOnlyStore(folder, runsFile, fault);
		throw fault;
	}
}

/** A store that cannot be opened for writing with one of these errors may still be readable. */
const readableErrorCodes = new Set(["HOME_NOT_WRITABLE", "DISK_FULL", "STORE_LOCKED", "STORE_FAILED"]);

function openReadOnlyStore(folder: string, runsFile: string, fault: AssayError): Store {
	try {
		const { database, close } = openReadOnly(runsFile);
		const backend = () => {
			throw fault;
		};
		return new DurableStore(
			createFolderStorage(folder, runsFile, { reader: database, backend, close, isWritable: false }),
		);
	} catch {
		throw fault;
	}
}

/** Creates a folder and its parents. Node's own `recursive` never ends where `mkdir` says ENOENT (`/proc`). */
function makeFolder(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
	if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
	try {
		mkdirSync(folder);
	} catch (error) {
		// Another process may have created it meanwhile.
		if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
	}
}

async function openFolderStorage(folder: string, runsFile: string): Promise<StorageBackend> {
	assertNotEmptied(folder, runsFile);
	const reader = await retryWhileBusy(() => openStoreFile(runsFile));
	try {
		assertKnownVersion(reader, runsFile);
		const backend = await retryWhileBusy(() => BackendSqlite.connect(runsFile));
		enableFileSharing(connectionOf(backend), runsFile);
		await retryWhileBusy(() => migrateFolder(reader));
		const close = async () => {
			reader.close();
			await backend.stop();
		};
		return createFolderStorage(folder, runsFile, {
			reader,
			backend: (runId) => backendInNamespace(backend, runId),
			close,
			isWritable: true,
		});
	} catch (error) {
		reader.close();
		throw error;
	}
}

/** Checks the version in the database, which may be newer than the one in its file. */
function assertKnownVersion(reader: DatabaseSync, runsFile: string): void {
	const hasEngine = reader.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'openworkflow_migrations'").get();
	const schema = hasEngine
		? reader.prepare("SELECT max(version) AS version FROM openworkflow_migrations").get()
		: undefined;
	if (folderVersion(reader) <= storeVersion && Number(schema?.version ?? 0) <= engine.schemaVersion) return;
	throw newerStoreError(runsFile);
}

function newerStoreError(runsFile: string): AssayError {
	return new AssayError("STORE_NEWER", `${runsFile} was made by a newer version of assay; it was left as it is`, {
		hint: "update assay, or give another folder with --home or ASSAY_HOME",
	});
}

/** The engine sets no busy_timeout and offers no way to set it. So its private connection is taken, and checked to be one. */
function connectionOf(backend: BackendSqlite): DatabaseSync {
	const { db } = backend as unknown as { db?: DatabaseSync };
	if (typeof db?.exec !== "function")
		throw new Error(`${engine.name} is not ${engine.version}: it hides its connection`);
	return db;
}

/** The same connection, in another namespace. */
function backendInNamespace(backend: BackendSqlite, namespaceId: string): Backend {
	return Object.assign(Object.create(backend) as BackendSqlite, { namespaceId });
}

interface StoreConnections {
	reader: DatabaseSync;
	backend: StorageBackend["backend"];
	close(): void | Promise<void>;
	isWritable: boolean;
}

function createFolderStorage(
	folder: string,
	runsFile: string,
	{ reader, backend, close, isWritable }: StoreConnections,
): StorageBackend {
	const convertErrors = <T>(read: () => T): T => {
		try {
			return read();
		} catch (error) {
			throw asStoreFileError(error, runsFile);
		}
	};
	const locks = new FolderLocks(join(folder, fileNames.locks), limits.runLockMs, isWritable);
	const retrier = new Retrier({ why: "locked", where: folder }, isFileBusy);
	const pages = new FolderPages(join(folder, fileNames.pages), retrier, isWritable);
	return {
		where: `folder ${folder}`,
		logLocation: runsFile,
		pages,
		locks,
		calls: openFolderCallTable(reader),
		messages: openFolderMessageTable(reader),
		backend,
		retries: retrier,
		callDatabase: async (call) => {
			try {
				return await retrier.run(call, limits.storeLockedMs);
			} catch (error) {
				throw asStoreFileError(error, runsFile);
			}
		},
		runRows: async (prefix) => convertErrors(() => readRuns(reader, prefix)),
		childRows: async (parentId) => convertErrors(() => readChildren(reader, parentId)),
		deleteRun: async (runId) => {
			await retrier.run(() => convertErrors(() => deleteRunRows(reader, runId)), limits.storeLockedMs);
			removeDamagedSteps(join(folder, fileNames.damaged), runId);
		},
		moveDamaged: async (runId) =>
			retrier.run(
				() => convertErrors(() => moveDamagedSteps(reader, runId, join(folder, fileNames.damaged))),
				limits.storeLockedMs,
			),
		stepRows: async (runId, kinds, after) => convertErrors(() => readSteps(reader, runId, kinds, after)),
		openAttempts: async (runIds) => convertErrors(() => readOpenAttempts(reader, runIds)),
		databaseStart: async () => new Date(Date.now() - uptime() * 1_000),
		isDelivered: async (runId) =>
			convertErrors(() => reader.prepare("SELECT 1 FROM assay_delivered WHERE run_id = ?").get(runId) !== undefined),
		markDelivered: async (runId) =>
			retrier.run(() => {
				const at = new Date().toISOString();
				convertErrors(() => reader.prepare("INSERT OR IGNORE INTO assay_delivered VALUES (?, ?)").run(runId, at));
			}, limits.storeBusyMs),
		close: async () => {
			pages.close();
			await close();
		},
	};
}

/** A row with the columns of the engine's pinned schema. */
type Row = Record<string, unknown>;

function readRuns(reader: DatabaseSync, prefix: string): RunRow[] {
	return reader
		.prepare(
			`SELECT * FROM workflow_runs
			WHERE workflow_name = ? AND substr(namespace_id, 1, ?) = ? ORDER BY created_at DESC, rowid DESC`,
		)
		.all(engine.workflow, prefix.length, prefix)
		.map(runRowOf);
}

function readChildren(reader: DatabaseSync, parentId: string): RunRow[] {
	return reader
		.prepare(
			`SELECT * FROM workflow_runs
			WHERE workflow_name = ? AND json_extract(config, '$.parent') = ? ORDER BY created_at, rowid`,
		)
		.all(engine.childWorkflow, parentId)
		.map(runRowOf);
}

function deleteRunRows(database: DatabaseSync, runId: string): void {
	const namespaces = [runId, ...readChildren(database, runId).map((child) => child.runId)];
	const isOfRun = "IN (SELECT value FROM json_each(?))";
	database.exec("BEGIN IMMEDIATE");
	try {
		for (const table of ["step_attempts", "workflow_signals", "workflow_runs"])
			database.prepare(`DELETE FROM ${table} WHERE namespace_id ${isOfRun}`).run(JSON.stringify(namespaces));
		for (const table of ["assay_calls", "assay_delivered", "assay_messages"])
			database.prepare(`DELETE FROM ${table} WHERE run_id ${isOfRun}`).run(JSON.stringify(namespaces));
		database.exec("COMMIT");
	} catch (error) {
		database.exec("ROLLBACK");
		throw error;
	}
}

function runRowOf(row: Row): RunRow {
	return {
		...{ runId: String(row.namespace_id), status: String(row.status), config: parseColumn(row.config) },
		createdAt: new Date(String(row.created_at)),
		finishedAt: row.finished_at === null ? null : new Date(String(row.finished_at)),
		...{ input: parseColumn(row.input), output: parseColumn(row.output), error: parseColumn(row.error) },
	};
}

/** `Recorder` writes `{"n":12,"v":…}`. Its number is read without parsing the rest, which may be large. */
const isLaterSql = `CASE WHEN substr(output, 1, 5) = '{"n":' THEN CAST(substr(output, 6, 12) AS INTEGER) > ?3
	ELSE NOT json_valid(output) OR coalesce(output ->> '$.n', ?3 + 1) > ?3 END`;

function readSteps(
	reader: DatabaseSync,
	runId: string,
	kinds: readonly string[] | undefined,
	after: number,
): StepRow[] {
	const rows: Row[] = reader
		.prepare(
			`SELECT step_name, started_at, finished_at, output FROM step_attempts
			WHERE namespace_id = ?1 AND status = 'completed' AND (?2 IS NULL
			OR substr(step_name, 1, instr(step_name || ':', ':') - 1) IN (SELECT value FROM json_each(?2)))
			AND (?3 = 0 OR ${isLaterSql})`,
		)
		.all(runId, kinds === undefined ? null : JSON.stringify(kinds), after);
	return rows.map((row) => ({
		name: String(row.step_name),
		startedAt: new Date(String(row.started_at)),
		finishedAt: new Date(String(row.finished_at)),
		output: parseColumnOrNull(row.output),
	}));
}

function readOpenAttempts(reader: DatabaseSync, runIds: readonly string[]): OpenAttempt[] {
	const rows: Row[] = reader
		.prepare(
			`SELECT config, started_at FROM step_attempts AS one
			WHERE status = 'running' AND namespace_id IN (SELECT value FROM json_each(?))
			AND NOT EXISTS (SELECT 1 FROM step_attempts AS later WHERE later.namespace_id = one.namespace_id
			AND later.step_name = one.step_name AND (later.created_at, later.id) > (one.created_at, one.id))`,
		)
		.all(JSON.stringify(runIds));
	return rows.map((row) => ({
		config: parseColumn(row.config) as OpenAttempt["config"],
		startedAt: new Date(String(row.started_at)),
	}));
}

/** null when the text is no JSON: the reader of the step reports it by name. */
function parseColumnOrNull(column: unknown): unknown {
	try {
		return parseColumn(column);
	} catch {
		return null;
	}
}

function parseColumn(column: unknown): unknown {
	return typeof column === "string" ? JSON.parse(column) : null;
}
