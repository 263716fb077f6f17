import { readFile } from "node:fs/promises";
import { readCsv } from "../read/csv.ts";
import { decode } from "../read/decode.ts";
import type { Draft } from "../read/draft.ts";
import { readJson } from "../read/json.ts";
import { readMarkdown } from "../read/markdown.ts";
import type { ReaderPool } from "../read/pool.ts";
import { readText } from "../read/text.ts";
import type { FoundFile } from "./files.ts";

/** Reads a file that is one document. Throws `Unreadable`, or the system's error. */
export async function readFileDraft(
	file: Pick<FoundFile, "path" | "format">,
	readers: ReaderPool,
	signal?: AbortSignal,
): Promise<Draft> {
	if (file.format === "html" || file.format === "pdf") return readers.read(file.path, file.format, signal);
	const source = decode(await readFile(file.path));
	switch (file.format) {
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
