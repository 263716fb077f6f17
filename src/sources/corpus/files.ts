import type { BigIntStats, Dirent } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";

import { messageOf } from "../../base/errors.ts";

export interface SkippedPath {
	path: string;
	reason: string;
}

/** How a file's content is read, by the ending of its name. */
export type Format = "markdown" | "text" | "html" | "pdf" | "csv" | "json" | "jsonl";

const formats: Record<string, Format> = {
	".md": "markdown",
	".txt": "text",
	".html": "html",
	".htm": "html",
	".pdf": "pdf",
	".csv": "csv",
	".tsv": "csv",
	".json": "json",
	".ndjson": "json",
	".jsonl": "jsonl",
};
export const readableEndings = Object.keys(formats).join(" ");

export interface CorpusFile {
	path: string;
	/** Path below the corpus folder, with `/`. */
	label: string;
	format: Format;
	size: number;
	/** Changes whenever the file may have changed: times in ns, size, inode. */
	stamp: string;
}

export interface FoundFiles {
	files: CorpusFile[];
	skips: SkippedPath[];
	/** Number of other files by their ending. */
	others: Map<string, number>;
}

/**
 * Finds all readable files below the given folders (or files), by name. Links are reported, not followed: their targets are read
 * where they are.
 */
export async function findFiles(folders: string[], signal?: AbortSignal): Promise<FoundFiles> {
	const found: FoundFiles = { files: [], skips: [], others: new Map() };
	const seen = new Set<string>();
	for (const folder of folders) {
		const root = await realpath(folder);
		if (seen.has(root)) continue;
		if ((await stat(root)).isDirectory()) await visitFolder(root, root, found, seen, signal);
		else await addFile(root, basename(root), found, seen);
	}
	return withoutPageSources(found);
}

/**
 * Drops page sources: the document is read once. Sphinx puts the source `_sources/NAME.rst.txt` beside `NAME.html` (`html_copy_source`).
 * Other text `NAME.txt` or `NAME.md` beside `NAME.html` is its source if the page holds most of its first words.
 */
async function withoutPageSources(found: FoundFiles): Promise<FoundFiles> {
	const paths = new Set(found.files.map(({ path }) => path));
	const folders = new Map<string, number>();
	const files: CorpusFile[] = [];
	for (const file of found.files) {
		const folder = await sourceFolderOf(file, paths);
		if (folder === undefined) files.push(file);
		else folders.set(folder, (folders.get(folder) ?? 0) + 1);
	}
	const skips = [...folders].map(([path, count]) => ({
		path,
		reason: `${count} of its files are what pages were made of that are read`,
	}));
	return { ...found, files, skips: [...found.skips, ...skips] };
}

/** The folder of page sources that holds a file. Undefined for other files. */
async function sourceFolderOf({ path, format }: CorpusFile, paths: ReadonlySet<string>): Promise<string | undefined> {
	const [, above, name] = /^(.*[\\/])_sources[\\/](.+?)(?:\.\w+)?\.txt$/u.exec(path) ?? [];
	if (above !== undefined && paths.has(`${above}${name}.html`)) return `${above}_sources`;
	const page = `${path.slice(0, -extname(path).length)}.html`;
	const isText = format === "text" || format === "markdown";
	return isText && paths.has(page) && (await isSourceOf(path, page)) ? dirname(path) : undefined;
}

/** Whether a page holds most of the words that a text begins with. */
async function isSourceOf(path: string, page: string): Promise<boolean> {
	const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));
	const [words, held] = [
		wordsOf(await beginningOf(path, sourceBytesMax)),
		wordsOf(await beginningOf(page, pageBytesMax)),
	];
	return words.size > 0 && words.intersection(held).size / words.size >= heldShareMin;
}
/** A page has a head and marks, and may begin with a menu. */
const [sourceBytesMax, pageBytesMax] = [4_000, 100_000];
const heldShareMin = 0.7;

/** The first bytes of a file as UTF-8. Empty if it cannot be read. */
async function beginningOf(path: string, bytes: number): Promise<string> {
	const file = await open(path).catch(() => undefined);
	if (!file) return "";
	try {
		const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes) });
		return buffer.toString("utf8", 0, bytesRead);
	} catch {
		return "";
	} finally {
		await file.close();
	}
}

async function visitFolder(
	root: string,
	folder: string,
	found: FoundFiles,
	seen: Set<string>,
	signal?: AbortSignal,
): Promise<void> {
	signal?.throwIfAborted();
	if (seen.has(folder)) return;
	seen.add(folder);
	let entries: Dirent[];
	try {
		entries = await readdir(folder, { withFileTypes: true });
	} catch (error) {
		found.skips.push({ path: folder, reason: readErrorReason(error) });
		return;
	}
	entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	for (const entry of entries) {
		if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
		const path = join(folder, entry.name);
		if (entry.isSymbolicLink()) await reportLink(root, path, found);
		else if (entry.isDirectory()) await visitFolder(root, path, found, seen, signal);
		else if (formatOf(path) !== undefined && !entry.isFile())
			found.skips.push({ path, reason: "it is not a regular file" });
		else await addFile(path, relative(root, path).split(sep).join("/"), found, seen);
	}
}

async function addFile(path: string, label: string, found: FoundFiles, seen: Set<string>): Promise<void> {
	const format = formatOf(path);
	if (format === undefined) {
		const ending = extname(path).toLowerCase() || "no ending";
		found.others.set(ending, (found.others.get(ending) ?? 0) + 1);
		return;
	}
	if (seen.has(path)) return;
	seen.add(path);
	try {
		const stats = await stat(path, { bigint: true });
		found.files.push({ path, label, format, size: Number(stats.size), stamp: stampOf(stats) });
	} catch (error) {
		found.skips.push({ path, reason: readErrorReason(error) });
	}
}

/**
 * Reports a symbolic link. One inside the folder adds nothing, and one that leaves it could pull in what nobody meant to be quoted.
 */
async function reportLink(root: string, path: string, found: FoundFiles): Promise<void> {
	try {
		const target = await realpath(path);
		const isFolder = (await stat(target)).isDirectory();
		if (!isFolder && formatOf(target) === undefined) return;
		const inside = target === root || target.startsWith(root + sep);
		const reason = inside
			? "a symbolic link to what is read already"
			: "a symbolic link out of the corpus; give its target as a corpus folder";
		found.skips.push({ path, reason });
	} catch (error) {
		found.skips.push({ path, reason: readErrorReason(error) });
	}
}

/** The current stamp of a file, as `CorpusFile.stamp`. */
export async function currentStamp(path: string): Promise<string> {
	return stampOf(await stat(path, { bigint: true }));
}

function stampOf(stats: BigIntStats): string {
	return `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`;
}

export function formatOf(path: string): Format | undefined {
	return formats[extname(path).toLowerCase()];
}

/** Why the system refused a file, in words. */
export function readErrorReason(error: unknown): string {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	const reasons: Record<string, string> = {
		EACCES: "no permission to read it",
		EPERM: "no permission to read it",
		ENOENT: "it is not there (a broken link, or removed meanwhile)",
		ELOOP: "symbolic links that run in a circle",
		EIO: "the disk could not read it",
		ENAMETOOLONG: "its path is too long",
	};
	return reasons[code] ?? messageOf(error);
}
