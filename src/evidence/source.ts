/** How a document was written; it decides how a place in it is named. */
export type PageKind = "markdown" | "text" | "html" | "pdf" | "record";

/** A place in a page that a person can find again: a 1-based line of the file, a 1-based PDF page, or a heading of an HTML page. */
export type Locator =
	| { kind: "line"; line: number }
	| { kind: "page"; page: number }
	| { kind: "section"; section: string }
	| { kind: "record"; record: string };

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
	marks: { start: number; locator: Locator }[];
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
	}
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
}
