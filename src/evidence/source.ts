/** How a document was written; it decides how a place in it is named. */
export type PageKind = "markdown" | "text" | "html" | "pdf" | "record" | "csv" | "json";

/** A place in a page that a person can find again: a 1-based line of the file, a 1-based PDF page, a heading of an HTML page, a cell. */
export type Locator =
	| { kind: "line"; line: number }
	| { kind: "page"; page: number }
	| { kind: "section"; section: string }
	| { kind: "record"; record: string }
	/** A cell of the `table`th table of the page (1-based), on this page of a PDF. */
	| { kind: "cell"; page?: number | undefined; table: number; row: string; column: string };

/** Where a named place begins in a page's text. */
export interface Mark {
	start: number;
	locator: Locator;
	/** Of a section of HTML: its heading's level, 1 the outermost. */
	level?: number | undefined;
}

/** A table as it stands in a page's text: a line a row, its cells set apart by ` | `. */
export interface Table {
	/** 1-based place among the page's tables. */
	number: number;
	/** Offsets of the table in the page's text (UTF-16), its header row included, its caption not. */
	start: number;
	end: number;
	/** 1-based page of a PDF. */
	page?: number | undefined;
	/** What stands above or below it: `Table 3. Landings by port, tonnes`. */
	caption?: string | undefined;
	/** Unit of all its cells, where the caption or the header states one. */
	unit?: string | undefined;
	/** Header texts, left to right, the row labels' own column included; a spanning header is joined: `2031 › Landings`. */
	columns: string[];
	/** Body rows, top to bottom. */
	rows: TableRow[];
}

export interface TableRow {
	/** The text of its first cell, or of the cells that name it. */
	label: string;
	start: number;
	end: number;
	/** One a column, in the order of `columns`; `start === end` for an empty one. */
	cells: { text: string; start: number; end: number }[];
}

/** A link that code found in a page. It is followed only by its place in this list, never by an address that a text names. */
export interface Link {
	url: string;
	/** Its words, or what an image says. */
	text: string;
}

/** When and how a page of the web was got. */
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
 * How much weight a place of publication has before its text is read (METHOD §4.2). `unfit`: a page that is no source
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
/** A document as it was read. `text` is what every quote is checked against. */
export interface Page {
	/** Canonical address: `file:///…/guide.md`, or `file:///…/corpus.jsonl#id` for one record of a `.jsonl` file. */
	url: string;
	title: string;
	kind: PageKind;
	/** Path below the corpus folder as a person would say it, e.g. `guide/setup.md`, `corpus.jsonl#42`. */
	label: string;
	/** ISO date (`2024-05-01`) the document itself states, or that its front matter or metadata holds. */
	date?: string | undefined;
	/** Who speaks: publisher or author when stated, else the document's own url. */
	origin: string;
	text: string;
	/** SHA-256 of `text`. */
	hash: string;
	/** Where the named places begin in `text`, ascending by `start` (UTF-16 offsets); the first one starts at 0. */
	marks: Mark[];
	author?: string | undefined;
	/** The name of the site or publication. */
	site?: string | undefined;
	/** ISO date of the last change that the page states. */
	modified?: string | undefined;
	/** The address that a page of the web gives as its own; on another host it names whose copy it is. Not vouched for. */
	canonical?: string | undefined;
	/** BCP 47, lower case: `en`, `pt-br`; stated, or told from the words. */
	language?: string | undefined;
	/** Its tables, in the order of the text. */
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
	/** What the score is made of, where the source says so: words (BM25) and meaning (cosine, -1 to 1). */
	bm25?: number | undefined;
	cosine?: number | undefined;
	/** The search services that gave it, best rank first; absent for a corpus. Such a hit's snippet is the service's, and names no place. */
	services?: string[] | undefined;
	authority?: Authority | undefined;
}

/** Whether a hit comes from the web: its snippet is no passage of a text that is at hand. */
export function isWeb({ url }: Pick<Hit, "url">): boolean {
	return /^https?:/i.test(url);
}

/** A document as a turn's searches found it: its best passage, and all its passages that were found. */
export interface PooledHit extends Hit {
	/** Best first; `score` is relative to the best rank (1), so passages of all queries compare. */
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

/** A place as a reader would say it: `line 12`, `p. 3`, `§ Setup`. */
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
 * From where a page knows what it says, best first. `first-hand`: its own work, counts, product or rules; `expert`: somebody of the
 * field; `report`: journalism or an overview; `opinion`: an advocate or a personal view; `thin`: an essay for sale, a list made for
 * search engines, comments.
 */
export const standings = ["first-hand", "expert", "report", "opinion", "thin"] as const;
export type Standing = (typeof standings)[number];

/** Who speaks on a page, and what the page is, as the model that read it says. */
export interface Speaker {
	standing?: Standing | undefined;
	/** As the page names them. */
	author?: string | undefined;
	/** For who weighs it: `news report on a study`. */
	nature?: string | undefined;
	/** From whom it has most of what it says, as it names them: pages that retell one of them are one origin. */
	retells?: string[] | undefined;
}

/** A page that was read in a run, without its text: what reports and logs keep of it. */
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
	/** It holds text that speaks to the program that reads it (`addressed.ts`), for which it counts less; web pages only. */
	addressed?: true | undefined;
	/** What its text is made of, so that copies are known without it (`syndication.ts`); absent in old logs for documents of a folder. */
	sketch?: string | undefined;
	speaker?: Speaker | undefined;
}

/** How near a text's meaning is to a query's, each -1 to 1. */
export interface Likeness {
	/** Cosine of the vectors of the whole texts. */
	whole: number;
	/** Of each of the query's tokens, how near the nearest token of the text is. */
	tokens: number[];
}

/** A passage with the headings above it, as the reading model gets it. */
export interface ReadPassage {
	heading: string;
	text: string;
}

/** What the reading model says about a question and one passage. */
export interface PassageReading {
	/** Whether the passage answers the question: a logit, not calibrated. */
	answers: number;
	/** The words that are most likely the answer: `text.slice(start, end)`. `odds`: the logarithm of their odds over "none". Undefined for an empty passage. */
	span: { start: number; end: number; odds: number } | undefined;
}
