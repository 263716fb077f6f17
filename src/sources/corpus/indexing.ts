import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { availableParallelism } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as breathe } from "node:timers/promises";

import { contentHash } from "../../base/hash.ts";
import { limits } from "../../base/limits.ts";
import type { Page } from "../../evidence/source.ts";
import { Unreadable } from "../read/decode.ts";
import type { Draft } from "../read/draft.ts";
import { type ReaderPool, ReaderPool as Readers } from "../read/pool.ts";
import { transaction } from "./database.ts";
import { type FoundFile, reasonOf, type Skip } from "./files.ts";
import { pageOf } from "./page.ts";
import type { Progress } from "./progress.ts";
import { readFileDraft } from "./reader.ts";
import { recordsOf } from "./records.ts";
import { DocumentTable } from "./tables.ts";

export interface Indexed {
	/** Documents written, left as they were, and taken out. */
	indexed: number;
	unchanged: number;
	removed: number;
	skips: Skip[];
}

/** Records of a `.jsonl` file that are written at once. */
const recordsAtOnce = 400;
const readersMax = 4;

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

	const readers = new Readers(Math.max(1, Math.min(readersMax, availableParallelism())));
	const stop = new AbortController();
	const halt = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
	const queue = changed.values();
	let extra = 0;
	const lane = async () => {
		for (const file of queue) {
			halt.throwIfAborted();
			const one: Change = { db, table, file, before: known.get(file.path)?.hash, readers, signal: halt };
			const outcome = await indexFile(one, (done, total) => {
				progress.step(done, changed.length + extra + total);
			});
			extra += outcome.records === undefined ? 0 : outcome.records - 1;
			progress.step(outcome.records === undefined ? 1 : 0, changed.length + extra);
			result.indexed += outcome.indexed;
			result.unchanged += outcome.unchanged;
			result.removed += outcome.removed;
			result.skips.push(...outcome.skips);
			await breathe();
		}
	};
	try {
		const lanes = Array.from({ length: Math.max(1, Math.min(readersMax, availableParallelism())) }, () =>
			lane().catch((error: unknown) => {
				stop.abort(error);
				throw error;
			}),
		);
		for (const done of await Promise.allSettled(lanes))
			if (done.status === "rejected") throw halt.reason ?? done.reason;
	} finally {
		readers.close();
	}
	if (result.indexed + result.removed > 0) table.dropUnusedVectors();
	result.skips.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
	return result;
}

interface Change {
	db: DatabaseSync;
	table: DocumentTable;
	file: FoundFile;
	/** Hash of the file's content when it was last read. */
	before: string | undefined;
	readers: ReaderPool;
	signal: AbortSignal;
}

type Outcome = Indexed & { records?: number };

async function indexFile(change: Change, onRecords: (done: number, total: number) => void): Promise<Outcome> {
	const { db, table, file } = change;
	try {
		const most =
			file.format === "jsonl" ? limits.recordFileBytes : file.format === "pdf" ? limits.pdfBytes : limits.documentBytes;
		if (file.size > most) throw new Unreadable(`it is larger than ${most / 1_000_000} MB`);
		const hash = await hashOfFile(file.path);
		if (hash === change.before) {
			const skips = table.touchFile(file.path, file.stamp);
			return { indexed: 0, unchanged: table.countOf(file.path), removed: 0, skips };
		}
		if (file.format === "jsonl") return await indexRecords(change, hash, onRecords);
		const draft = await readFileDraft(file, change.readers, change.signal);
		if (draft.text.trim() === "") throw new Unreadable("it is empty");
		return transaction(db, () => {
			const written = replaceDocuments(table, file, [{ page: pageOf(draft, file), draft }], true);
			table.putFile({ path: file.path, stamp: file.stamp, hash, skips: [] });
			return { ...written, skips: [] };
		});
	} catch (error) {
		const unread = error instanceof Unreadable;
		if (!unread && !isSystemError(error)) throw error;
		const skips = [{ path: file.path, reason: unread ? error.message : reasonOf(error) }];
		// What the content is to blame for is remembered with it; a denied permission is tried again the next time.
		const hash = unread ? await hashOfFile(file.path).catch(() => "") : "";
		return transaction(db, () => {
			const removed = table.removeFile(file.path);
			if (hash !== "") table.putFile({ path: file.path, stamp: file.stamp, hash, skips });
			return { indexed: 0, unchanged: 0, removed, skips };
		});
	}
}

async function indexRecords(
	change: Change,
	hash: string,
	onRecords: (done: number, total: number) => void,
): Promise<Outcome> {
	const { db, table, file, signal } = change;
	const outcome: Outcome & { records: number } = { indexed: 0, unchanged: 0, removed: 0, skips: [], records: 0 };
	const seen = new Set<string>();
	let batch: { page: Page; draft: Draft }[] = [];
	const write = () => {
		const written = transaction(db, () => replaceDocuments(table, file, batch, false));
		outcome.indexed += written.indexed;
		outcome.unchanged += written.unchanged;
		batch = [];
	};
	for await (const record of recordsOf(file.path, outcome.skips)) {
		signal.throwIfAborted();
		const page = pageOf(record.draft, file, record.id);
		if (seen.has(page.url)) {
			outcome.skips.push({ path: `${file.path}:${record.line}`, reason: `its id ${record.id} was used above` });
			continue;
		}
		seen.add(page.url);
		batch.push({ page, draft: record.draft });
		outcome.records++;
		if (batch.length < recordsAtOnce) continue;
		write();
		onRecords(recordsAtOnce, Math.round((outcome.records * file.size) / Math.max(1, record.bytes)));
		await breathe();
	}
	onRecords(batch.length, outcome.records);
	write();
	if (outcome.records === 0)
		throw new Unreadable(
			outcome.skips.length > 0 ? `no record in it could be read: ${outcome.skips[0]?.reason}` : "it is empty",
		);
	outcome.skips = capped(file.path, outcome.skips);
	transaction(db, () => {
		outcome.removed = table.removeDocuments(table.urlsOf(file.path).filter((url) => !seen.has(url)));
		table.putFile({ path: file.path, stamp: file.stamp, hash, skips: outcome.skips });
	});
	return outcome;
}

/** Writes the documents that differ from what is held of a file; `all`: and takes out the ones that are not among them. */
function replaceDocuments(
	table: DocumentTable,
	file: FoundFile,
	documents: { page: Page; draft: Draft }[],
	all: boolean,
): Omit<Indexed, "skips"> {
	const written = { indexed: 0, unchanged: 0, removed: 0 };
	for (const { page, draft } of documents) {
		const digest = contentHash([
			page.title,
			page.kind,
			page.label,
			page.date ?? null,
			page.origin,
			page.hash,
			marksDigest(page),
		]);
		if (table.digestOf(page.url) === digest) {
			written.unchanged++;
			continue;
		}
		table.putDocument(file.path, page, digest, draft.headings);
		written.indexed++;
	}
	if (all) {
		const kept = new Set(documents.map(({ page }) => page.url));
		written.removed = table.removeDocuments(table.urlsOf(file.path).filter((url) => !kept.has(url)));
	}
	return written;
}

function marksDigest(page: Page): string {
	return JSON.stringify(page.tables === undefined ? page.marks : [page.marks, page.tables]);
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
