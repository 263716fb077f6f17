import type { DatabaseSync } from "node:sqlite";

import { type Hit, locate, type Page } from "../../evidence/source.ts";
import type { QueryTerm } from "./query-terms.ts";

/** Maximum length of a snippet, in characters. */
const snippetMax = 1_200;

/** Builds hits from passages of an index. */
export class HitBuilder {
	readonly #db: DatabaseSync;
	/** The document of the last hit, kept because its hits follow each other and its marks may be a million. */
	#shown: { id: number; text: string; marks: Page["marks"] } | undefined;

	constructor(db: DatabaseSync) {
		this.#db = db;
	}

	/** Call this when documents have changed. */
	forget(): void {
		this.#shown = undefined;
	}

	/** The hit of a passage, by its id. */
	ofPassage(id: number, terms: readonly QueryTerm[]): Omit<Hit, "score"> | undefined {
		return this.#hit("passages.id = ?", id, terms);
	}

	/** The hit of a document, by its id, with its first passage. */
	ofDocument(id: number): Omit<Hit, "score"> | undefined {
		return this.#hit("documents.id = ? order by start limit 1", id, []);
	}

	#hit(where: string, id: number, terms: readonly QueryTerm[]): Omit<Hit, "score"> | undefined {
		const row = this.#db
			.prepare(
				`select documents.id, url, documents.title, label, kind, date, start, "end" from passages
				join documents on documents.id = document where ${where}`,
			)
			.get(id);
		if (row === undefined) return undefined;
		const { text, marks } = this.#document(Number(row.id));
		const [start, end] = chooseSnippet(text, Number(row.start), Number(row.end), terms);
		return {
			url: String(row.url),
			title: String(row.title),
			label: String(row.label),
			kind: String(row.kind) as Hit["kind"],
			date: row.date === null ? undefined : String(row.date),
			snippet: text.slice(start, end),
			start,
			end,
			locator: locate({ marks }, start),
		};
	}

	#document(id: number): Pick<Page, "text" | "marks"> {
		if (this.#shown?.id !== id) {
			const row = this.#db.prepare("select text, marks from documents where id = ?").get(id);
			this.#shown = { id, text: String(row?.text ?? ""), marks: JSON.parse(String(row?.marks ?? "[]")) };
		}
		return this.#shown;
	}
}

/** The snippet of a passage: all of it, or the sentences with most of the query's terms. */
function chooseSnippet(text: string, start: number, end: number, terms: readonly QueryTerm[]): [number, number] {
	if (end - start <= snippetMax) return [start, end];
	const borders = [start];
	for (const match of text.slice(start, end).matchAll(/[.!?]["')”’]?\s+|\n+/g))
		borders.push(start + match.index + match[0].length);
	let best = { from: start, score: -1 };
	for (const from of borders) {
		const window = text.slice(from, Math.min(end, from + snippetMax)).toLowerCase();
		const score = terms.filter((term) => window.includes(term.text)).length * (end - from >= snippetMax / 2 ? 1 : 0.5);
		if (score > best.score) best = { from, score };
	}
	const to =
		[...borders, end].filter((border) => border > best.from && border <= best.from + snippetMax).at(-1) ??
		Math.min(end, best.from + snippetMax);
	const shown = text.slice(best.from, to).trimEnd();
	return [best.from, best.from + shown.length];
}
