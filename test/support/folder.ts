import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A folder of documents, by path and text; gone when the test is. */
export function folderOf(files: Record<string, string>): string {
	const folder = emptyFolder();
	writeFiles(folder, files);
	return folder;
}

/** Documents below a folder, by path and content. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
}

export function emptyFolder(): string {
	const folder = newFolder();
	onTestFinished(() => remove(folder));
	return folder;
}

/** An empty folder that all tests of a file share. */
export function sharedFolder(): string {
	const folder = newFolder();
	afterAll(() => remove(folder));
	return folder;
}

const newFolder = () => mkdtempSync(join(tmpdir(), "assay-test-"));
/** A process that is just ending may still write into it. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
