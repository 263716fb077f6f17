import { accessSync, constants, readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

import { AssayError, messageOf } from "../../base/errors.ts";
import type { Page } from "../../evidence/source.ts";
import { PageError } from "../provider.ts";
import { UnreadableError } from "../read/decode.ts";
import { type CorpusFile, currentStamp, formatOf, readErrorReason } from "./files.ts";
import { restorePage } from "./indexed-document.ts";
import { sharedReaders } from "./reader-pool.ts";
import { readRecordBatches } from "./record-batches.ts";

/** A document as it was indexed, and the file it came from. */
export interface StoredPage {
	page: Page;
	path: string;
	stamp: string;
}

/** Throws `PAGE_UNREADABLE` when the index does not hold the url. */
export function loadStoredPage(db: DatabaseSync, url: string): StoredPage {
	const row = db
		.prepare("select documents.*, stamp from documents left join files on files.path = file where url = ?")
		.get(url);
	if (row === undefined) throw unreadableError(url, "it is not a document of this corpus");
	return {
		path: String(row.file),
		stamp: String(row.stamp),
		page: restorePage({
			page: {
				url,
				title: String(row.title),
				kind: String(row.kind) as Page["kind"],
				label: String(row.label),
				date: row.date === null ? undefined : String(row.date),
				origin: String(row.origin),
				text: String(row.text),
				hash: String(row.hash),
			},
			marks: String(row.marks),
			tables: row.tables === null ? undefined : String(row.tables),
		}),
	};
}

/** The document as its file is now: as it was indexed when the file has not changed, else read again. */
export async function readCurrentPage(url: string, stored: StoredPage, signal?: AbortSignal): Promise<Page> {
	const { path, page } = stored;
	const readers = sharedReaders();
	try {
		if ((await currentStamp(path)) === stored.stamp) return page;
		const format = formatOf(path);
		if (format === undefined) throw new UnreadableError("its ending is not one that is read");
		const record = decodeURIComponent(new URL(url).hash.slice(1));
		const label = format === "jsonl" ? page.label.slice(0, -record.length - 1) : page.label;
		const file: Pick<CorpusFile, "path" | "label" | "format"> = { path, format, label };
		if (format !== "jsonl") {
			const [read] = await readers.readFiles([{ ...file, previousHash: undefined }], signal);
			if (read?.document === undefined) throw new UnreadableError(read?.reason ?? "it is empty");
			return restorePage(read.document);
		}
		for await (const { records } of readRecordBatches(file, readers, signal))
			for (const candidate of records)
				if ("document" in candidate && candidate.document.page.url === url) return restorePage(candidate.document);
		throw new UnreadableError("its file no longer holds the record");
	} catch (error) {
		signal?.throwIfAborted();
		throw unreadableError(url, error instanceof UnreadableError ? messageOf(error) : readErrorReason(error));
	}
}

/** A `PageError` `not_found` if the document is gone, and not only unreadable. */
function unreadableError(url: string, reason: string): AssayError {
	if (isGone(url)) return new PageError("not_found", `${url} cannot be read: ${reason}`);
	return new AssayError("PAGE_UNREADABLE", `${url} cannot be read: ${reason}`, {
		hint: "run the command again: the index follows the files",
	});
}

/** Whether the file is not there any more, or no longer holds the record that the address names. Called where the document was not found. */
function isGone(url: string): boolean {
	const { hash, href } = new URL(url);
	const file = fileURLToPath(href.slice(0, href.length - hash.length));
	try {
		accessSync(file, constants.R_OK);
		return hash !== "";
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "ENOENT" && holdsAny(dirname(file));
	}
}

/** Whether a folder holds anything. One that is away, or an empty place where a drive was mounted, says nothing of its files. */
function holdsAny(folder: string): boolean {
	try {
		return readdirSync(folder).length > 0;
	} catch {
		return false;
	}
}
