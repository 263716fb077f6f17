import { AssayError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import type { ServiceFault } from "../evidence/event.ts";
import type { Hit, Likeness, Page, PassageReading, ReadPassage } from "../evidence/source.ts";
import type { UnreadReason } from "../evidence/unread-page.ts";

/** The result of one search. No hits and no faults means that nothing matches. */
export interface SearchResponse {
	hits: Hit[];
	/** Search services that failed. */
	faults: ServiceFault[];
	/** The services outside this machine that got the query. */
	sent: string[];
}

/** A source of documents: folders on this machine, the web, or both. */
export interface SourceProvider {
	/** Stable name for the log, e.g. `corpus`, `web`. */
	readonly name: string;
	/**
	 * Checks each search service before the run relies on it. Absent where there is none. Throws an `AssayError` with `keepsRun` when
	 * none works: a run must not begin without search.
	 */
	probe?(signal?: AbortSignal): Promise<{ answered: string[]; untried?: string[]; faults: ServiceFault[] }>;
	/**
	 * The passages or pages nearest to a query, best first, at most `limit`, at most two of one document. `skip`: services that are not
	 * asked. Throws an `AssayError` when the search as a whole failed. So no hits always means that nothing matches.
	 */
	search(query: string, limit: number, signal?: AbortSignal, skip?: readonly string[]): Promise<SearchResponse>;
	/** Documents whose title is one of these names, or nearly is: they find the page about a named thing. */
	titles(names: string[], limit: number, signal?: AbortSignal, skip?: readonly string[]): Promise<SearchResponse>;
	/** The whole document behind a hit's `url`. Throws an `AssayError` with code `PAGE_UNREADABLE` and the reason. */
	read(url: string, signal?: AbortSignal): Promise<Page>;
	/** The places of a page that answer a query, best first, `score` relative to the best (1). For pages that no index holds. */
	passages?(page: Page, query: string, signal?: AbortSignal): Promise<{ start: number; end: number; score: number }[]>;
	/**
	 * How near each text's meaning is to a query's, in the order of the texts. Undefined when no embedding model is available. Absent
	 * when the source never has one.
	 */
	similarity?(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Likeness[] | undefined>;
	/**
	 * What each passage says about a question, in the order of the passages. Undefined when the reading model cannot be used. Absent
	 * when the source never has one.
	 */
	readPassages?(
		question: string,
		passages: readonly ReadPassage[],
		signal?: AbortSignal,
	): Promise<PassageReading[] | undefined>;
	/** Where its own index finds a query, best first, at most `limit`. It asks no service. Absent where it has no index. */
	places?(query: string, limit: number, signal?: AbortSignal): Promise<Pick<Hit, "url" | "start" | "end">[]>;
	/** Tools that an investigator may call. Absent where there are none. */
	readonly tools?: readonly SourceTool[];
	/** The call of a tool that a read of an address makes; undefined where it makes none. */
	callOf?(url: string): SourceCall | undefined;
	close(): Promise<void>;
}

/** A tool whose result is a page. What its server says of it is data. */
export interface SourceTool {
	/** The name for a model; no other tool has it. */
	readonly name: string;
	/** Where it comes from, for people: `SERVER/TOOL`. */
	readonly label: string;
	readonly description: string;
	/** JSON Schema of its arguments. */
	readonly parameters: { [key: string]: Json };
	/** It may change something, and the user allowed it: a call is never repeated. */
	readonly isChanging: boolean;
	/** The address of the page that a call with these arguments returns. To read it is to make the call. */
	address(input: Json): string;
}

/** A call of a tool, for the ledger. */
export interface SourceCall {
	/** `SERVER/TOOL`. */
	label: string;
	/** The arguments, as JSON text. */
	input: string;
	/** The price that the user named for a call of this server. USD. */
	usd?: number | undefined;
}

/** A web page that cannot be used as a source. Its message says what was found instead, in a sentence for the report's gaps. */
export class PageError extends AssayError {
	readonly obstacle: UnreadReason;

	constructor(obstacle: UnreadReason, message: string, options: { cause?: unknown } = {}) {
		super("PAGE_UNREADABLE", message, options);
		this.name = "PageError";
		this.obstacle = obstacle;
	}
}
