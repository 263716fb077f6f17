import type { DatabaseSync } from "node:sqlite";

import type { Hit, Page } from "../../evidence/source.ts";
import { locate } from "../../evidence/source.ts";
import { addTerm, bm25, fuse, type Posting } from "../rank/rank.ts";
import { searchable, stopTerms } from "../rank/words.ts";
import { WindowVectors } from "../vectors/matrix.ts";
import { writer } from "./database.ts";
import { bareTitleKey, titleKey } from "./page.ts";

/** More of a query than this is not looked at. */
const queryCharsMax = 4_000;
const queryTermsMax = 64;
const perDocument = 2;
/** What a passage shows of itself at most, in characters. */
const snippetMax = 1_200;

/** How many of a query's best passages by words are weighed by meaning, where not all texts have vectors. */
const candidatesMax = 60;

/** What is kept in memory of every passage: some 60 bytes, and 392 more a window with vectors. */
interface Passages {
	ids: Float64Array;
	documents: Float64Array;
	lengths: Float64Array;
	meanLength: number;
	byId: Map<number, number>;
	vectors: WindowVectors | undefined;
}

export interface Ranking {
	/** Which document each passage is of. */
	documents: Float64Array;
	terms: string[];
	words: Float64Array;
	cosines: Float32Array | undefined;
	fused: Float64Array;
}

/** Searches an index that others may be writing. */
export class Searcher {
	readonly #db: DatabaseSync;
	#passages: Passages | undefined;
	#dataVersion = -1;
	/** Changes whenever passages come or go; vectors that are added change nothing else. */
	#content = "";
	/** The document that was shown last: its hits follow each other, and its marks may be a million. */
	#shown: { id: number; text: string; marks: Page["marks"] } | undefined;

	constructor(db: DatabaseSync) {
		this.#db = db;
	}

