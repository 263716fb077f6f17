/** The child process that reads the documents of folders. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { messageOf } from "../../base/errors.ts";
import { answerJobs, checkedSize } from "../read/child.ts";
import { harmlessDraft } from "../read/harmless.ts";
import { documentOf, type IndexedDocument } from "./document.ts";
import { type FoundFile, reasonOf } from "./files.ts";
import { readDraft } from "./reader.ts";
import { readRecord } from "./record.ts";

export interface FileJob extends Pick<FoundFile, "path" | "label" | "format"> {
	/** Hash of the file's content when it was last read. A file that still has it is not parsed. */
	before: string | undefined;
}

/** A line of a `.jsonl` file, 1-based. */
export interface LineJob {
	line: number;
	bytes: Uint8Array;
}

export type DocumentJob = { files: FileJob[] } | { lines: LineJob[]; file: Pick<FoundFile, "path" | "label"> };

/**
 * `hash` is missing when the system or the limits are at fault, not the content. Without `document` and `reason` the file is
 * unchanged.
 */
export interface FileRead {
	hash?: string | undefined;
	document?: IndexedDocument | undefined;
	reason?: string | undefined;
}

export type RecordRead = { line: number } & ({ id: string; document: IndexedDocument } | { reason: string });

answerJobs<DocumentJob, (FileRead | RecordRead)[]>(async (job) => {
	if ("lines" in job) return job.lines.flatMap((line) => recordIn(line, job.file));
	const read: FileRead[] = [];
	for (const file of job.files) read.push(await fileRead(file));
	return read;
});

async function fileRead(file: FileJob): Promise<FileRead> {
	let bytes: Uint8Array;
	try {
		bytes = await readFile(file.path);
	} catch (error) {
		return { reason: reasonOf(error) };
	}
	const hash = createHash("sha256").update(bytes).digest("hex");
	if (hash === file.before) return { hash };
	try {
		const draft = harmlessDraft(checkedSize(await readDraft(file.format, bytes)));
		return draft.text.trim() === "" ? { hash, reason: "it is empty" } : { hash, document: documentOf(draft, file) };
	} catch (error) {
		return { hash, reason: messageOf(error) };
	}
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Parses one line; an empty one gives nothing. */
function recordIn({ line, bytes }: LineJob, file: Pick<FoundFile, "path" | "label">): RecordRead[] {
	const text = decoder.decode(bytes);
	const content = line === 1 ? text.replace(/^\ufeff/, "") : text;
	if (content.trim() === "") return [];
	if (content.includes("\u0000")) return [{ line, reason: "it is binary, not text" }];
	const record = readRecord(content, line);
	if (!record.ok) return [{ line, reason: record.reason }];
	return [{ line, id: record.id, document: documentOf(harmlessDraft(record.draft), file, record.id) }];
}
