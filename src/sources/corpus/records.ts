import { createReadStream } from "node:fs";

import { limits } from "../../base/limits.ts";
import { Unreadable } from "../read/decode.ts";
import type { Draft } from "../read/draft.ts";
import type { Skip } from "./files.ts";
import { readRecord } from "./record.ts";

export interface CorpusRecord {
	id: string;
	draft: Draft;
	/** 1-based line of the file, and how far into it the record ends, in bytes. */
	line: number;
	bytes: number;
}

/** The records of a `.jsonl` file, one at a time; lines that are none go to `skips`. Memory: one line. */
export async function* recordsOf(path: string, skips: Skip[]): AsyncGenerator<CorpusRecord> {
	let line = 0;
	for await (const { text, bytes } of linesOf(path)) {
		line++;
		const content = line === 1 ? text.replace(/^\ufeff/, "") : text;
		if (content.trim() === "") continue;
		const record = content.includes("\u0000")
			? ({ ok: false, reason: "it is binary, not text" } as const)
			: readRecord(content, line);
		if (record.ok) yield { id: record.id, draft: record.draft, line, bytes };
		else skips.push({ path: `${path}:${line}`, reason: record.reason });
	}
}

async function* linesOf(path: string): AsyncGenerator<{ text: string; bytes: number }> {
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	let rest: Uint8Array[] = [];
	let held = 0;
	let bytes = 0;
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
		const buffer: Buffer = chunk;
		let from = 0;
		for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, from)) {
			rest.push(buffer.subarray(from, at));
			bytes += held + (at - from) + 1;
			yield { text: decoder.decode(Buffer.concat(rest)), bytes };
			rest = [];
			held = 0;
			from = at + 1;
		}
		if (from < buffer.length) {
			rest.push(buffer.subarray(from));
			held += buffer.length - from;
		}
		if (held > limits.documentBytes)
			throw new Unreadable(`it has a line larger than ${limits.documentBytes / 1_000_000} MB`);
	}
	if (held > 0) yield { text: decoder.decode(Buffer.concat(rest)), bytes: bytes + held };
}
