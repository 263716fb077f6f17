/** The child process that reads the documents of folders. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { messageOf } from "../../base/errors.ts";
import { decodeFile } from "../read/decode.ts";
import { checkTextSize, serveJobs } from "../read/job-server.ts";
import { readJson } from "../read/json.ts";
import { readMarkdown } from "../read/markdown.ts";
import type { ParsedDocument } from "../read/parsed-document.ts";
import { readText } from "../read/plain-text.ts";
import { sanitizeDocument } from "../read/sanitize.ts";
import { readCsv } from "../read/tables/csv.ts";
import { type CorpusFile, type Format, readErrorReason } from "./files.ts";
import { buildDocument, type IndexedDocument } from "./indexed-document.ts";
import { parseRecord } from "./record.ts";

export interface FileJob extends Pick<CorpusFile, "path" | "label" | "format"> {
	/** Hash of the file's content when it was last read. A file that still has it is not parsed. */
	previousHash: string | undefined;
}

/** A line of a `.jsonl` file, 1-based. */
export interface LineJob {
	line: number;
	bytes: Uint8Array;
}

export type DocumentJob = { files: FileJob[] } | { lines: LineJob[]; file: Pick<CorpusFile, "path" | "label"> };

/**
 * `hash` is missing when the system or the limits are at fault, not the content. Without `document` and `reason` the file is
 * unchanged.
 */
export interface FileResult {
	hash?: string | undefined;
	document?: IndexedDocument | undefined;
	reason?: string | undefined;
}

export type RecordResult = { line: number } & ({ id: string; document: IndexedDocument } | { reason: string });

serveJobs<DocumentJob, (FileResult | RecordResult)[]>(async (job) => {
	if ("lines" in job) return job.lines.flatMap((line) => parseLine(line, job.file));
	const read: FileResult[] = [];
	for (const file of job.files) read.push(await readFileJob(file));
	return read;
});

async function readFileJob(file: FileJob): Promise<FileResult> {
	let bytes: Uint8Array;
	try {
		bytes = await readFile(file.path);
	} catch (error) {
		return { reason: readErrorReason(error) };
	}
	const hash = createHash("sha256").update(bytes).digest("hex");
	if (hash === file.previousHash) return { hash };
	try {
		const draft = sanitizeDocument(checkTextSize(await readDocument(file.format, bytes)));
		return draft.text.trim() === "" ? { hash, reason: "it is empty" } : { hash, document: buildDocument(draft, file) };
	} catch (error) {
		return { hash, reason: messageOf(error) };
	}
}

/** Reads the bytes of a file that is one document. Throws an Error whose message is the reason why it cannot be read. */
async function readDocument(format: Format, bytes: Uint8Array): Promise<ParsedDocument> {
	if (format === "pdf") return (await import("../read/pdf/pdf.ts")).readPdf(bytes);
	const source = decodeFile(bytes, format === "html");
	switch (format) {
		case "html":
			return (await import("../read/html/html.ts")).readHtml(source);
		case "markdown":
			return readMarkdown(source);
		case "csv":
			return readCsv(source);
		case "json":
			return readJson(source);
		default:
			return readText(source);
	}
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Parses one line; an empty one gives nothing. */
function parseLine({ line, bytes }: LineJob, file: Pick<CorpusFile, "path" | "label">): RecordResult[] {
	const text = decoder.decode(bytes);
	const content = line === 1 ? text.replace(/^\ufeff/, "") : text;
	if (content.trim() === "") return [];
	if (content.includes("\u0000")) return [{ line, reason: "it is binary, not text" }];
	const record = parseRecord(content, line);
	if (!record.ok) return [{ line, reason: record.reason }];
	return [{ line, id: record.id, document: buildDocument(sanitizeDocument(record.draft), file, record.id) }];
}
