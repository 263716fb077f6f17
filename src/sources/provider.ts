import { AssayError } from "../base/errors.ts";
import type { ServiceFault } from "../evidence/event.ts";
import type { Hit, Likeness, Page, PassageReading, ReadPassage } from "../evidence/source.ts";
import type { UnreadReason } from "../evidence/unread-page.ts";

/** What one search gave. No hits and no faults means that nothing matches. */
export interface Found {
	hits: Hit[];
	/** Search services that did not do their work. */
	faults: ServiceFault[];
	/** The services outside this machine that were sent the query. */
	sent: string[];
}

/** Somewhere to look: folders on this machine, the web, or both. */
export interface SourceProvider {
	/** Stable name for the log, e.g. `corpus`, `web`. */
	readonly name: string;
	/**
	 * Asks each search service whether it works, before the run relies on it. Absent where there is none. Throws an `AssayError`
	 * that says `keepsRun` when none works: a run must not begin blind.
	 */
	probe?(signal?: AbortSignal): Promise<{ answered: string[]; untried?: string[]; faults: ServiceFault[] }>;
	/**
	 * The passages or pages nearest to a query, best first, at most `limit`, at most two of one document. `skip`: services to leave
	 * out. Throws an `AssayError` when the search as a whole failed; no hits then never means that nothing matches.
	 */
	search(query: string, limit: number, signal?: AbortSignal, skip?: readonly string[]): Promise<Found>;
	/** Documents whose title is, or nearly is, one of these names: the way from a named thing to the page about it. */
	titles(names: string[], limit: number, signal?: AbortSignal, skip?: readonly string[]): Promise<Found>;
	/** The whole document behind a hit's `url`. Throws an `AssayError` with code `PAGE_UNREADABLE` and the reason. */
	read(url: string, signal?: AbortSignal): Promise<Page>;
	/** Where in a page that was read a query is answered, best first, `score` relative to the best (1); for pages that no index holds. */
	passages?(page: Page, query: string, signal?: AbortSignal): Promise<{ start: number; end: number; score: number }[]>;
	/**
	 * How near each text's meaning is to a query's, in the order of the texts; undefined when meaning is not read here. Absent when the
	 * source never reads it.
	 */
	similarity?(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Likeness[] | undefined>;
	/**
	 * What each passage says of a question, in the order of the passages; undefined where the reading model cannot be used. Absent when the
	 * source never has one.
	 */
	readPassages?(
		question: string,
		passages: readonly ReadPassage[],
		signal?: AbortSignal,
	): Promise<PassageReading[] | undefined>;
	/** Where its own index finds a query, best first, at most `limit`; nothing is asked of a service. Absent where it has no index. */
	places?(query: string, limit: number, signal?: AbortSignal): Promise<Pick<Hit, "url" | "start" | "end">[]>;
	close(): Promise<void>;
}

/** A page of the web that is no source. Its message says what stands there instead, in a sentence for the report's gaps. */
export class PageFault extends AssayError {
	readonly obstacle: UnreadReason;

	constructor(obstacle: UnreadReason, message: string, options: { cause?: unknown } = {}) {
		super("PAGE_UNREADABLE", message, options);
		this.name = "PageFault";
		this.obstacle = obstacle;
	}
}
