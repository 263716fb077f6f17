/** The format of a document. It determines how places in it are named. */
export type PageKind = "markdown" | "text" | "html" | "pdf" | "record" | "csv" | "json";

/** A place in a page that a person can find again: a 1-based line of the file, a 1-based PDF page, a heading of an HTML page, a cell. */
export type Locator =
	| { kind: "line"; line: number }
	| { kind: "page"; page: number }
	| { kind: "section"; section: string }
	| { kind: "record"; record: string }
	/** A cell of the page's table number `table` (1-based); `page` is the page of a PDF. */
	| { kind: "cell"; page?: number | undefined; table: number; row: string; column: string };

/** Where a named place begins in a page's text. */
export interface Mark {
	start: number;
	locator: Locator;
	/** For a section of HTML: the level of its heading, 1 is the outermost. */
	level?: number | undefined;
	/** The lines up to the next mark are links and hardly anything else: navigation, contents, references. Folders' HTML only. */
	links?: true | undefined;
	/** What HTML says that the text up to the next mark is: preformatted, a term that is explained below it, or a table's header row. */
	form?: "code" | "term" | "header" | undefined;
}

/** A table in a page's text: one line for each row, with cells separated by ` | `. */
export interface Table {
	/** 1-based position among the page's tables. */
	number: number;
	/** Offsets of the table in the page's text (UTF-16), its header row included, its caption not. */
	start: number;
	end: number;
	/** 1-based page of a PDF. */
	page?: number | undefined;
	/** The text above or below it: `Table 3. Landings by port, tonnes`. */
	caption?: string | undefined;
	/** Unit of all its cells, if the caption or the header states one. */
	unit?: string | undefined;
	/** Header texts, left to right, including the column of row labels; a spanning header is joined: `2031 › Landings`. */
	columns: string[];
	/** Body rows, top to bottom. */
	rows: TableRow[];
}

export interface TableRow {
	/** The text of its first cell, or of the cells that name it. */
	label: string;
	start: number;
	end: number;
	/** One for each column, in the order of `columns`; `start === end` for an empty cell. */
	cells: { text: string; start: number; end: number }[];
}

/** A link that code found in a page. It is followed only by its position in this list, never by an address from a text. */
export interface Link {
	url: string;
	/** Its words, or the alternative text of an image. */
	text: string;
}

/** When and how a web page was fetched. */
export interface Capture {
	/** ISO 8601, UTC. */
	at: string;
	how: "fetch" | "browser" | "steel";
	status: number;
	/** Where the redirects ended. */
	url: string;
	/** Media type without parameters, lower case. */
	mime: string;
	/** Decoded size. */
	bytes: number;
}

/**
 * The credibility of a source before its text is read (METHOD §4.2). `wire`: press releases on other sites. `unfit`: no source
 * (dictionary, recipe, login, shop).
 */
export type Authority =
	| "peer-reviewed"
	| "official"
	| "primary"
	| "reference"
	| "news"
	| "general"
	| "wire"
	| "aggregator"
	| "list"
	| "unfit";
/** A document as it was read. Every quote is checked against `text`. */
export interface Page {
	/** Canonical address: `file:///…/guide.md`, or `file:///…/corpus.jsonl#id` for one record of a `.jsonl` file. */
	url: string;
	title: string;
	kind: PageKind;
	/** Path below the corpus folder, for people: `guide/setup.md`, `corpus.jsonl#42`. */
	label: string;
	/** ISO date (`2024-05-01`) from the document's text, front matter or metadata. */
	date?: string | undefined;
	/** Publisher or author if stated, else the document's url. */
	origin: string;
	text: string;
	/** SHA-256 of `text`. */
	hash: string;
	/** Where named places begin in `text`, ascending by `start` (UTF-16 offsets); the first starts at 0. */
	marks: Mark[];
	author?: string | undefined;
	/** The name of the site or publication. */
	site?: string | undefined;
	/** ISO date of the last change that the page states. */
	modified?: string | undefined;
	/** The canonical address that a web page states; on another host it names the original of a copy. Not verified. */
	canonical?: string | undefined;
	/** BCP 47, lower case: `en`, `pt-br`; stated by the page, or detected from its words. */
	language?: string | undefined;
	/** Its tables, in text order. */
	tables?: Table[] | undefined;
	/** Links of its content, in order, each address once; web pages only. */
	links?: Link[] | undefined;
	/** Web pages only. */
	capture?: Capture | undefined;
	authority?: Authority | undefined;
}

