import type { DatabaseSync } from "node:sqlite";

import { stopTerms, toSearchableText } from "../rank/searchable-text.ts";
import { prepareWrite } from "./database.ts";

/** Maximum number of characters and terms of a query that are used. */
const queryCharactersMax = 4_000;
const queryTermsMax = 64;
/** Minimum number of letters of a non-English word that is searched for by its beginning. */
const prefixWordMin = 6;
/** Maximum number of letters cut off such a word, and minimum number that remains. */
const cutEndingMax = 2;
const beginningMin = 5;

/** Non-English words in small letters up to this length count less: the commonest words of a language are short (Zipf, 1935). */
const shortWordMax = 3;
const shortWordWeight = 0.25;

/** A word as the index stems it. `isPrefix`: it matches any word that begins so. `weight`: what it counts, 0 to 1. */
export interface QueryTerm {
	text: string;
	isPrefix: boolean;
	weight: number;
}

/**
 * A query's distinct terms, as the index stems them, without stop words unless there is nothing else. The index stems English
 * alone. In other languages long words are cut, which finds their other forms about as well as a stemmer would (McNamee and
 * Mayfield, Character n-gram tokenization for European language text retrieval, 2004). Short words in small letters are treated as
 * stop words there, because the list of stop words is English only.
 */
export function parseQueryTerms(db: DatabaseSync, query: string, isEnglish: boolean): QueryTerm[] {
	db.exec("delete from temp.query");
	prepareWrite(db, "insert into temp.query (rowid, words) values (1, ?)").run(
		toSearchableText(query.slice(0, queryCharactersMax)),
	);
	const all = db
		.prepare("select distinct term from temp.query_terms order by offset")
		.all()
		.map((row) => String(row.term));
	const contentTerms = all.filter((term) => !stopTerms.has(term));
	const terms = (contentTerms.length > 0 ? contentTerms : all).slice(0, queryTermsMax);
	const words =
		query
			.slice(0, queryCharactersMax)
			.normalize("NFKD")
			.replace(/\p{M}/gu, "")
			.match(/\p{L}+/gu) ?? [];
	// The first word of a sentence is capitalized in any case.
	const isSmall = (word: string, at: number) =>
		word.length <= shortWordMax && !/\p{Lu}/u.test(at === 0 ? word.slice(1) : word);
	const small = new Set(words.filter(isSmall).map((word) => word.toLowerCase()));
	const cut = terms.map((term) => {
		const isPrefix = !isEnglish && term.length >= prefixWordMin && /^\p{L}+$/u.test(term);
		return {
			text: isPrefix ? term.slice(0, Math.max(beginningMin, term.length - cutEndingMax)) : term,
			isPrefix,
			weight: !isEnglish && small.has(term) ? shortWordWeight : 1,
		};
	});
	return cut.filter(({ text }, at) => cut.findIndex((other) => other.text === text) === at);
}

/** Whether a query is treated as English: it is, or it is too short to tell (`eld`, by frequent letter sequences). */
export async function isEnglishQuery(query: string): Promise<boolean> {
	const { eld } = await import("eld/small");
	const detected = eld.detect(query.slice(0, queryCharactersMax));
	return detected.language === "en" || !detected.isReliable();
}

/** How often each passage (id) has a term in its title and body. */
export function loadPostings(
	db: DatabaseSync,
	{ text, isPrefix }: QueryTerm,
): { passage: number; title: number; body: number }[] {
	const rows = db
		.prepare(
			`select doc, sum(col = 'title') as title, sum(col = 'body') as body from terms
			where ${isPrefix ? "term >= ?1 and term < ?1 || char(1114111)" : "term = ?1"} group by doc`,
		)
		.all(text);
	return rows.map((row) => ({ passage: Number(row.doc), title: Number(row.title), body: Number(row.body) }));
}
