import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { limits } from "../../base/limits.ts";
import { openTurns } from "../../base/turns.ts";
import { Unreadable } from "../read/decode.ts";
import { transaction, transactionInSlices } from "./database.ts";
import type { IndexedDocument } from "./document.ts";
import { type FoundFile, reasonOf, type Skip } from "./files.ts";
import type { Progress } from "./progress.ts";
import { type DocumentReaders, documentReaders, readersAtOnce } from "./readers.ts";
import { recordsOf } from "./records.ts";
import { DocumentTable } from "./tables.ts";
import type { FileRead } from "./worker.ts";

export interface Indexed {
	/** Documents written, left as they were, and taken out. */
	indexed: number;
	unchanged: number;
	removed: number;
	skips: Skip[];
}

/**
 * Brings the index up to the files as they are now. Each file is written wholly or not at all, each file of records in
 * parts, and nothing is read twice: ended in the middle, the next call goes on.
 */
export async function updateIndex(
	db: DatabaseSync,
	files: FoundFile[],
	progress: Progress,
	signal?: AbortSignal,
): Promise<Indexed> {
	const table = new DocumentTable(db);
	const result: Indexed = { indexed: 0, unchanged: 0, removed: 0, skips: [] };
	const known = new Map(table.files().map((file) => [file.path, file]));
	const present = new Set(files.map((file) => file.path));
	for (const path of known.keys()) {
		if (!present.has(path)) result.removed += transaction(db, () => table.removeFile(path));
	}

	const changed = files.filter((file) => {
		const before = known.get(file.path);
		if (before?.stamp !== file.stamp) return true;
		result.skips.push(...before.skips);
		return false;
	});
	result.unchanged = table.count() - changed.reduce((sum, file) => sum + table.countOf(file.path), 0);
	progress.begin("reading", changed.length);

	const readers = documentReaders();
	const stop = new AbortController();
	const halt = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
	const writing = openTurns((running) => running === 0);
	const change: Change = {
		table,
		readers,
		signal: halt,
		before: (path) => known.get(path)?.hash,
		write: (work) => writing(() => transactionInSlices(db, work, halt), halt),
	};
	const take = (outcome: Indexed, records = 1) => {
		extra += records - 1;
		progress.step(records === 1 ? 1 : 0, changed.length + extra);
		result.indexed += outcome.indexed;
		result.unchanged += outcome.unchanged;
		result.removed += outcome.removed;
		result.skips.push(...outcome.skips);
	};
	const parts = partsOf(changed);
	let extra = 0;
	const lane = async () => {
		for (const part of parts) {
			halt.throwIfAborted();
			const [file] = part;
			if (file?.format === "jsonl") {
				const outcome = await indexRecords(change, file, (done, total) => {
					progress.step(done, changed.length + extra + total);
				});
				take(outcome, outcome.records);
			} else for (const outcome of await indexFiles(change, part)) take(outcome);
		}
	};
	// One lane more than readers: while the index is written, each of them has something to read.
	const lanes = Array.from({ length: readersAtOnce + 1 }, () =>
		lane().catch((error: unknown) => {
			stop.abort(error);
			throw error;
		}),
	);
	for (const done of await Promise.allSettled(lanes)) if (done.status === "rejected") throw halt.reason ?? done.reason;
	if (result.indexed + result.removed > 0) table.dropUnusedVectors();
	result.skips.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
	return result;
}

interface Change {
	table: DocumentTable;
	readers: DocumentReaders;
	signal: AbortSignal;
	/** Hash of a file's content when it was last read. */
	before(path: string): string | undefined;
	/** Writes wholly or not at all, one after another. */
	write<T>(work: () => Generator<void, T>): Promise<T>;
}

/** Files that are read together: some small ones, or one that is large, of many records, or slow to parse. */
function* partsOf(files: readonly FoundFile[]): Generator<FoundFile[]> {
	let part: FoundFile[] = [];
	let bytes = 0;
	for (const file of files) {
		if (["jsonl", "pdf"].includes(file.format) || file.size > limits.documentsBytes) {
			yield [file];
			continue;
		}
		part.push(file);
		bytes += file.size;
		if (part.length < limits.documentsAtOnce && bytes < limits.documentsBytes) continue;
		yield part;
		part = [];
		bytes = 0;
	}
	if (part.length > 0) yield part;
}

/** Reads files that are one document each, and writes them. */
async function indexFiles({ table, readers, signal, before, write }: Change, files: FoundFile[]): Promise<Indexed[]> {
	const small = files.filter((file) => tooLarge(file) === undefined);
	const jobs = small.map(({ path, label, format }) => ({ path, label, format, before: before(path) }));
	const read = jobs.length > 0 ? await readers.files(jobs, signal) : [];
	const bySmall = new Map(small.map((file, at) => [file, read[at]]));
	const results = files.map((file) => ({ file, result: bySmall.get(file) ?? { reason: tooLarge(file) } }));
	// What the content is to blame for is remembered with it; a denied permission is tried again the next time.
	for (const { file, result } of results)
		if (result.reason !== undefined) result.hash ??= await hashOfFile(file.path).catch(() => undefined);
	return write(function* () {
		const outcomes: Indexed[] = [];
		for (const { file, result } of results) outcomes.push(yield* writeFile(table, file, result));
		return outcomes;
	});
}

