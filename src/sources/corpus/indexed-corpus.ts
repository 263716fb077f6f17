import type { DatabaseSync } from "node:sqlite";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import { AssayError, messageOf } from "../../base/errors.ts";
import { contentHash } from "../../base/hash.ts";
import type { Hit, Likeness, Page, PassageReading, ReadPassage } from "../../evidence/source.ts";
import { openPassageReader, type PassageReader } from "../comprehension/passage-reader.ts";
import { openTextSimilarity, type TextSimilarity, wordsOnlyNote } from "../vectors/text-similarity.ts";
import { CorpusSearcher } from "./corpus-searcher.ts";
import { asIndexError, isCorrupt } from "./database.ts";
import type { SkippedPath } from "./files.ts";
import { type IndexEmbedder, startBackgroundEmbedding } from "./index-embedder.ts";
import type { ProgressReporter } from "./progress.ts";
import { isEnglishQuery } from "./query-terms.ts";
import { loadStoredPage, readCurrentPage } from "./stored-page.ts";

export interface CorpusStats {
	documents: number;
	passages: number;
	/** Documents that this opening wrote, left unchanged, and removed. */
	indexed: number;
	unchanged: number;
	removed: number;
	skipped: SkippedPath[];
	/** Whether search by meaning works; when it was requested and does not, `notes` says why. */
	vectors: boolean;
	/** Which passages a search compares by meaning. */
	meaning: MeaningScope;
	/** Notes for the user: an index that was rebuilt, vectors that cannot be used. */
	notes: string[];
}

/** Which passages a search compares by meaning: all, or only the best by words. */
export type MeaningScope = "all" | "candidates";

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
	similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Likeness[] | undefined>;
	/** As `SourceProvider.readPassages`. */
	readPassages(
		question: string,
		passages: readonly ReadPassage[],
		signal?: AbortSignal,
	): Promise<PassageReading[] | undefined>;
	/**
	 * Makes searches compare by meaning as an earlier process did, so that a resumed run finds what an uninterrupted one would have
	 * found.
	 */
	setMeaningScope(meaning: MeaningScope): void;
	close(): Promise<void>;
}

/** A corpus of up to this many texts is embedded when it is opened, which takes a second or two. */
const immediateTextsMax = 100;

/** A corpus whose index is up to date. */
export class IndexedCorpus implements Corpus {
	readonly name = "corpus";
	readonly stats: CorpusStats;
	readonly fingerprint: string;
	readonly #db: DatabaseSync;
	readonly #path: string;
	readonly #searcher: CorpusSearcher;
	readonly #similarity: TextSimilarity;
	readonly #reader: PassageReader;
	readonly #embedder: IndexEmbedder | undefined;
	readonly #onNote: ((note: string) => void) | undefined;
	#backgroundEmbedding: { stop(): void } | undefined;
	/** All texts are embedded, or as many as there was time for. */
	#isComplete = false;
	#wasTimeShort = false;

	constructor(
		db: DatabaseSync,
		path: string,
		stats: CorpusStats,
		embedding: IndexEmbedder | undefined,
		onNote: ((note: string) => void) | undefined,
	) {
		this.#onNote = onNote;
		this.#db = db;
		this.#path = path;
		this.stats = stats;
		this.#embedder = embedding;
		this.#searcher = new CorpusSearcher(db);
		this.#similarity = openTextSimilarity((note) => this.#disableVectors(note));
		this.#reader = openPassageReader((note) => this.#addNote(note));
		this.fingerprint = contentHash(
			db
				.prepare("select hash from documents order by hash")
				.all()
				.map((row) => String(row.hash))
				.join("\n"),
		);
	}