	/**
	 * The best passages of a query in plain words. `vector` is the query's, when meaning is searched too; `among`: the passages (ids)
	 * whose meaning counts, all when not given. Equal scores are in the order of the documents' urls.
	 */
	search(query: string, vector: Float32Array | undefined, limit: number, among?: readonly number[]): Hit[] {
		const passages = this.#load();
		const ranking = this.rank(query, vector, among);
		const best = this.#best(ranking.fused, passages, limit);
		return best.map((index) => this.#hit(index, passages, ranking)).filter((hit) => hit !== undefined);
	}

	/** The passages (ids) that are nearest to a query by words, in the order of the documents' urls where scores are equal. */
	candidates(query: string): number[] {
		const passages = this.#load();
		const { words } = this.rank(query, undefined);
		return this.#ordered(words, passages, candidatesMax)
			.slice(0, candidatesMax)
			.map((index) => passages.ids[index] ?? 0);
	}

	/** Every passage's scores, in the order of passages; 0 says that nothing of the query is there. */
	rank(query: string, vector: Float32Array | undefined, among?: readonly number[]): Ranking {
		const passages = this.#load();
		const terms = this.termsOf(query);
		const words = new Float64Array(passages.ids.length);
		for (const term of terms) addTerm(words, this.#postings(term, passages), passages.lengths, passages.meanLength);
		const vectors = vector && (among ? this.#vectorsOf(among, passages) : this.#allVectors(passages));
		const cosines = vector && vectors?.cosines(vector, passages.ids.length);
		return { documents: passages.documents, terms, words, cosines, fused: fuse(words, cosines) };
	}

	/** Documents that are called by one of these names, best match first: exactly, or without a bracketed addition. */
	titles(names: string[]): Hit[] {
		const hits = new Map<string, Hit>();
		for (const name of names) {
			const key = titleKey(name);
			const bare = bareTitleKey(name);
			if (key === "") continue;
			const rows = this.#db
				.prepare(
					`select id, title_key = ?1 as whole from documents where title_key = ?1 or bare_key = ?1 or title_key = ?2
					order by whole desc, url limit 5`,
				)
				.all(key, bare);
			for (const row of rows) {
				const hit = this.#documentHit(Number(row.id), row.whole === 1 ? 1 : 0.9);
				if (hit !== undefined && (hits.get(hit.url)?.score ?? 0) < hit.score) hits.set(hit.url, hit);
			}
		}
		return [...hits.values()].sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
	}

	/** A query's distinct terms, as the index stems them; stop words only when there is nothing else. */
	termsOf(query: string): string[] {
		this.#db.exec("delete from temp.query");
		writer(this.#db, "insert into temp.query (rowid, words) values (1, ?)").run(
			searchable(query.slice(0, queryCharsMax)),
		);
		const all = this.#db
			.prepare("select distinct term from temp.query_terms order by offset")
			.all()
			.map((row) => String(row.term));
		const telling = all.filter((term) => !stopTerms.has(term));
		return (telling.length > 0 ? telling : all).slice(0, queryTermsMax);
	}

	#postings(term: string, passages: Passages): Posting[] {
		const rows = this.#db
			.prepare(
				"select doc, sum(col = 'title') as title, sum(col = 'body') as body from terms where term = ? group by doc",
			)
			.all(term);
		const postings: Posting[] = [];
		for (const row of rows) {
			const index = passages.byId.get(Number(row.doc));
			if (index !== undefined) postings.push({ index, title: Number(row.title), body: Number(row.body) });
		}
		return postings;
	}

	#best(scores: Float64Array, passages: Passages, limit: number): number[] {
		const counts = new Map<number, number>();
		return this.#ordered(scores, passages, limit * 5 + 50)
			.filter((index) => {
				const document = passages.documents[index] ?? 0;
				const count = (counts.get(document) ?? 0) + 1;
				counts.set(document, count);
				return count <= perDocument;
			})
			.slice(0, limit);
	}

	/** The `count` passages of the highest scores, and all that equal the last of them, best first. */
	#ordered(scores: Float64Array, passages: Passages, count: number): number[] {
		const order = topIndexes(scores, count);
		const urls = new Map<number, string>();
		const urlOf = (index: number) => {
			const id = passages.documents[index] ?? 0;
			const url = urls.get(id) ?? String(this.#db.prepare("select url from documents where id = ?").get(id)?.url ?? "");
			urls.set(id, url);
			return url;
		};
		return order.sort((a, b) => {
			const difference = (scores[b] ?? 0) - (scores[a] ?? 0);
			if (difference !== 0) return difference;
			const [left, right] = [urlOf(a), urlOf(b)];
			return left < right ? -1 : left > right ? 1 : a - b;
		});
	}

	#hit(index: number, passages: Passages, { fused, words, cosines, terms }: Ranking): Hit | undefined {
		const row = this.#db
			.prepare(
				`select documents.id, url, documents.title, label, kind, date, start, "end" from passages join documents on documents.id = document
				where passages.id = ?`,
			)
			.get(passages.ids[index] ?? 0);
		if (row === undefined) return undefined;
		const document = this.#document(Number(row.id));
		const [start, end] = snippetOf(document.text, Number(row.start), Number(row.end), terms);
		const hit: Hit = { ...hitOf(row, document, start, end), score: fused[index] ?? 0, bm25: words[index] ?? 0 };
		if (cosines !== undefined) hit.cosine = cosines[index] ?? 0;
		return hit;
	}

