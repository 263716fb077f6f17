import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of documents, by path and text; gone when the test is. */
export function folderOf(files: Record<string, string>): string {
	const folder = emptyFolder();
	writeFiles(folder, files);
	return folder;
}

/** Documents below a folder, by path and text. */
export function writeFiles(folder: string, files: Record<string, string>): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
}

export function emptyFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
