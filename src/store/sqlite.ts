import { DatabaseSync } from "node:sqlite";
import { limits } from "../base/limits.ts";
import { isFileBusy } from "./database-errors.ts";
import { Retrier } from "./retrier.ts";

/**
 * Opens a store file in WAL mode and creates it when missing. Readers and the one writer do not wait for each other. Writers wait for
 * each other up to `limits.storeBlockMs`; a caller who may wait longer tries again (`retrier.ts`). Throws SQLite's errors.
 */
export function openStoreFile(file: string): DatabaseSync {
	const database = new DatabaseSync(file, { timeout: limits.storeBlockMs });
	try {
		enableFileSharing(database, file);
	} catch (error) {
		database.close();
		throw error;
	}
	return database;
}

/** Sets and reads back the options that let several processes share a file. Without them a reader once killed a worker. */
export function enableFileSharing(database: DatabaseSync, file: string): void {
	database.exec(`PRAGMA busy_timeout = ${limits.storeBlockMs}`);
	const wait = database.prepare("PRAGMA busy_timeout").get()?.timeout;
	const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode;
	if (wait !== limits.storeBlockMs || mode !== "wal") {
		throw new Error(
			`${file} cannot be shared by processes: busy_timeout ${String(wait)}, journal_mode ${String(mode)}`,
		);
	}
}

/**
 * Repeats `work` while another process has the file locked, up to `limits.storeBusyMs`. It also covers what SQLite's busy_timeout
 * does not: opening a file while its last user closes it, or before that timeout is set.
 */
export function retryWhileBusy<T>(work: () => T | Promise<T>): Promise<T> {
	return new Retrier({ why: "locked", where: "" }, isFileBusy).run(work, limits.storeBusyMs);
}
