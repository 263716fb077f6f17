import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { messageOf, UsageError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { asIndexError, isCorrupt, openDatabase, removeDatabase } from "./database.ts";
import { type FoundFiles, findFiles, readableEndings, type SkippedPath } from "./files.ts";
import { IndexEmbedder } from "./index-embedder.ts";
import type { IndexOutcome } from "./index-writes.ts";
import { type Corpus, type CorpusStats, IndexedCorpus } from "./indexed-corpus.ts";
import { updateIndex } from "./indexing.ts";
import { withLock } from "./lock.ts";
import { type IndexProgress, ProgressReporter } from "./progress.ts";

export type { SkippedPath as Skip } from "./files.ts";
export type { Corpus, CorpusStats } from "./indexed-corpus.ts";
export type { IndexProgress } from "./progress.ts";

export interface CorpusOptions {
	/** Folders (or single files) of documents. */
	folders: string[];
	/** Where the index is kept. It is a cache that can be deleted. */
	indexFolder: string;
	/** Search by meaning too. When false, the model is not loaded. */
	vectors: boolean;
	/**
	 * Embed all texts before the first search, however long it takes, and compare all by meaning. When false and they are many, a search
	 * compares its best passages by words only, and a child process of low priority embeds the others while this corpus is open.
	 */
	complete?: boolean | undefined;
	/** Maximum time for embedding in all; the rest is done the next time. No limit when absent. ms */
	embedMs?: number | undefined;
	onProgress?: ((progress: IndexProgress) => void) | undefined;
	onSkip?: ((skip: SkippedPath) => void) | undefined;
	/** As `CorpusStats.notes`, when they arise. */
	onNote?: ((note: string) => void) | undefined;
	signal?: AbortSignal | undefined;
}

/**
 * Opens folders as a corpus and brings their index up to date. Throws `UsageError` `CORPUS_MISSING` or `CORPUS_EMPTY`, and
 * `AssayError` `INDEX_UNWRITABLE`.
 */
export async function openCorpus(options: CorpusOptions): Promise<Corpus> {
	const { signal } = options;
	signal?.throwIfAborted();
	const roots = resolveFolders(options.folders);
	const path = indexPath(roots, options.indexFolder);
	try {
		return await openIndexed(options, roots, path, []);
	} catch (error) {
		signal?.throwIfAborted();
		if (!isCorrupt(error)) throw asIndexError(error, path);
		removeDatabase(path);
		return await openIndexed(options, roots, path, [
			`the corpus index was damaged (${messageOf(error)}) and has been built again`,
		]);
	}
}

/** The real paths of the folders (or files) that make a corpus, each once, by name. Throws `UsageError` `CORPUS_MISSING`. */
function resolveFolders(folders: string[]): string[] {
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

/** The file that holds the index of these (real) folders. */
export function indexPath(roots: string[], indexFolder: string): string {
	return join(resolve(indexFolder), `corpus-${shortHash(roots)}.sqlite`);
}

async function openIndexed(options: CorpusOptions, roots: string[], path: string, notes: string[]): Promise<Corpus> {
	const { signal, onProgress, onSkip, onNote } = options;
	const { db, rebuilt } = openDatabase(path);
	if (rebuilt !== undefined) notes.push(`the corpus index was built again: ${rebuilt}`);
	try {
		const progress = new ProgressReporter(onProgress);
		const embedding = options.vectors ? new IndexEmbedder(db, options.embedMs ?? Number.POSITIVE_INFINITY) : undefined;
		const { found, indexed } = await withLock(
			`${path}.lock`,
			async () => {
				const found = await findFiles(roots, signal);
				return { found, indexed: await updateIndex(db, found.files, progress, signal) };
			},
			() => progress.begin("waiting", 0),
			signal,
		);
		const skipped = [...found.skips, ...indexed.skips];
		for (const skip of skipped) onSkip?.(skip);
		for (const note of notes) onNote?.(note);
		const documents = countRows(db, "documents");
		if (documents === 0) throw emptyCorpusError(options.folders, found, skipped);
		const stats: CorpusStats = {
			documents,
			passages: countRows(db, "passages"),
			...documentCounts(indexed),
			skipped,
			vectors: options.vectors,
			meaning: "all",
			notes,
		};
		const corpus = new IndexedCorpus(db, path, stats, embedding, onNote);
		try {
			await corpus.prepare(progress, options);
			return corpus;
		} catch (error) {
			await corpus.close();
			throw error;
		}
	} catch (error) {
		if (db.isOpen) db.close();
		throw error;
	}
}

function countRows(db: DatabaseSync, table: "documents" | "passages"): number {
	return Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
}

function documentCounts({
	indexed,
	unchanged,
	removed,
}: IndexOutcome): Pick<CorpusStats, "indexed" | "unchanged" | "removed"> {
	return { indexed, unchanged, removed };
}

/** The error `CORPUS_EMPTY`, which says what was found instead of documents. */
function emptyCorpusError(folders: string[], found: FoundFiles, skipped: SkippedPath[]): UsageError {
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
