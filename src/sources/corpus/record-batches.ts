import { createReadStream } from "node:fs";

import { limits } from "../../base/limits.ts";
import { UnreadableError } from "../read/decode.ts";
import type { CorpusFile } from "./files.ts";
import type { DocumentReaderPool } from "./reader-pool.ts";
import type { LineJob, RecordResult } from "./worker.ts";

export interface RecordBatch {
	records: RecordResult[];
	/** Where this batch ends in the file, in bytes. */
	bytes: number;
}

/**
 * Yields the records of a `.jsonl` file in batches, with the reasons why other lines are none. The next batch is read while the
 * caller works on the last one. Throws `UnreadableError` for a line that is too long, or the system's error.
 */
export async function* readRecordBatches(
	file: Pick<CorpusFile, "path" | "label">,
	readers: DocumentReaderPool,
	signal?: AbortSignal,
): AsyncGenerator<RecordBatch> {
	let inFlight: Promise<RecordBatch> | undefined;
	for await (const { lines, bytes } of lineBatches(file.path)) {
		const next = readers.readLines(lines, file, signal).then((records) => ({ records, bytes }));
		// It is awaited below, unless the caller has stopped before.
		next.catch(() => {});
		if (inFlight) yield await inFlight;
		inFlight = next;
	}
	if (inFlight) yield await inFlight;
}

async function* lineBatches(path: string): AsyncGenerator<{ lines: LineJob[]; bytes: number }> {
	let lines: LineJob[] = [];
	let held = 0;
	let bytes = 0;
	for await (const line of readLines(path)) {
		lines.push(line);
		held += line.bytes.length;
		bytes += line.bytes.length + 1;
		if (lines.length < limits.recordsAtOnce && held < limits.documentsBytes) continue;
		yield { lines, bytes };
		lines = [];
		held = 0;
	}
	if (lines.length > 0) yield { lines, bytes };
}

async function* readLines(path: string): AsyncGenerator<LineJob> {
	let rest: Uint8Array[] = [];
	let held = 0;
	let line = 0;
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
		const buffer: Buffer = chunk;
		let from = 0;
		for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, from)) {
			rest.push(buffer.subarray(from, at));
			yield { line: ++line, bytes: rest.length === 1 ? buffer.subarray(from, at) : Buffer.concat(rest) };
			rest = [];
			held = 0;
			from = at + 1;
		}
		if (from < buffer.length) {
			rest.push(buffer.subarray(from));
			held += buffer.length - from;
		}
		if (held > limits.documentBytes)
			throw new UnreadableError(`it has a line larger than ${limits.documentBytes / 1_000_000} MB`);
	}
	if (held > 0) yield { line: ++line, bytes: Buffer.concat(rest) };
}
