import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as breathe } from "node:timers/promises";

import { AssayError, messageOf, UsageError } from "../../base/errors.ts";
import { contentHash, shortHash } from "../../base/hash.ts";
import type { Hit, Page } from "../../evidence/source.ts";
import { type Meaning, openMeaning, withoutMeaning } from "../vectors/meaning.ts";
import { indexError, isCorrupt, openDatabase, removeDatabase } from "./database.ts";
import { Embedding } from "./embedding.ts";
import { endings, type Found, findFiles, type Skip } from "./files.ts";
import { startFilling } from "./fill.ts";
import { type Indexed, updateIndex } from "./indexing.ts";
import { withLock } from "./lock.ts";
import { type IndexProgress, Progress } from "./progress.ts";
import { readAgain, storedPage } from "./reread.ts";
import { Searcher } from "./search.ts";

export type { Skip } from "./files.ts";
export type { IndexProgress } from "./progress.ts";

export interface CorpusOptions {
	/** Folders (or single files) of documents. */
	folders: string[];
	/** Where the index is kept: a cache that can be thrown away. */
	indexFolder: string;
	/** Search by meaning too. Without it nothing of the model is loaded. */
	vectors: boolean;
	/**
	 * All texts are read for their meaning before the first search, however long it takes. Else those that a search needs are, when
	 * many are new, and a child process reads the others while this one is open and little else is done.
	 */
	complete?: boolean | undefined;
	/** Texts are read for their meaning no longer than this in all; what is left is done the next time. No limit when not given. ms */
	embedMs?: number | undefined;
	onProgress?: ((progress: IndexProgress) => void) | undefined;
	onSkip?: ((skip: Skip) => void) | undefined;
	/** As `CorpusStats.notes`, when they arise. */
	onNote?: ((note: string) => void) | undefined;
	signal?: AbortSignal | undefined;
}

export interface CorpusStats {
	documents: number;
	passages: number;
	/** Documents written into the index, left as they were, and taken out of it, by this opening. */
	indexed: number;
	unchanged: number;
	removed: number;
	skipped: Skip[];
	/** Whether meaning is searched; when it was asked for and is not, `notes` says why. */
	vectors: boolean;
	/** Whether all texts have been read for their meaning, or only what each search finds by words is weighed by it. */
	meaning: Reach;
	/** What a user should be told: an index that had to be built again, vectors that cannot be used. */
	notes: string[];
}

/** Which passages of a search are weighed by meaning: all, or the best by words. */
export type Reach = "all" | "candidates";

/** Folders of documents on this machine, indexed and searchable. */
export interface Corpus {
	readonly name: string;
	readonly stats: CorpusStats;
	/** Hash of all documents' hashes: the same content gives the same fingerprint. */
	readonly fingerprint: string;
	/** Documents whose title is, or nearly is, one of these names. */
	titles(names: string[]): Promise<Hit[]>;
	/** The passages nearest to a query, best first, at most `limit`, at most two of one document. */
	search(query: string, limit: number, signal?: AbortSignal): Promise<Hit[]>;
	/** The whole document behind a hit's `url`. Throws an `AssayError` with code `PAGE_UNREADABLE` and the reason. */
	read(url: string, signal?: AbortSignal): Promise<Page>;
	/** As `SourceProvider.similarity`. */
	similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[] | undefined>;
	/** Searches from here on as another process did, so that a resumed run finds what the unbroken one would have found. */
	searchAs(meaning: Reach): void;
	close(): Promise<void>;
}

/** So few new texts are read for their meaning at once: it takes a second or two. */
const embeddedAtOnce = 100;

/**
 * Opens folders as a corpus: brings their index up to date and searches it.
 * Throws `UsageError` `CORPUS_MISSING` or `CORPUS_EMPTY`, and `AssayError` `INDEX_UNWRITABLE`.
 */
export async function openCorpus(options: CorpusOptions): Promise<Corpus> {
	const { signal } = options;
	signal?.throwIfAborted();
	const roots = rootsOf(options.folders);
	const path = indexPath(roots, options.indexFolder);
	try {
		return await open(options, roots, path, []);
	} catch (error) {
		signal?.throwIfAborted();
		if (!isCorrupt(error)) throw indexError(error, path);
		removeDatabase(path);
		return await open(options, roots, path, [
			`the corpus index was damaged (${messageOf(error)}) and has been built again`,
		]);
	}
}

/** The file that holds the index of these (real) folders. */
export function indexPath(roots: string[], indexFolder: string): string {
	return join(resolve(indexFolder), `corpus-${shortHash(roots)}.sqlite`);
}

