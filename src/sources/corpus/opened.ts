import type { DatabaseSync } from "node:sqlite";
import { setImmediate as breathe } from "node:timers/promises";

import { AssayError, messageOf } from "../../base/errors.ts";
import { contentHash } from "../../base/hash.ts";
import type { Hit, Likeness, Page, PassageReading, ReadPassage } from "../../evidence/source.ts";
import { openPassageReader, type PassageReader } from "../comprehension/reader.ts";
import { type Meaning, openMeaning, withoutMeaning } from "../vectors/meaning.ts";
import { indexError, isCorrupt } from "./database.ts";
import type { Embedding } from "./embedding.ts";
import type { Skip } from "./files.ts";
import { startFilling } from "./fill.ts";
import type { Progress } from "./progress.ts";
import { readAgain, storedPage } from "./reread.ts";
import { Searcher } from "./search.ts";
import { isEnglish } from "./terms.ts";

export interface CorpusStats {
	documents: number;
	passages: number;
	/** Documents that this opening wrote, left unchanged, and removed. */
	indexed: number;
	unchanged: number;
	removed: number;
	skipped: Skip[];
	/** Whether search by meaning works; when it was requested and does not, `notes` says why. */
	vectors: boolean;
	/** Which passages a search compares by meaning. */
	meaning: Reach;
	/** Notes for the user: an index that was rebuilt, vectors that cannot be used. */
	notes: string[];
}

/** Which passages a search compares by meaning: all, or only the best by words. */
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
	searchAs(meaning: Reach): void;
	close(): Promise<void>;
}

/** Up to this many new texts are embedded when a corpus is opened, which takes a second or two. */
const embeddedAtOnce = 100;

/** A corpus whose index is up to date. */
export class IndexedCorpus implements Corpus {
	readonly name = "corpus";
	readonly stats: CorpusStats;
	readonly fingerprint: string;
	readonly #db: DatabaseSync;
	readonly #path: string;
	readonly #searcher: Searcher;
	readonly #meaning: Meaning;
	readonly #reader: PassageReader;
	readonly #embedding: Embedding | undefined;
	readonly #onNote: ((note: string) => void) | undefined;
	#filling: { stop(): void } | undefined;
	/** All texts are embedded, or as many as there was time for. */
	#isComplete = false;
	#wasShort = false;

	constructor(
		db: DatabaseSync,
		path: string,
		stats: CorpusStats,
		embedding: Embedding | undefined,
		onNote: ((note: string) => void) | undefined,
	) {
		this.#onNote = onNote;
		this.#db = db;
		this.#path = path;
		this.stats = stats;
		this.#embedding = embedding;
		this.#searcher = new Searcher(db);
		this.#meaning = openMeaning((note) => this.#lose(note));
		this.#reader = openPassageReader((note) => this.#note(note));
		this.fingerprint = contentHash(
			db
				.prepare("select hash from documents order by hash")
				.all()
				.map((row) => String(row.hash))
				.join("\n"),
		);
	}

	/** Embeds new texts, or starts a child process that does. */
	async prepare(
		progress: Progress,
		{ complete, signal }: { complete?: boolean | undefined; signal?: AbortSignal | undefined },
	): Promise<void> {
		if (!this.#embedding) return;
		if (complete === true || this.#embedding.missing <= embeddedAtOnce) return this.#complete(progress, signal);
		this.stats.meaning = "candidates";
		this.#filling = startFilling(this.#path);
	}

	searchAs(meaning: Reach): void {
		this.stats.meaning = meaning;
	}

	async search(query: string, limit: number, signal?: AbortSignal): Promise<Hit[]> {
		// Several queries run at once and each blocks; yielding in between lets Ctrl-C take effect.
		await breathe();
		signal?.throwIfAborted();
		const asked = { text: query, isEnglish: await isEnglish(query) };
		const vector = this.stats.vectors ? await this.#meaning.vectorOf(query) : undefined;
		signal?.throwIfAborted();
		const search = (by: Float32Array | undefined, among?: readonly number[]) =>
			this.#reading(() => this.#searcher.search(asked, by, limit, among));
		if (vector === undefined) return search(undefined);
		if (this.stats.meaning === "all") {
			if (!this.#isComplete) await this.#complete(undefined, signal);
			return search(vector);
		}
		const among = this.#reading(() => this.#searcher.candidates(asked));
		return (await this.#embed(among, undefined, signal)) ? search(vector, among) : search(undefined);
	}

	async titles(names: string[]): Promise<Hit[]> {
		return this.#reading(() => this.#searcher.titles(names));
	}

	async read(url: string, signal?: AbortSignal): Promise<Page> {
		signal?.throwIfAborted();
		const stored = this.#reading(() => storedPage(this.#db, url));
		return readAgain(url, stored, signal);
	}

	async similarity(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Likeness[] | undefined> {
		return this.stats.vectors ? this.#meaning.similarity(query, texts, signal) : undefined;
	}

	async readPassages(question: string, passages: readonly ReadPassage[], signal?: AbortSignal) {
		return this.stats.vectors ? this.#reader.read(question, passages, signal) : undefined;
	}

	async close(): Promise<void> {
		this.#filling?.stop();
		this.#embedding?.close();
		await Promise.all([this.#meaning.close(), this.#reader.close()]);
		if (this.#db.isOpen) this.#db.close();
	}

	async #complete(progress: Progress | undefined, signal: AbortSignal | undefined): Promise<void> {
		await this.#embed(undefined, progress, signal);
		this.#isComplete = true;
	}

	/** Embeds passages, or all. Returns false when that was not completed. */
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
