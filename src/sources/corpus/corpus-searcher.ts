import type { DatabaseSync } from "node:sqlite";

import type { Hit } from "../../evidence/source.ts";
import { addTermScores, bm25, fuseScores, type Posting } from "../rank/rank.ts";
import { WindowVectors } from "../vectors/window-vectors.ts";
import { bareTitleKey, titleKey } from "./document-page.ts";
import { HitBuilder } from "./hit-builder.ts";
import { loadPostings, parseQueryTerms, type QueryTerm } from "./query-terms.ts";

const hitsPerDocument = 2;

/** How many of a query's best passages by words are compared by meaning when not all texts have vectors. */
const candidatesMax = 30;

/** What is held in memory of all passages: some 60 bytes each, and 392 more per window with vectors. */
interface PassageTable {
	ids: Float64Array;
	documents: Float64Array;
	lengths: Float64Array;
	meanLength: number;
	byId: Map<number, number>;
	vectors: WindowVectors | undefined;
}

/** A query in plain words. */
export interface CorpusQuery {
	text: string;
	/** Its words are English, or may be. */
	isEnglish: boolean;
}

export interface Ranking {
	/** The document (id) of each passage. */
	documents: Float64Array;
	terms: QueryTerm[];
	words: Float64Array;
	cosines: Float32Array | undefined;
	fused: Float64Array;
}

/** Searches an index while other processes may write it. */
export class CorpusSearcher {
	readonly #db: DatabaseSync;
	#passages: PassageTable | undefined;
	#dataVersion = -1;
	/** Changes whenever passages are added or removed, but not when vectors are added. */
	#content = "";
	readonly #hits: HitBuilder;

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.#hits = new HitBuilder(db);
	}

	/**
	 * The best passages for a query. `vector` is the query's, for search by meaning. `among`: the passages (ids) that are compared by
	 * meaning, all when absent. Equal scores are in the order of the documents' urls.
	 */
	search(query: CorpusQuery, vector: Float32Array | undefined, limit: number, among?: readonly number[]): Hit[] {
		const passages = this.#load();
		const ranking = this.rank(query, vector, among);
		return this.#best(ranking.fused, passages, limit).flatMap((index) => {
			const hit = this.#hits.ofPassage(passages.ids[index] ?? 0, ranking.terms);
			if (hit === undefined) return [];
			const { fused, words, cosines } = ranking;
			const cosine = cosines === undefined ? {} : { cosine: cosines[index] ?? 0 };
			return [{ ...hit, score: fused[index] ?? 0, bm25: words[index] ?? 0, ...cosine }];
		});
	}

	/** The best passages (ids) for a query by words; equal scores are in the order of the documents' urls. */
	candidates(query: CorpusQuery, count = candidatesMax): number[] {
		const passages = this.#load();
		const { words } = this.rank(query, undefined);
		return this.#ordered(words, passages, count)
			.slice(0, count)
			.map((index) => passages.ids[index] ?? 0);
	}

	/** The scores of every passage, in the order of passages; 0 means that nothing of the query matches. */
	rank(query: CorpusQuery, vector: Float32Array | undefined, among?: readonly number[]): Ranking {
		const passages = this.#load();
		const terms = parseQueryTerms(this.#db, query.text, query.isEnglish);
		const words = new Float64Array(passages.ids.length);
		for (const term of terms)
			addTermScores(words, this.#postings(term, passages), passages.lengths, passages.meanLength, term.weight);
		const vectors = vector && (among ? this.#vectorsOf(among, passages) : this.#allVectors(passages));
		const cosines = vector && vectors?.cosines(vector, passages.ids.length);
		return { documents: passages.documents, terms, words, cosines, fused: fuseScores(words, cosines) };
	}

	/** Documents that are titled with one of these names, best match first: exactly, or without a bracketed addition. */
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
				const hit = this.#hits.ofDocument(Number(row.id));
				const score = row.whole === 1 ? 1 : 0.9;
				if (hit !== undefined && (hits.get(hit.url)?.score ?? 0) < score) hits.set(hit.url, { ...hit, score });
			}
		}
		return [...hits.values()].sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1));
	}

	#postings(term: QueryTerm, { byId }: PassageTable): Posting[] {
		return loadPostings(this.#db, term).flatMap(({ passage, title, body }) => {
			const index = byId.get(passage);
			return index === undefined ? [] : [{ index, title, body }];
		});
	}

	#best(scores: Float64Array, passages: PassageTable, limit: number): number[] {
		const counts = new Map<number, number>();
		return this.#ordered(scores, passages, limit * 5 + 50)
			.filter((index) => {
				const document = passages.documents[index] ?? 0;
				const count = (counts.get(document) ?? 0) + 1;
				counts.set(document, count);
				return count <= hitsPerDocument;
			})
			.slice(0, limit);
	}

	/** The `count` passages with the highest scores, and all that equal the last of them, best first. */
	#ordered(scores: Float64Array, passages: PassageTable, count: number): number[] {
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

	#load(): PassageTable {
		const dataVersion = Number(this.#db.prepare("pragma data_version").get()?.data_version);
		if (this.#passages !== undefined && dataVersion === this.#dataVersion) return this.#passages;
		const { last, n } = this.#db.prepare("select max(id) as last, count(*) as n from passages").get() ?? {};
		const content = `${last}:${n}`;
		if (this.#passages === undefined || content !== this.#content) {
			this.#hits.forget();
			this.#passages = this.#loadPassages();
		}
		this.#content = content;
		this.#dataVersion = dataVersion;
		return this.#passages;
	}

	#loadPassages(): PassageTable {
		const rows = this.#db.prepare("select id, document, title_words, words from passages order by id").all();
		const loaded: PassageTable = {
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

	#allVectors(passages: PassageTable): WindowVectors {
		if (passages.vectors) return passages.vectors;
		const vectors = new WindowVectors(Number(this.#db.prepare("select count(*) as n from windows").get()?.n));
		const rows = this.#db.prepare(
			"select passage, vector from windows join vectors using (embedded) order by passage, start",
		);
		for (const row of rows.iterate()) addVector(vectors, passages, row);
		passages.vectors = vectors;
		return vectors;
	}

	#vectorsOf(among: readonly number[], passages: PassageTable): WindowVectors {
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

function addVector(vectors: WindowVectors, { byId }: PassageTable, { passage, vector }: Record<string, unknown>): void {
	const index = byId.get(Number(passage));
	if (index !== undefined && vector instanceof Uint8Array) vectors.add(index, vector);
}

/** The indexes of the `count` highest scores above 0, and of all that equal the last of them. */
function topIndexes(scores: Float64Array, count: number): number[] {
	const positive = scores.filter((score) => score > 0).sort();
	const least = positive[Math.max(0, positive.length - count)] ?? 0;
	const indexes: number[] = [];
	scores.forEach((score, index) => {
		if (score > 0 && score >= least) indexes.push(index);
	});
	return indexes;
}
