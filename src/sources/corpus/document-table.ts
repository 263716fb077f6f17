import type { DatabaseSync, StatementSync } from "node:sqlite";

import { toSearchableText } from "../rank/searchable-text.ts";
import { prepareWrite } from "./database.ts";
import { bareTitleKey, titleKey } from "./document-page.ts";
import type { SkippedPath } from "./files.ts";
import type { IndexedDocument } from "./indexed-document.ts";

export interface IndexedFile {
	path: string;
	stamp: string;
	hash: string;
	skips: SkippedPath[];
}

/** Writes and removes what the index holds of documents. The caller provides the transaction. */
export class DocumentTable {
	readonly #db: DatabaseSync;
	readonly #prepared = new Map<string, StatementSync>();

	constructor(db: DatabaseSync) {
		this.#db = db;
	}

	files(): IndexedFile[] {
		return this.#sql("select path, stamp, hash, skips from files")
			.all()
			.map((row) => ({
				path: String(row.path),
				stamp: String(row.stamp),
				hash: String(row.hash),
				skips: JSON.parse(String(row.skips)),
			}));
	}

	putFile(file: IndexedFile): void {
		this.#sql("insert or replace into files values (?, ?, ?, ?)").run(
			file.path,
			file.stamp,
			file.hash,
			JSON.stringify(file.skips),
		);
	}

	/** Updates the stamp of a file whose content is unchanged; returns what was skipped of it. */
	touchFile(path: string, stamp: string): SkippedPath[] {
		this.#sql("update files set stamp = ? where path = ?").run(stamp, path);
		return JSON.parse(String(this.#sql("select skips from files where path = ?").get(path)?.skips ?? "[]"));
	}

	/** Removes a file and its documents; returns the number of documents. */
	removeFile(path: string): number {
		this.#sql("delete from files where path = ?").run(path);
		return this.removeDocuments(this.urlsOf(path));
	}

	count(): number {
		return Number(this.#sql("select count(*) as n from documents").get()?.n);
	}

	countOf(path: string): number {
		return Number(this.#sql("select count(*) as n from documents where file = ?").get(path)?.n);
	}

	urlsOf(path: string): string[] {
		return this.#sql("select url from documents where file = ?")
			.all(path)
			.map((row) => String(row.url));
	}

	digestOf(url: string): string | undefined {
		const row = this.#sql("select digest from documents where url = ?").get(url);
		return row === undefined ? undefined : String(row.digest);
	}

	/** Writes a document, replacing the one with its url; pauses after each passage. */
	*putDocument(file: string, { page, marks, tables, digest, passages }: IndexedDocument): Generator<void, void> {
		this.removeDocuments([page.url]);
		const { lastInsertRowid: document } = this.#sql(
			`insert into documents (file, url, digest, hash, kind, title, label, date, origin, marks, tables, text, title_key, bare_key)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		).run(
			...[file, page.url, digest, page.hash, page.kind, page.title, page.label, page.date ?? null, page.origin],
			...[marks, tables ?? null, page.text, titleKey(page.title), bareTitleKey(page.title)],
		);
		for (const { start, end, title, titleWords, words, windows } of passages) {
			const { lastInsertRowid: id } = this.#sql(
				`insert into passages (document, start, "end", title, title_words, words) values (?, ?, ?, ?, ?, ?)`,
			).run(document, start, end, title, titleWords, words);
			for (const window of windows)
				this.#sql("insert into windows values (?, ?, ?, ?)").run(id, window.start, window.end, window.embedded);
			const text = page.text.slice(start, end);
			this.#sql("insert into words (rowid, title, body) values (?, ?, ?)").run(
				id,
				toSearchableText(title),
				toSearchableText(text),
			);
			yield;
		}
	}

	removeDocuments(urls: string[]): number {
		for (const url of urls) {
			const passages = "(select passages.id from passages join documents on documents.id = document where url = ?)";
			this.#sql(`delete from words where rowid in ${passages}`).run(url);
			this.#sql(`delete from windows where passage in ${passages}`).run(url);
			this.#sql("delete from passages where document = (select id from documents where url = ?)").run(url);
			this.#sql("delete from documents where url = ?").run(url);
		}
		return urls.length;
	}

	dropUnusedVectors(): void {
		this.#db.exec("delete from vectors where embedded not in (select embedded from windows)");
	}

	#sql(text: string): StatementSync {
		let statement = this.#prepared.get(text);
		if (statement === undefined) {
			statement = prepareWrite(this.#db, text);
			this.#prepared.set(text, statement);
		}
		return statement;
	}
}
