import type { DatabaseSync } from "node:sqlite";

import { limits } from "../../base/limits.ts";
import { createWorkQueue } from "../../base/work-queue.ts";
import { type Change, hashOfFile, type Indexed, replaceDocuments, skipped, tooLarge } from "./change.ts";
import { transaction, transactionInSlices } from "./database.ts";
import type { FoundFile } from "./files.ts";
import { indexRecords } from "./index-records.ts";
import type { Progress } from "./progress.ts";
import { documentReaders, readersAtOnce } from "./readers.ts";
import { DocumentTable } from "./tables.ts";
import type { FileRead } from "./worker.ts";

/**
 * Brings the index up to date with the files. Each file is written in one transaction, a file of records in batches. After an
 * interruption the next call resumes; nothing is read twice.
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
	progress.begin(
		"reading",
		changed.length,
		changed.reduce((sum, { size }) => sum + size, 0),
	);

	const readers = documentReaders();
	const stop = new AbortController();
	const halt = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
	const writing = createWorkQueue((running) => running === 0);
	const change: Change = {
		table,
		readers,
		signal: halt,
		before: (path) => known.get(path)?.hash,
		write: (work) => writing(() => transactionInSlices(db, work, halt), halt),
	};
	const take = (outcome: Indexed, bytes: number, records = 1) => {
		extra += records - 1;
		progress.step(records === 1 ? 1 : 0, changed.length + extra, bytes);
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
				let read = 0;
				const outcome = await indexRecords(change, file, (done, total, bytes) => {
					progress.step(done, changed.length + extra + total, bytes - read);
					read = bytes;
				});
				take(outcome, file.size - read, outcome.records);
			} else for (const [at, outcome] of (await indexFiles(change, part)).entries()) take(outcome, part[at]?.size ?? 0);
		}
	};
	// One lane more than readers, so that each reader has something to read while the index is written.
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

/** Yields batches of files that are read together: several small ones, or one that is large, of many records, or slow to parse. */
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

/** Reads files that are one document each and writes them. */
async function indexFiles({ table, readers, signal, before, write }: Change, files: FoundFile[]): Promise<Indexed[]> {
	const small = files.filter((file) => tooLarge(file) === undefined);
	const jobs = small.map(({ path, label, format }) => ({ path, label, format, before: before(path) }));
	const read = jobs.length > 0 ? await readers.files(jobs, signal) : [];
	const bySmall = new Map(small.map((file, at) => [file, read[at]]));
	const results = files.map((file) => ({ file, result: bySmall.get(file) ?? { reason: tooLarge(file) } }));
	// A fault of the content is recorded with its hash; a denied permission is tried again the next time.
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