function* writeFile(
	table: DocumentTable,
	{ path, stamp }: FoundFile,
	{ hash, document, reason }: FileRead,
): Generator<void, Indexed> {
	if (document !== undefined) {
		const written = yield* replaceDocuments(table, path, [document]);
		const removed = table.removeDocuments(table.urlsOf(path).filter((url) => url !== document.page.url));
		table.putFile({ path, stamp, hash: hash ?? "", skips: [] });
		return { ...written, removed, skips: [] };
	}
	if (reason === undefined) {
		const skips = table.touchFile(path, stamp);
		return { indexed: 0, unchanged: table.countOf(path), removed: 0, skips };
	}
	return yield* skipped(table, { path, stamp }, hash, reason);
}

/** Takes out what is held of a file that cannot be read. */
function* skipped(
	table: DocumentTable,
	{ path, stamp }: Pick<FoundFile, "path" | "stamp">,
	hash: string | undefined,
	reason: string,
): Generator<void, Indexed> {
	const skips = [{ path, reason }];
	const removed = table.removeFile(path);
	yield;
	if (hash !== undefined) table.putFile({ path, stamp, hash, skips });
	return { indexed: 0, unchanged: 0, removed, skips };
}

function tooLarge({ format, size }: FoundFile): string | undefined {
	const most = format === "jsonl" ? limits.recordFileBytes : format === "pdf" ? limits.pdfBytes : limits.documentBytes;
	return size > most ? `it is larger than ${most / 1_000_000} MB` : undefined;
}

async function indexRecords(
	change: Change,
	file: FoundFile,
	onRecords: (done: number, total: number) => void,
): Promise<Indexed & { records?: number }> {
	const { table, before, write } = change;
	try {
		const large = tooLarge(file);
		if (large !== undefined) throw new Unreadable(large);
		const hash = await hashOfFile(file.path);
		if (hash !== before(file.path)) return await writeRecords(change, file, hash, onRecords);
		const skips = table.touchFile(file.path, file.stamp);
		return { indexed: 0, unchanged: table.countOf(file.path), removed: 0, skips };
	} catch (error) {
		const unread = error instanceof Unreadable;
		if (!unread && !isSystemError(error)) throw error;
		const hash = unread ? await hashOfFile(file.path).catch(() => undefined) : undefined;
		return await write(() => skipped(table, file, hash, unread ? error.message : reasonOf(error)));
	}
}

async function writeRecords(
	{ table, readers, signal, write }: Change,
	file: FoundFile,
	hash: string,
	onRecords: (done: number, total: number) => void,
): Promise<Indexed & { records: number }> {
	const outcome = { indexed: 0, unchanged: 0, removed: 0, skips: [] as Skip[], records: 0 };
	const seen = new Set<string>();
	for await (const { records, bytes } of recordsOf(file, readers, signal)) {
		const documents: IndexedDocument[] = [];
		const skip = (line: number, reason: string) => outcome.skips.push({ path: `${file.path}:${line}`, reason });
		for (const record of records) {
			if ("reason" in record) skip(record.line, record.reason);
			else if (seen.has(record.document.page.url)) skip(record.line, `its id ${record.id} was used above`);
			else {
				seen.add(record.document.page.url);
				documents.push(record.document);
			}
		}
		const written = await write(() => replaceDocuments(table, file.path, documents));
		outcome.indexed += written.indexed;
		outcome.unchanged += written.unchanged;
		outcome.records += documents.length;
		onRecords(documents.length, Math.round((outcome.records * file.size) / Math.max(1, bytes)));
	}
	if (outcome.records === 0)
		throw new Unreadable(
			outcome.skips.length > 0 ? `no record in it could be read: ${outcome.skips[0]?.reason}` : "it is empty",
		);
	outcome.skips = capped(file.path, outcome.skips);
	await write(function* () {
		outcome.removed = table.removeDocuments(table.urlsOf(file.path).filter((url) => !seen.has(url)));
		yield;
		table.putFile({ path: file.path, stamp: file.stamp, hash, skips: outcome.skips });
	});
	return outcome;
}

/** Writes the documents that differ from what is held. */
function* replaceDocuments(
	table: DocumentTable,
	path: string,
	documents: readonly IndexedDocument[],
): Generator<void, Pick<Indexed, "indexed" | "unchanged">> {
	const written = { indexed: 0, unchanged: 0 };
	for (const document of documents) {
		if (table.digestOf(document.page.url) === document.digest) {
			written.unchanged++;
			continue;
		}
		yield* table.putDocument(path, document);
		written.indexed++;
	}
	return written;
}

/** Names this many bad lines of a file, and counts the rest. */
const skipsNamed = 20;

function capped(path: string, skips: Skip[]): Skip[] {
	if (skips.length <= skipsNamed) return skips;
	return [...skips.slice(0, skipsNamed), { path, reason: `${skips.length - skipsNamed} more lines could not be read` }];
}

async function hashOfFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
	return hash.digest("hex");
}

function isSystemError(error: unknown): boolean {
	return error instanceof Error && "syscall" in error && !("errcode" in error);
}
