import { realpathSync } from "node:fs";

import { UsageError } from "../../base/errors.ts";
import { type FoundFiles, readableEndings, type SkippedPath } from "./files.ts";

/** The real paths of the folders (or files) that make a corpus, each once, by name. Throws `UsageError` `CORPUS_MISSING`. */
export function resolveFolders(folders: string[]): string[] {
	if (folders.length === 0)
		throw new UsageError("CORPUS_MISSING", "no corpus folder was given", { hint: "give one: --corpus FOLDER" });
	const roots = folders.map((folder) => {
		try {
			return realpathSync(folder);
		} catch (error) {
			throw new UsageError("CORPUS_MISSING", `the corpus folder ${folder} is not there or cannot be opened`, {
				hint: "check the path: --corpus FOLDER",
				cause: error,
			});
		}
	});
	return [...new Set(roots)].sort();
}

/** The error `CORPUS_EMPTY`, which says what was found instead of documents. */
export function emptyCorpusError(folders: string[], found: FoundFiles, skipped: SkippedPath[]): UsageError {
	const others = [...found.others].sort((a, b) => b[1] - a[1]).slice(0, 6);
	const parts = [
		others.length > 0 ? `only ${others.map(([ending, count]) => `${count} of ${ending}`).join(", ")}` : "",
		skipped.length > 0 ? `${skipped.length} skipped, e.g. ${skipped[0]?.path}: ${skipped[0]?.reason}` : "",
	].filter((part) => part !== "");
	return new UsageError(
		"CORPUS_EMPTY",
		`no readable document in ${folders.join(", ")}: found ${parts.join("; ") || "no file"}`,
		{
			hint: `give a folder with files that end in ${readableEndings}`,
		},
	);
}
