import type { DatabaseSync } from "node:sqlite";

import { limits } from "../../base/limits.ts";
import { createWorkQueue } from "../../base/work-queue.ts";
import { runTransaction, runTransactionInSlices } from "./database.ts";
import { DocumentTable } from "./document-table.ts";
import type { CorpusFile } from "./files.ts";
import { indexRecords } from "./index-records.ts";
import {
	hashFile,
	type IndexOutcome,
	type IndexUpdate,
	recordSkip,
	replaceDocuments,
	tooLargeReason,
} from "./index-writes.ts";
import type { ProgressReporter } from "./progress.ts";
import { readerCount, sharedReaders } from "./reader-pool.ts";
import type { FileResult } from "./worker.ts";

/**
 * Brings the index up to date with the files. Each file is written in one transaction, a file of records in batches. After an
 * interruption the next call resumes; nothing is read twice.
 */
export async function updateIndex(
	db: DatabaseSync,
	files: CorpusFile[],
	progress: ProgressReporter,
	signal?: AbortSignal,
): Promise<IndexOutcome> {
	const table = new DocumentTable(db);
	const result: IndexOutcome = { indexed: 0, unchanged: 0, removed: 0, skips: [] };
	const indexedFiles = new Map(table.files().map((file) => [file.path, file]));
	const present = new Set(files.map((file) => file.path));
	for (const path of indexedFiles.keys()) {
		if (!present.has(path)) result.removed += runTransaction(db, () => table.removeFile(path));
	}

	const changed = files.filter((file) => {
		const previous = indexedFiles.get(file.path);
		if (previous?.stamp !== file.stamp) return true;
		result.skips.push(...previous.skips);
		return false;
	});
	result.unchanged = table.count() - changed.reduce((sum, file) => sum + table.countOf(file.path), 0);
	progress.begin(
		"reading",
		changed.length,
		changed.reduce((sum, { size }) => sum + size, 0),
	);

	const readers = sharedReaders();
	const stop = new AbortController();
	const halt = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
	const writing = createWorkQueue((running) => running === 0);
	const change: IndexUpdate = {
		table,
		readers,
		signal: halt,
		previousHashOf: (path) => indexedFiles.get(path)?.hash,
		write: (work) => writing(() => runTransactionInSlices(db, work, halt), halt),
	};
	const addOutcome = (outcome: IndexOutcome, bytes: number, records = 1) => {
		extra += records - 1;
		progress.step(records === 1 ? 1 : 0, changed.length + extra, bytes);
		result.indexed += outcome.indexed;
		result.unchanged += outcome.unchanged;
		result.removed += outcome.removed;
		result.skips.push(...outcome.skips);
	};
	const batches = fileBatches(changed);
	let extra = 0;
	const lane = async () => {
		for (const batch of batches) {
			halt.throwIfAborted();
			const [file] = batch;
			if (file?.format === "jsonl") {
				let read = 0;
				const outcome = await indexRecords(change, file, (done, total, bytes) => {
					progress.step(done, changed.length + extra + total, bytes - read);
					read = bytes;
				});
				addOutcome(outcome, file.size - read, outcome.records);
			} else
				for (const [at, outcome] of (await indexFiles(change, batch)).entries())
					addOutcome(outcome, batch[at]?.size ?? 0);
		}
	};
	// One lane more than readers, so that each reader has something to read while the index is written.
	const lanes = Array.from({ length: readerCount + 1 }, () =>
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
function* fileBatches(files: readonly CorpusFile[]): Generator<CorpusFile[]> {
	let batch: CorpusFile[] = [];
	let bytes = 0;
	for (const file of files) {
		if (["jsonl", "pdf"].includes(file.format) || file.size > limits.documentsBytes) {
			yield [file];
			continue;
		}
		batch.push(file);
		bytes += file.size;
		if (batch.length < limits.documentsAtOnce && bytes < limits.documentsBytes) continue;
		yield batch;
		batch = [];
		bytes = 0;
	}
	if (batch.length > 0) yield batch;
}

/** Reads files that are one document each and writes them. */
async function indexFiles(
	{ table, readers, signal, previousHashOf: hashBefore, write }: IndexUpdate,
	files: CorpusFile[],
): Promise<IndexOutcome[]> {
	const small = files.filter((file) => tooLargeReason(file) === undefined);
	const jobs = small.map(({ path, label, format }) => ({ path, label, format, previousHash: hashBefore(path) }));
	const read = jobs.length > 0 ? await readers.readFiles(jobs, signal) : [];
	const bySmall = new Map(small.map((file, at) => [file, read[at]]));
	const results = files.map((file) => ({ file, result: bySmall.get(file) ?? { reason: tooLargeReason(file) } }));
	// A fault of the content is recorded with its hash; a denied permission is tried again the next time.
	for (const { file, result } of results)
		if (result.reason !== undefined) result.hash ??= await hashFile(file.path).catch(() => undefined);
	return write(function* () {
		const outcomes: IndexOutcome[] = [];
		for (const { file, result } of results) outcomes.push(yield* writeFileResult(table, file, result));
		return outcomes;
	});
}

function* writeFileResult(
	table: DocumentTable,
	{ path, stamp }: CorpusFile,
	{ hash, document, reason }: FileResult,
): Generator<void, IndexOutcome> {
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
	return yield* recordSkip(table, { path, stamp }, hash, reason);
}