	#documentHit(id: number, score: number): Hit | undefined {
		const row = this.#db
			.prepare(
				`select url, documents.title, label, kind, date, start, "end" from documents join passages on documents.id = document
				where documents.id = ? order by start limit 1`,
			)
			.get(id);
		if (row === undefined) return undefined;
		const document = this.#document(id);
		const [start, end] = snippetOf(document.text, Number(row.start), Number(row.end), []);
		return { ...hitOf(row, document, start, end), score };
	}

	#document(id: number): Pick<Page, "text" | "marks"> {
		if (this.#shown?.id !== id) {
			const row = this.#db.prepare("select text, marks from documents where id = ?").get(id);
			this.#shown = { id, text: String(row?.text ?? ""), marks: JSON.parse(String(row?.marks ?? "[]")) };
		}
		return this.#shown;
	}

	#load(): Passages {
		const dataVersion = Number(this.#db.prepare("pragma data_version").get()?.data_version);
		if (this.#passages !== undefined && dataVersion === this.#dataVersion) return this.#passages;
		const { last, n } = this.#db.prepare("select max(id) as last, count(*) as n from passages").get() ?? {};
		const content = `${last}:${n}`;
		if (this.#passages === undefined || content !== this.#content) {
			this.#shown = undefined;
			this.#passages = this.#loadPassages();
		}
		this.#content = content;
		this.#dataVersion = dataVersion;
		return this.#passages;
	}

	#loadPassages(): Passages {
		const rows = this.#db.prepare("select id, document, title_words, words from passages order by id").all();
		const loaded: Passages = {
			ids: Float64Array.from(rows, (row) => Number(row.id)),
			documents: Float64Array.from(rows, (row) => Number(row.document)),
			lengths: Float64Array.from(rows, (row) => bm25.titleWeight * Number(row.title_words) + Number(row.words)),
			meanLength: 1,
			byId: new Map(),
			vectors: undefined,
		};
		for (const [index, id] of loaded.ids.entries()) loaded.byId.set(id, index);
		loaded.meanLength = loaded.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, rows.length) || 1;
		return loaded;
	}

	#allVectors(passages: Passages): WindowVectors {
		if (passages.vectors) return passages.vectors;
		const vectors = new WindowVectors(Number(this.#db.prepare("select count(*) as n from windows").get()?.n));
		const rows = this.#db.prepare(
			"select passage, vector from windows join vectors using (embedded) order by passage, start",
		);
		for (const row of rows.iterate()) addVector(vectors, passages, row);
		passages.vectors = vectors;
		return vectors;
	}

	#vectorsOf(among: readonly number[], passages: Passages): WindowVectors {
		const rows = this.#db
			.prepare(
				`select passage, vector from windows join vectors using (embedded)
				where passage in (select value from json_each(?)) order by passage, start`,
			)
			.all(JSON.stringify(among));
		const vectors = new WindowVectors(rows.length);
		for (const row of rows) addVector(vectors, passages, row);
		return vectors;
	}
}

function addVector(vectors: WindowVectors, { byId }: Passages, { passage, vector }: Row): void {
	const index = byId.get(Number(passage));
	if (index !== undefined && vector instanceof Uint8Array) vectors.add(index, vector);
}

type Row = Record<string, unknown>;

function hitOf(
	row: Row,
	{ text, marks }: Pick<Page, "text" | "marks">,
	start: number,
	end: number,
): Omit<Hit, "score"> {
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

/** The part of a passage that is shown: all of it, or the sentences around which most of the query's terms stand. */
function snippetOf(text: string, start: number, end: number, terms: string[]): [number, number] {
	if (end - start <= snippetMax) return [start, end];
	const borders = [start];
	for (const match of text.slice(start, end).matchAll(/[.!?]["')”’]?\s+|\n+/g))
		borders.push(start + match.index + match[0].length);
	let best = { from: start, score: -1 };
	for (const from of borders) {
		const window = text.slice(from, Math.min(end, from + snippetMax)).toLowerCase();
		const score = terms.filter((term) => window.includes(term)).length * (end - from >= snippetMax / 2 ? 1 : 0.5);
		if (score > best.score) best = { from, score };
	}
	const to =
		[...borders, end].filter((border) => border > best.from && border <= best.from + snippetMax).at(-1) ??
		Math.min(end, best.from + snippetMax);
	const shown = text.slice(best.from, to).trimEnd();
	return [best.from, best.from + shown.length];
}

/** The indexes of the `count` highest scores above 0, and of all that equal the last of them. */
function topIndexes(scores: Float64Array, count: number): number[] {
	const positive = scores.filter((score) => score > 0).sort();
	const least = positive[Math.max(0, positive.length - count)] ?? 0;
	const found: number[] = [];
	scores.forEach((score, index) => {
		if (score > 0 && score >= least) found.push(index);
	});
	return found;
}
