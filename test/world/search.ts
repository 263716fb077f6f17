import { DatabaseSync } from "node:sqlite";
import type { Indexed, WorldPage } from "./pages.ts";

const perPage = 10;
/** Rows that no query finds, for the rest of the web: a word that half of these pages hold is a rare one all the same, as in life. */
const elsewhere = 200;
/** As engines drop them, so that a question's little words find nothing by themselves. */
const little = new Set(
	"a an and are as at be been by can did do does for from had has have how in into is it its of on or out that the their there these this to was were what when where which who whom whose why will with you your".split(
		" ",
	),
);

/** The world's search engine: BM25 over what pages say, so that stuffing pays off in it. */
export interface Engine {
	/** `/search?q=…&format=json` as SearXNG answers; `results[].snippet` too, for an engine in front of it. */
	answer(url: URL): WorldPage | undefined;
}

export function openEngine(pages: readonly Indexed[]): Engine {
	const database = new DatabaseSync(":memory:");
	database.exec(
		"CREATE VIRTUAL TABLE page USING fts5(url UNINDEXED, host UNINDEXED, date UNINDEXED, title, text, tokenize = 'porter unicode61')",
	);
	const insert = database.prepare("INSERT INTO page (url, host, date, title, text) VALUES (?, ?, ?, ?, ?)");
	for (let row = 0; row < elsewhere; row++) insert.run("", "", null, "", "zz ".repeat(250));
	for (const { url, date, title, text } of pages) insert.run(url, new URL(url).hostname, date ?? null, title, text);
	const select = database.prepare(
		`SELECT url, host, date, title, snippet(page, 4, '', '', ' … ', 40) AS content, bm25(page, 0, 0, 0, 3.0, 1.0) AS score
		FROM page WHERE page MATCH ? ORDER BY score, url`,
	);

	function results(query: string, page: number) {
		const { match, sites, not } = parsed(query);
		if (match === "") return [];
		return select
			.all(match)
			.map((row) => ({
				url: String(row.url),
				host: String(row.host),
				title: String(row.title),
				content: String(row.content),
				date: row.date === null ? undefined : String(row.date),
				score: -Number(row.score),
			}))
			.filter(({ host }) => sites.length === 0 || sites.some((site) => within(host, site)))
			.filter(({ host }) => !not.some((site) => within(host, site)))
			.slice((page - 1) * perPage, page * perPage);
	}

	return {
		answer(url) {
			if (url.pathname === "/") return html("World Search", '<form action="/search"><input name="q"></form>');
			if (url.pathname === "/healthz") return { status: 200, type: "text/plain", body: "OK" };
			if (url.pathname === "/config")
				return json({ instance_name: "World Search", engines: [{ name: "world", enabled: true }] });
			if (url.pathname !== "/search") return undefined;
			const query = url.searchParams.get("q")?.trim() ?? "";
			const found = results(query, Math.max(1, Number(url.searchParams.get("pageno")) || 1));
			if (url.searchParams.get("format") === "html")
				return html(query, found.map(({ url, title }) => `<p><a href="${url}">${title}</a>`).join("\n"));
			return json({
				query,
				number_of_results: found.length,
				results: found.map(({ url, title, content, date, score }, at) => ({
					url,
					title,
					content,
					snippet: content,
					publishedDate: date ? `${date}T00:00:00` : null,
					engine: "world",
					engines: ["world"],
					positions: [at + 1],
					score,
					category: "general",
				})),
				answers: [],
				corrections: [],
				infoboxes: [],
				suggestions: [],
				unresponsive_engines: [],
			});
		},
	};
}

/** `"words in order"` must stand there, `site:` and `-site:` filter, any other word counts. */
function parsed(query: string): { match: string; sites: string[]; not: string[] } {
	const sites: string[] = [];
	const not: string[] = [];
	const phrases: string[] = [];
	const rest = query
		.replace(/(-?)site:(\S+)/gi, (_, minus: string, host: string) => {
			(minus ? not : sites).push(host.toLowerCase());
			return " ";
		})
		.replace(/\b(?:after|before):\S+/gi, " ")
		.replace(/"([^"]+)"/g, (_, phrase: string) => {
			const tokens = phrase.match(/[\p{L}\p{N}]+/gu);
			if (tokens) phrases.push(`"${tokens.join(" ")}"`);
			return " ";
		})
		.match(/[\p{L}\p{N}]+/gu);
	const any = [...new Set((rest ?? []).map((word) => word.toLowerCase()))].filter((word) => !little.has(word));
	const words = any.map((word) => `"${word}"`);
	// Beside a phrase, which must be there, further words only sort.
	if (phrases.length > 0)
		return { match: [...phrases, `(${[...phrases, ...words].join(" OR ")})`].join(" AND "), sites, not };
	return { match: words.join(" OR "), sites, not };
}

function within(host: string, site: string): boolean {
	return host === site || host.endsWith(`.${site}`);
}

function json(value: unknown): WorldPage {
	return { status: 200, type: "application/json", body: JSON.stringify(value) };
}

function html(title: string, body: string): WorldPage {
	return { status: 200, type: "text/html; charset=utf-8", body: `<!doctype html><title>${title}</title>${body}` };
}
