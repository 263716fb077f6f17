import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

import { limits } from "../../base/limits.ts";
import type { DocumentTable } from "./document-table.ts";
import type { CorpusFile, SkippedPath } from "./files.ts";
import type { IndexedDocument } from "./indexed-document.ts";
import type { DocumentReaderPool } from "./reader-pool.ts";

export interface IndexOutcome {
	/** Documents written, unchanged and removed. */
	indexed: number;
	unchanged: number;
	removed: number;
	skips: SkippedPath[];
}

/** What an update of the index works with. */
export interface IndexUpdate {
	table: DocumentTable;
	readers: DocumentReaderPool;
	signal: AbortSignal;
	/** Hash of a file's content when it was last read. */
	previousHashOf(path: string): string | undefined;
	/** Runs a write as one transaction. Writes run one after another. */
	write<T>(work: () => Generator<void, T>): Promise<T>;
}

/** Removes the documents of a file that cannot be read, and records the reason. */
export function* recordSkip(
	table: DocumentTable,
	{ path, stamp }: Pick<CorpusFile, "path" | "stamp">,
	hash: string | undefined,
	reason: string,
): Generator<void, IndexOutcome> {
	const skips = [{ path, reason }];
	const removed = table.removeFile(path);
	yield;
	if (hash !== undefined) table.putFile({ path, stamp, hash, skips });
	return { indexed: 0, unchanged: 0, removed, skips };
}

export function tooLargeReason({ format, size }: CorpusFile): string | undefined {
	const most = format === "jsonl" ? limits.recordFileBytes : format === "pdf" ? limits.pdfBytes : limits.documentBytes;
	return size > most ? `it is larger than ${most / 1_000_000} MB` : undefined;
}

/** Writes the documents that differ from those in the index. */
export function* replaceDocuments(
	table: DocumentTable,
	path: string,
	documents: readonly IndexedDocument[],
): Generator<void, Pick<IndexOutcome, "indexed" | "unchanged">> {
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

export async function hashFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
	return hash.digest("hex");
}
