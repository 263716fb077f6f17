import type { DatabaseSync } from "node:sqlite";
import { AssayError, messageOf } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import type { Page } from "../evidence/source.ts";
import { asStoreFileError, damagedFileError } from "./database-errors.ts";
import { openReadOnly } from "./read-only.ts";
import type { Retrier } from "./retrier.ts";
import { openStoreFile, retryWhileBusy } from "./sqlite.ts";
import type { PageCleanup, PageCleanupResult, PageStore } from "./store.ts";

/** Pages in their own file, opened at first use: listing runs does not need it. */
export class FolderPages implements PageStore {
	readonly #file: string;
	readonly #patience: Retrier;
	readonly #open: () => Promise<DatabaseSync>;
	#database: Promise<DatabaseSync> | undefined;

	/** `retrier`: repeats a write while another program has the file locked. */
	constructor(pagesFile: string, retrier: Retrier, isWritable: boolean) {
		this.#open = isWritable
			? () => retryWhileBusy(() => openPageFile(pagesFile))
			: async () => openReadOnly(pagesFile).database;
		this.#file = pagesFile;
		this.#patience = retrier;
	}

	async put(page: Page): Promise<void> {
		const write = (database: DatabaseSync) =>
			database
				.prepare(
					"INSERT INTO pages (hash, page, kept_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET kept_at = excluded.kept_at",
				)
				.run(page.hash, text, Date.now());
		const text = JSON.stringify(page);
		await this.#use(write, limits.storeLockedMs);
	}

	async get(hash: string): Promise<Page | undefined> {
		const row = await this.#use((database) => database.prepare("SELECT page FROM pages WHERE hash = ?").get(hash));
		return row === undefined ? undefined : this.#parse(String(row.page));
	}

	async cleanup({ before, keep, only, dryRun }: PageCleanup): Promise<PageCleanupResult> {
		return this.#use((database) => {
			const old = database
				.prepare("SELECT hash, length(CAST(page AS BLOB)) AS bytes FROM pages WHERE kept_at < ?")
				.all(before.getTime())
				.map(({ hash, bytes }) => ({ hash: String(hash), bytes: Number(bytes) }))
				.filter(({ hash }) => !keep.has(hash) && only?.has(hash) !== false);
			const all = Number(database.prepare("SELECT count(*) AS n FROM pages").get()?.n);
			if (!dryRun && old.length > 0) {
				const drop = database.prepare("DELETE FROM pages WHERE hash = ? AND kept_at < ?");
				for (const { hash } of old) drop.run(hash, before.getTime());
				// Returns the free space to the disk.
				database.exec("VACUUM");
			}
			return cleanupResultOf(old, all);
		});
	}

	#parse(page: string): Page {
		try {
			return JSON.parse(page) as Page;
		} catch (error) {
			throw damagedFileError(this.#file, messageOf(error), error);
		}
	}

	close(): void {
		this.#database?.then((database) => database.close()).catch(() => undefined);
		this.#database = Promise.reject(new AssayError("STORE_CLOSED", `${this.#file} is closed`));
		this.#database.catch(() => undefined);
	}

	async #use<T>(work: (database: DatabaseSync) => T, busyMs: number = limits.storeBusyMs): Promise<T> {
		try {
			this.#database ??= this.#open();
			const database = await this.#database;
			return await this.#patience.run(() => work(database), busyMs);
		} catch (error) {
			throw asStoreFileError(error, this.#file);
		}
	}
}

/** The result of a cleanup that deletes `old` of `all` pages. */
export function cleanupResultOf(old: readonly { bytes: number }[], all: number): PageCleanupResult {
	return { pages: old.length, bytes: old.reduce((sum, { bytes }) => sum + bytes, 0), left: all - old.length };
}

function openPageFile(pagesFile: string): DatabaseSync {
	const database = openStoreFile(pagesFile);
	// A cache need not survive a power cut: the last writes may be lost, but the file stays whole.
	database.exec("PRAGMA synchronous = NORMAL");
	database.exec("CREATE TABLE IF NOT EXISTS pages (hash TEXT PRIMARY KEY, page TEXT NOT NULL) WITHOUT ROWID");
	const columns = database.prepare("PRAGMA table_info(pages)").all();
	// Milliseconds since 1970. The age of pages in an older file is unknown, so they count as old.
	if (!columns.some(({ name }) => name === "kept_at"))
		database.exec("ALTER TABLE pages ADD COLUMN kept_at INTEGER NOT NULL DEFAULT 0");
	return database;
}