	/**
	 * Embeds the texts of a small corpus, or starts a child process that embeds those of a large one. Which passages are compared by
	 * meaning depends on the corpus alone, and not on how many vectors an index already holds: the same question finds the same.
	 */
	async prepare(
		progress: ProgressReporter,
		{ complete, signal }: { complete?: boolean | undefined; signal?: AbortSignal | undefined },
	): Promise<void> {
		if (!this.#embedder) return;
		if (complete === true || this.#embedder.texts <= immediateTextsMax) return this.#embedAll(progress, signal);
		this.stats.meaning = "candidates";
		if (this.#embedder.missing > 0) this.#backgroundEmbedding = startBackgroundEmbedding(this.#path);
	}

	setMeaningScope(meaning: MeaningScope): void {
		this.stats.meaning = meaning;
	}

	async search(query: string, limit: number, signal?: AbortSignal): Promise<Hit[]> {
		// Several queries run at once and each blocks; yielding in between lets Ctrl-C take effect.
		await yieldToEventLoop();
		signal?.throwIfAborted();
		const corpusQuery = { text: query, isEnglish: await isEnglishQuery(query) };
		const vector = this.stats.vectors ? await this.#similarity.vectorOf(query) : undefined;
		signal?.throwIfAborted();
		const search = (by: Float32Array | undefined, among?: readonly number[]) =>
			this.#withIndexErrors(() => this.#searcher.search(corpusQuery, by, limit, among));
		if (vector === undefined) return search(undefined);
		if (this.stats.meaning === "all") {
			if (!this.#isComplete) await this.#embedAll(undefined, signal);
			return search(vector);
		}
		const among = this.#withIndexErrors(() => this.#searcher.candidates(corpusQuery));
		return (await this.#embed(among, undefined, signal)) ? search(vector, among) : search(undefined);
	}

	async titles(names: string[]): Promise<Hit[]> {
		return this.#withIndexErrors(() => this.#searcher.titles(names));
	}

	async read(url: string, signal?: AbortSignal): Promise<Page> {
		signal?.throwIfAborted();
		const stored = this.#withIndexErrors(() => loadStoredPage(this.#db, url));
		return readCurrentPage(url, stored, signal);
	}

	async similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Likeness[] | undefined> {
		return this.stats.vectors ? this.#similarity.similarity(query, texts, signal) : undefined;
	}

	async readPassages(question: string, passages: readonly ReadPassage[], signal?: AbortSignal) {
		return this.stats.vectors ? this.#reader.read(question, passages, signal) : undefined;
	}

	async close(): Promise<void> {
		this.#backgroundEmbedding?.stop();
		this.#embedder?.close();
		await Promise.all([this.#similarity.close(), this.#reader.close()]);
		if (this.#db.isOpen) this.#db.close();
	}

	async #embedAll(progress: ProgressReporter | undefined, signal: AbortSignal | undefined): Promise<void> {
		await this.#embed(undefined, progress, signal);
		this.#isComplete = true;
	}

	/** Embeds passages, or all. Returns false when that was not completed. */
	async #embed(
		passages: readonly number[] | undefined,
		progress?: ProgressReporter,
		signal?: AbortSignal,
	): Promise<boolean> {
		try {
			const isDone = (await this.#embedder?.embed(passages, progress, signal)) === true;
			if (!isDone && !this.#wasTimeShort) this.#addNote(shortTimeNote);
			this.#wasTimeShort ||= !isDone;
			return isDone;
		} catch (error) {
			signal?.throwIfAborted();
			if (error instanceof Error && "errcode" in error) throw error;
			this.#disableVectors(wordsOnlyNote(error));
			return false;
		}
	}

	#disableVectors(note: string): void {
		this.stats.vectors = false;
		this.#addNote(note);
	}

	#addNote(text: string): void {
		this.stats.notes.push(text);
		this.#onNote?.(text);
	}

	#withIndexErrors<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			if (!isCorrupt(error)) throw asIndexError(error, this.#path);
			throw new AssayError("INDEX_DAMAGED", `the corpus index ${this.#path} is damaged (${messageOf(error)})`, {
				hint: `remove it and run the command again, it is built from the documents: rm "${this.#path}"`,
				cause: error,
			});
		}
	}
}

const shortTimeNote =
	"the time for it was short: some texts are searched by words only; the next command goes on with their meaning";
