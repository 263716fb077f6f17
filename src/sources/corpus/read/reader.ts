import { readFile } from "node:fs/promises";

import type { FoundFile } from "../files.ts";
import { decode } from "./decode.ts";
import type { Draft } from "./draft.ts";
import { readMarkdown } from "./markdown.ts";
import type { ReaderPool } from "./pool.ts";
import { readText } from "./text.ts";

/** Reads a file that is one document. Throws `Unreadable`, or the system's error. */
export async function readFileDraft(
	file: Pick<FoundFile, "path" | "format">,
	readers: ReaderPool,
	signal?: AbortSignal,
): Promise<Draft> {
	if (file.format === "html" || file.format === "pdf") return readers.read(file.path, file.format, signal);
	const source = decode(await readFile(file.path));
	return file.format === "markdown" ? readMarkdown(source) : readText(source);
}