/** One search result: a passage of a document. */
export interface Hit {
	url: string;
	title: string;
	label: string;
	kind: PageKind;
	date?: string | undefined;
	/** The passage itself, verbatim, at most ~1,200 characters. */
	snippet: string;
	/** Offsets of the passage in the page's text (UTF-16). */
	start: number;
	end: number;
	locator: Locator;
	/** Comparable within one search only; higher is better. */
	score: number;
	/** The parts of the score, if the source states them: words (BM25) and meaning (cosine, -1 to 1). */
	bm25?: number | undefined;
	cosine?: number | undefined;
	/** The search services that returned it, best rank first; absent for a corpus. The snippet is then the service's, and its offsets mean nothing. */
	services?: string[] | undefined;
	authority?: Authority | undefined;
}

/** Whether a hit comes from the web. Its snippet is then no passage of a stored text. */
export function isWeb({ url }: Pick<Hit, "url">): boolean {
	return /^https?:/i.test(url);
}

/** The beginning of the address of what a server of the Model Context Protocol returned: `mcp://SERVER/tools/NAME?ARGUMENTS`. */
export const mcpScheme = "mcp://";

/** Whether somebody outside the user's folders wrote a page: it is of the web, or a server returned it. */
export function isForeign({ url }: Pick<Hit, "url">): boolean {
	return isWeb({ url }) || url.startsWith(mcpScheme);
}

/** A document that an action's searches found: its best passage, and all passages that were found. */
export interface PooledHit extends Hit {
	/** Best first. `score` is relative to the best rank (1), so that passages of all queries are comparable. */
	passages: { start: number; end: number; score: number }[];
}

/** The named place that holds an offset of a page. */
export function locate(page: Pick<Page, "marks">, offset: number): Locator {
	let found: Locator = page.marks[0]?.locator ?? { kind: "line", line: 1 };
	for (const mark of page.marks) {
		if (mark.start > offset) break;
		found = mark.locator;
	}
	return found;
}

/** A place in words for readers: `line 12`, `p. 3`, `§ Setup`. */
export function locatorText(locator: Locator): string {
	switch (locator.kind) {
		case "line":
			return `line ${locator.line}`;
		case "page":
			return `p. ${locator.page}`;
		case "section":
			return `§ ${locator.section}`;
		case "record":
			return `record ${locator.record}`;
		case "cell": {
			const page = locator.page === undefined ? "" : `p. ${locator.page}, `;
			return `${page}table ${locator.table}, ${locator.row} × ${locator.column}`;
		}
	}
}

/**
 * How a page knows what it states, best first. `first-hand`: its own work, counts, product or rules; `expert`: an expert of the field;
 * `report`: journalism or an overview; `opinion`: an advocate or a personal view; `thin`: an essay for sale, a list made for search
 * engines, comments.
 */
export const standings = ["first-hand", "expert", "report", "opinion", "thin"] as const;
export type Standing = (typeof standings)[number];

/** The author and nature of a page, as the reading model states them. */
export interface Speaker {
	standing?: Standing | undefined;
	/** The author, as the page names them. */
	author?: string | undefined;
	/** What the page is, for weighing it: `news report on a study`. */
	nature?: string | undefined;
	/** Names of those from whom it has most of its content. Pages that retell the same name have one origin. */
	retells?: string[] | undefined;
}

/** A page that was read in a run, without its text, as reports and logs keep it. */
export interface Source {
	/** `s` and 10 hex digits of the url's hash. */
	id: string;
	url: string;
	title: string;
	label: string;
	kind: PageKind;
	origin: string;
	date?: string | undefined;
	/** SHA-256 of the text that was read; the key of the page cache. */
	hash: string;
	author?: string | undefined;
	site?: string | undefined;
	modified?: string | undefined;
	canonical?: string | undefined;
	language?: string | undefined;
	capture?: Capture | undefined;
	authority?: Authority | undefined;
	/** It contains prompt injection (`text/injection.ts`), which lowers its authority; web pages only. */
	addressed?: true | undefined;
	/** The sketch of its text, which finds copies without the text (`text-sketch.ts`); absent in old logs for documents of a folder. */
	sketch?: string | undefined;
	speaker?: Speaker | undefined;
}

/** How similar a text's meaning is to a query's, each -1 to 1. */
export interface Likeness {
	/** Cosine of the vectors of the whole texts. */
	whole: number;
	/** For each token of the query, the similarity of the nearest token of the text. */
	tokens: number[];
}

/** A passage with the headings above it, as input of the reading model. */
export interface ReadPassage {
	heading: string;
	text: string;
}

/** The reading model's output for a question and one passage. */
export interface PassageReading {
	/** Whether the passage answers the question: a logit, not calibrated. */
	answers: number;
	/** The most likely answer: `text.slice(start, end)`. `odds`: its log odds against "none". Undefined for an empty passage. */
	span: { start: number; end: number; odds: number } | undefined;
}
