import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import { AssayError, messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";

/**
 * Increased when tables, readers or the splitting into passages change what the index holds. An index of another version is
 * rebuilt.
 */
const schemaVersion = "10";
/** How words are separated and stemmed, in the index and in queries alike. */
const tokenizer = "porter unicode61 remove_diacritics 2";
/** How long a writer waits for another one, in ms. */
const busyMs = 30_000;

const schema = `
create table meta (name text primary key, value text not null) without rowid;
-- A file as it was last read; skipped is the reason when it could not be.
create table files (path text primary key, stamp text not null, hash text not null, skips text not null) without rowid;
create table documents (
	id integer primary key autoincrement, file text not null, url text not null unique, digest text not null, hash text not null,
	kind text not null, title text not null, label text not null, date text, origin text not null,
	marks text not null, tables text, text text not null, title_key text not null, bare_key text not null
);
create index documents_file on documents (file);
create index documents_title on documents (title_key);
create index documents_bare on documents (bare_key);
-- start and end are UTF-16 offsets in the document's text.
create table passages (
	id integer primary key autoincrement, document integer not null references documents (id), start integer not null, "end" integer not null,
	title text not null, title_words integer not null, words integer not null
);
create index passages_document on passages (document);
-- The stretches of a passage that have a vector each; embedded is the hash of what the model is given.
create table windows (
	passage integer not null references passages (id), start integer not null, "end" integer not null, embedded text not null,
	primary key (passage, start)
) without rowid;
create index windows_embedded on windows (embedded);
create table vectors (embedded text primary key, vector blob not null) without rowid;
create virtual table words using fts5 (title, body, content='', contentless_delete=1, tokenize='${tokenizer}');
create virtual table terms using fts5vocab (words, instance);
`;
const connectionSchema = `
pragma temp_store = memory;
create virtual table temp.query using fts5 (words, tokenize='${tokenizer}');
create virtual table temp.query_terms using fts5vocab ('temp', query, instance);
`;

/**
 * Opens the index or creates it. `rebuilt` is the reason when an existing one could not be used. Throws `INDEX_UNWRITABLE` when the
 * folder cannot be written.
 */
export function openDatabase(path: string): { db: DatabaseSync; rebuilt: string | undefined } {
	try {
		mkdirSync(dirname(path), { recursive: true });
		try {
			const db = connect(path);
			const existing = versionOf(db);
			if (existing === schemaVersion) return { db, rebuilt: undefined };
			if (existing === undefined) {
				create(db);
				return { db, rebuilt: undefined };
			}
			db.close();
			return { db: recreateDatabase(path), rebuilt: `it was made by another version of assay (${existing})` };
		} catch (error) {
			if (!isCorrupt(error)) throw error;
			return { db: recreateDatabase(path), rebuilt: `its file was damaged (${messageOf(error)})` };
		}
	} catch (error) {
		throw asIndexError(error, path);
	}
}

/** Deletes an index. It is a cache and can be rebuilt from the documents. */
export function removeDatabase(path: string): void {
	for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(path + ending, { force: true });
}

function recreateDatabase(path: string): DatabaseSync {
	removeDatabase(path);
	const db = connect(path);
	create(db);
	return db;
}

function connect(path: string): DatabaseSync {
	const db = new DatabaseSync(path, { timeout: busyMs });
	try {
		enableWriteAhead(db);
		db.exec("pragma synchronous = normal; pragma foreign_keys = off;");
		db.exec(connectionSchema);
		return db;
	} catch (error) {
		db.close();
		throw error;
	}
}

/**
 * Tries several times: two processes that create one file at once cannot both wait for its lock, so SQLite refuses one of them
 * without waiting.
 */
function enableWriteAhead(db: DatabaseSync): void {
	for (let triesLeft = writeAheadTries; ; triesLeft--)
		try {
			db.exec("pragma journal_mode = wal");
			return;
		} catch (error) {
			if (triesLeft <= 1 || sqliteCode(error) !== sqliteBusy) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
		}
}
const writeAheadTries = 50;
/** SQLITE_BUSY. */
const sqliteBusy = 5;

function versionOf(db: DatabaseSync): string | undefined {
	const tables = db.prepare("select count(*) as n from sqlite_schema where name = 'meta'").get();
	if (tables?.n === 0) return undefined;
	const row = db.prepare("select value from meta where name = 'version'").get();
	return row === undefined ? "unknown" : String(row.value);
}

function create(db: DatabaseSync): void {
	runTransaction(db, () => {
		if (versionOf(db) !== undefined) return;
		db.exec(schema);
		prepareWrite(db, "insert into meta values ('version', ?)").run(schemaVersion);
	});
}

/**
 * Prepares a statement that writes. The word index has row numbers beyond what a JavaScript number holds, and `run()` would fail to
 * return the last of them, whatever table it wrote.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
	const statement = db.prepare(sql);
	statement.setReadBigInts(true);
	return statement;
}

/** Runs `work` as a transaction. */
export function runTransaction<T>(db: DatabaseSync, work: () => T): T {
	db.exec("begin immediate");
	try {
		const result = work();
		db.exec("commit");
		return result;
	} catch (error) {
		if (db.isTransaction) db.exec("rollback");
		throw error;
	}
}

/**
 * Runs `work` as a transaction and lets the process do other work at its pauses. Run only one at a time on a database. Rejects with
 * the signal's reason at a pause.
 */
export async function runTransactionInSlices<T>(
	db: DatabaseSync,
	work: () => Generator<void, T>,
	signal: AbortSignal,
): Promise<T> {
	db.exec("begin immediate");
	try {
		const steps = work();
		let since = performance.now();
		for (;;) {
			const step = steps.next();
			if (step.done) {
				db.exec("commit");
				return step.value;
			}
			if (performance.now() - since < limits.indexSliceMs) continue;
			await yieldToEventLoop();
			signal.throwIfAborted();
			since = performance.now();
		}
	} catch (error) {
		if (db.isTransaction) db.exec("rollback");
		throw error;
	}
}

/** Whether SQLite reports that a file is not an intact database. */
export function isCorrupt(error: unknown): boolean {
	const code = sqliteCode(error);
	return (
		code === 11 || code === 26 || (code === 1 && /malformed|corrupt|no such (?:table|column)/.test(messageOf(error)))
	);
}

/** Turns an error of the index into one that a person can act on. */
export function asIndexError(error: unknown, path: string): unknown {
	if (error instanceof AssayError) return error;
	const system = error instanceof Error && "code" in error ? String(error.code) : "";
	const code = sqliteCode(error);
	const full = code === 13 || system === "ENOSPC" || system === "EDQUOT";
	const denied =
		code === 8 || code === 14 || ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"].includes(system);
	if (!full && !denied && code !== 10) return error;
	const why = full ? "the disk is full" : denied ? "it cannot be written" : "the disk refused it";
	return new AssayError("INDEX_UNWRITABLE", `the corpus index ${path} failed: ${why} (${messageOf(error)})`, {
		hint: full
			? "free some space, or keep assay's files elsewhere: --home FOLDER"
			: "give a folder that you can write: --home FOLDER",
		cause: error,
	});
}

function sqliteCode(error: unknown): number | undefined {
	return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
		? error.errcode & 0xff
		: undefined;
}
