import { DatabaseSync } from "node:sqlite";
import { stopTerms, toSearchableText } from "./searchable-text.ts";

/** Maximum number of words of a query that are used. */
const queryWordsMax = 48;
/** The weight of a word in the title, beside 1 in the text. */
const titleWeight = 0.3;

/** An index of passages by their words, in memory. */
export interface WordIndex {
	/** BM25 scores of the passages, in their order; 0 where no word matches. */
	scores(query: string): Float64Array;
	close(): void;
}

/** The tokenizer is that of the folders' index, so that words match in the same forms. */
export function openWordIndex(passages: readonly { title: string; text: string }[]): WordIndex {
	const db = new DatabaseSync(":memory:");
	db.exec("create virtual table page using fts5 (title, body, tokenize='porter unicode61 remove_diacritics 2')");
	const insert = db.prepare("insert into page (rowid, title, body) values (?, ?, ?)");
	db.exec("begin");
	for (const [at, { title, text }] of passages.entries())
		insert.run(at + 1, toSearchableText(title), toSearchableText(text));
	db.exec("commit");
	const select = db.prepare(`select rowid, bm25(page, ${titleWeight}, 1) as score from page where page match ?`);
	return {
		scores(query) {
			const scores = new Float64Array(passages.length);
			const terms = queryWords(query);
			if (terms.length === 0) return scores;
			// SQLite gives matches negative scores, the lower the better.
			for (const { rowid, score } of select.all(terms.map((word) => `"${word}"`).join(" OR ")))
				scores[Number(rowid) - 1] = Math.max(0, -Number(score));
			return scores;
		},
		close: () => db.close(),
	};
}

function queryWords(query: string): string[] {
	const all = [
		...new Set(
			toSearchableText(query)
				.toLowerCase()
				.match(/[\p{L}\p{N}]+/gu) ?? [],
		),
	];
	const contentWords = all.filter((word) => !stopTerms.has(word));
	return (contentWords.length > 0 ? contentWords : all).slice(0, queryWordsMax);
}
