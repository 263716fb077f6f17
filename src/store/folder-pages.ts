import type { DatabaseSync } from "node:sqlite";
import { AssayError, messageOf } from "../base/errors.ts";
import type { Page } from "../evidence/source.ts";
import { damaged, folderFault } from "./faults.ts";
import { openDatabase, whileBusy } from "./sqlite.ts";
import type { PageStore } from "./store.ts";

/** Pages in a file of their own, opened at first use: what only lists runs does not need it. */
export class FolderPages implements PageStore {
	readonly #file: string;
	#database: Promise<DatabaseSync> | undefined;

	constructor(pagesFile: string) {
		this.#file = pagesFile;
	}

	async put(page: Page): Promise<void> {
		await this.#use((database) =>
			database.prepare("INSERT OR IGNORE INTO pages (hash, page) VALUES (?, ?)").run(page.hash, JSON.stringify(page)),
		);
	}

	async get(hash: string): Promise<Page | undefined> {
		const row = await this.#use((database) => database.prepare("SELECT page FROM pages WHERE hash = ?").get(hash));
		return row === undefined ? undefined : this.#parse(String(row.page));
	}

	#parse(page: string): Page {
		try {
			return JSON.parse(page) as Page;
		} catch (error) {
			throw damaged(this.#file, messageOf(error), error);
		}
	}

	close(): void {
		this.#database?.then((database) => database.close()).catch(() => undefined);
		this.#database = Promise.reject(new AssayError("STORE_CLOSED", `${this.#file} is closed`));
		this.#database.catch(() => undefined);
	}

	async #use<T>(work: (database: DatabaseSync) => T): Promise<T> {
		try {
			this.#database ??= whileBusy(() => openPages(this.#file));
			const database = await this.#database;
			return await whileBusy(() => work(database));
		} catch (error) {
			throw folderFault(error, this.#file);
		}
	}
}

function openPages(pagesFile: string): DatabaseSync {
	const database = openDatabase(pagesFile);
	// A cache need not survive a power cut: what was written last may be lost, the file stays whole.
	database.exec("PRAGMA synchronous = NORMAL");
	database.exec("CREATE TABLE IF NOT EXISTS pages (hash TEXT PRIMARY KEY, page TEXT NOT NULL) WITHOUT ROWID");
	return database;
}
