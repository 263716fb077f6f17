import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { distinctBy } from "../../src/base/distinct.ts";
import { UsageError } from "../../src/base/errors.ts";
import { contentWords, wordCount } from "./words.ts";

/** Tuning ids. The key points of the others are for acceptance: nobody who changes the engine looks at them. */
const openIds: readonly string[] = ["795422", "1004305", "923549", "879779", "471082"];

export interface KeyPointQuestion {
	id: string;
	text: string;
	pages: { id: string; url: string; title: string; text: string }[];
}

/** A key point of a question: what the sources say about it, word for word. */
export interface KeyPoint {
	text: string;
	spans: string[];
}

interface Row {
	id: string;
	query: string;
	/** Without a document where the collection does not hold the page. */
	DocStream: { CluewebID: string; Url: string; Title: string; CluewebDocument: string | null }[];
}

/**
 * The questions of these ids with their pages, from a copy of `cxcscmu/deepresearch_benchmarking`; when no id is named, all open ones,
 * or in acceptance all others. Throws `UsageError` `DATA_MISSING`, `BENCH_ID_UNKNOWN`, and `BENCH_ID_CLOSED` for an id that only acceptance may open.
 */
export function keyPointQuestions(folder: string, ids: readonly string[], acceptance: boolean): KeyPointQuestion[] {
	const closed = ids.filter((id) => !openIds.includes(id));
	if (closed.length > 0 && !acceptance)
		throw new UsageError("BENCH_ID_CLOSED", `the key points of ${closed.join(", ")} are kept for acceptance`, {
			hint: `leave --ids out, or name some of ${openIds.join(", ")}`,
		});
	const rows = rowsOf(folder);
	const all = acceptance ? [...rows.keys()].filter((id) => !openIds.includes(id)) : openIds;
	return (ids.length > 0 ? ids : all).map((id) => {
		const row = rows.get(id);
		if (!row) throw new UsageError("BENCH_ID_UNKNOWN", `there is no question ${id} in ${folder}`);
		return { id, text: row.query, pages: pagesOf(row) };
	});
}

/** The pages of all questions of the file, each address once. No key point is opened. Throws `UsageError` `DATA_MISSING`. */
export function allPages(folder: string): KeyPointQuestion["pages"] {
	return distinctBy([...rowsOf(folder).values()].flatMap(pagesOf), ({ url }) => url);
}

/** The text of the question with this id. Throws `UsageError` `DATA_MISSING` and `BENCH_ID_UNKNOWN`. */
export function questionOf(folder: string, id: string): string {
	const rows = rowsOf(folder);
	const row = rows.get(id);
	if (row) return row.query;
	const hint = `name some of ${[...rows.keys()].join(", ")}`;
	throw new UsageError("BENCH_ID_UNKNOWN", `there is no question ${id} in ${folder}`, { hint });
}

function rowsOf(folder: string): Map<string, Row> {
	const file = join(folder, "queries/researchy_queries_sample_clueweb_small.jsonl");
	if (!existsSync(file))
		throw new UsageError("DATA_MISSING", `${file} is not there`, {
			hint: "name a copy of github.com/cxcscmu/deepresearch_benchmarking (d5fa708b) with --data FOLDER",
		});
	const lines = readFileSync(file, "utf8").trim().split("\n");
	return new Map(lines.map((line) => JSON.parse(line) as Row).map((row) => [row.id, row]));
}

function pagesOf({ DocStream }: Row): KeyPointQuestion["pages"] {
	return DocStream.map((page) => ({
		id: page.CluewebID,
		url: page.Url,
		title: page.Title,
		text: page.CluewebDocument ?? "",
	})).filter(({ text }) => text.trim() !== "");
}

/** The key points of a question: each aggregated one with the spans of the single ones, which it names by their place among all pages'. */
export function keyPointsOf(folder: string, id: string): KeyPoint[] {
	const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, "key_point", name), "utf8"));
	const single = read(`${id}.json`) as { key_points: Record<string, { spans: string[] }[]> };
	const joined = read(`${id}_aggregated.json`) as {
		key_points: { point_content: string; original_point_number: number[] }[];
	};
	const all = Object.values(single.key_points).flat();
	return joined.key_points.map(({ point_content, original_point_number }) => ({
		text: point_content,
		spans: original_point_number.flatMap((number) => all[number - 1]?.spans ?? []),
	}));
}

/** The first sentences, as many as fit into `maxWords`: nothing after the first that does not fit. */
export function cut(sentences: readonly string[], maxWords: number): string[] {
	let words = 0;
	const end = sentences.findIndex((sentence) => {
		words += wordCount(sentence);
		return words > maxWords;
	});
	return end < 0 ? [...sentences] : sentences.slice(0, end);
}

export interface KeyPointScore {
	/** Points that a sentence hits. */
	found: number;
	/** Sentences that hit a point. */
	right: number;
}

/** Shares of content words from which a sentence says what a span says: of the span's, or of the sentence's own. */
const ofSpan = 0.5;
const ofSentence = 0.8;
/** Shared words that are not the question's, from which a strict hit counts: the question said again finds nothing. */
const leastNew = 2;

/** How many points the sentences hit, and how many of them hit one; strictly where a `question` is given. */
export function scoreOf(sentences: readonly string[], points: readonly KeyPoint[], question?: string): KeyPointScore {
	const known = new Set(contentWords(question ?? ""));
	const least = question === undefined ? 1 : leastNew;
	const quoted = sentences.map((sentence) => new Set(contentWords(sentence)));
	const isHit = (sentence: ReadonlySet<string>, span: ReadonlySet<string>) => {
		const shared = sentence.intersection(span);
		return (
			shared.difference(known).size >= least &&
			(shared.size >= ofSpan * span.size || shared.size >= ofSentence * sentence.size)
		);
	};
	const hits = points.map(({ spans }) => {
		const wanted = spans.map((span) => new Set(contentWords(span)));
		return quoted.map((sentence) => wanted.some((span) => isHit(sentence, span)));
	});
	return {
		found: hits.filter((row) => row.includes(true)).length,
		right: quoted.filter((_sentence, at) => hits.some((row) => row[at])).length,
	};
}