async function open(options: CorpusOptions, roots: string[], path: string, notes: string[]): Promise<Corpus> {
	const { signal, onProgress, onSkip, onNote } = options;
	const { db, rebuilt } = openDatabase(path);
	if (rebuilt !== undefined) notes.push(`the corpus index was built again: ${rebuilt}`);
	try {
		const progress = new Progress(onProgress);
		const embedding = options.vectors ? new Embedding(db, options.embedMs ?? Number.POSITIVE_INFINITY) : undefined;
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
		const documents = countOf(db, "documents");
		if (documents === 0) throw emptyCorpus(options.folders, found, skipped);
		const stats: CorpusStats = {
			documents,
			passages: countOf(db, "passages"),
			...countsOf(indexed),
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

class IndexedCorpus implements Corpus {
	readonly name = "corpus";
	readonly stats: CorpusStats;
	readonly fingerprint: string;
	readonly #db: DatabaseSync;
	readonly #path: string;
	readonly #searcher: Searcher;
	readonly #meaning: Meaning;
	readonly #embedding: Embedding | undefined;
	readonly #onNote: CorpusOptions["onNote"];
	#filling: { stop(): void } | undefined;
	/** All texts were read for their meaning, or as many as there was time for. */
	#isComplete = false;
	#wasShort = false;

	constructor(
		db: DatabaseSync,
		path: string,
		stats: CorpusStats,
		embedding: Embedding | undefined,
		onNote: CorpusOptions["onNote"],
	) {
		this.#onNote = onNote;
		this.#db = db;
		this.#path = path;
		this.stats = stats;
		this.#embedding = embedding;
		this.#searcher = new Searcher(db);
		this.#meaning = openMeaning((note) => this.#lose(note));
		this.fingerprint = contentHash(
			db
				.prepare("select hash from documents order by hash")
				.all()
				.map((row) => String(row.hash))
				.join("\n"),
		);
	}

	/** Reads what is new for its meaning, or has it read in time. */
	async prepare(progress: Progress, { complete, signal }: Pick<CorpusOptions, "complete" | "signal">): Promise<void> {
		if (!this.#embedding) return;
		if (complete === true || this.#embedding.missing <= embeddedAtOnce) return this.#complete(progress, signal);
		this.stats.meaning = "candidates";
		this.#filling = startFilling(this.#path);
	}

	searchAs(meaning: Reach): void {
		this.stats.meaning = meaning;
	}

	async search(query: string, limit: number, signal?: AbortSignal): Promise<Hit[]> {
		// Several queries are asked at once, and each blocks: in between, Ctrl-C is heard.
		await breathe();
		signal?.throwIfAborted();
		const vector = this.stats.vectors ? await this.#meaning.vectorOf(query) : undefined;
		signal?.throwIfAborted();
		if (vector === undefined) return this.#reading(() => this.#searcher.search(query, undefined, limit));
		if (this.stats.meaning === "all") {
			if (!this.#isComplete) await this.#complete(undefined, signal);
			return this.#reading(() => this.#searcher.search(query, vector, limit));
		}
		const among = this.#reading(() => this.#searcher.candidates(query));
		const isRead = await this.#embed(among, undefined, signal);
		return this.#reading(() => this.#searcher.search(query, isRead ? vector : undefined, limit, among));
	}

	async titles(names: string[]): Promise<Hit[]> {
		return this.#reading(() => this.#searcher.titles(names));
	}

	async read(url: string, signal?: AbortSignal): Promise<Page> {
		signal?.throwIfAborted();
		const stored = this.#reading(() => storedPage(this.#db, url));
		return readAgain(url, stored, signal);
	}

	async similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[] | undefined> {
		return this.stats.vectors ? this.#meaning.similarity(query, texts, signal) : undefined;
	}

	async close(): Promise<void> {
		this.#filling?.stop();
		this.#embedding?.close();
		await this.#meaning.close();
		if (this.#db.isOpen) this.#db.close();
	}

	async #complete(progress: Progress | undefined, signal: AbortSignal | undefined): Promise<void> {
		await this.#embed(undefined, progress, signal);
		this.#isComplete = true;
	}

	/** Reads passages, or all, for their meaning; false when that was not done. */
	async #embed(passages: readonly number[] | undefined, progress?: Progress, signal?: AbortSignal): Promise<boolean> {
		try {
			const isDone = (await this.#embedding?.give(passages, progress, signal)) === true;
			if (!isDone && !this.#wasShort) this.#note(unread);
			this.#wasShort ||= !isDone;
			return isDone;
		} catch (error) {
			signal?.throwIfAborted();
			if (error instanceof Error && "errcode" in error) throw error;
			this.#lose(withoutMeaning(error));
			return false;
		}
	}

	#lose(note: string): void {
		this.stats.vectors = false;
		this.#note(note);
	}

	#note(text: string): void {
		this.stats.notes.push(text);
		this.#onNote?.(text);
	}

	#reading<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			if (!isCorrupt(error)) throw indexError(error, this.#path);
			throw new AssayError("INDEX_DAMAGED", `the corpus index ${this.#path} is damaged (${messageOf(error)})`, {
				hint: `remove it and run the command again, it is built from the documents: rm "${this.#path}"`,
				cause: error,
			});
		}
	}
}

const unread =
	"the time for it was short: some texts are searched by words only; the next command goes on with their meaning";

function rootsOf(folders: string[]): string[] {
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

function emptyCorpus(folders: string[], found: Found, skipped: Skip[]): UsageError {
	const others = [...found.others].sort((a, b) => b[1] - a[1]).slice(0, 6);
	const parts = [
		others.length > 0 ? `only ${others.map(([ending, count]) => `${count} of ${ending}`).join(", ")}` : "",
		skipped.length > 0 ? `${skipped.length} skipped, e.g. ${skipped[0]?.path}: ${skipped[0]?.reason}` : "",
	].filter((part) => part !== "");
	return new UsageError(
		"CORPUS_EMPTY",
		`no readable document in ${folders.join(", ")}: found ${parts.join("; ") || "no file"}`,
		{
			hint: `give a folder with files that end in ${endings}`,
		},
	);
}

function countOf(db: DatabaseSync, table: "documents" | "passages"): number {
	return Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
}

function countsOf({ indexed, unchanged, removed }: Indexed): Pick<CorpusStats, "indexed" | "unchanged" | "removed"> {
	return { indexed, unchanged, removed };
}
