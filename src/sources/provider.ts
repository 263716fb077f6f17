import type { Hit, Page } from "../evidence/source.ts";

/** Somewhere to look: a corpus of folders today, web search providers later. */
export interface SourceProvider {
	/** Stable name for the log, e.g. `corpus`. */
	readonly name: string;
	/**
	 * The passages nearest to a query, best first, at most `limit`, at most two of one document.
	 * Throws an `AssayError` when the search itself failed; an empty list means that nothing matches.
	 */
	search(query: string, limit: number, signal?: AbortSignal): Promise<Hit[]>;
	/** Documents whose title is, or nearly is, one of these names: the way from a named thing to the page about it. */
	titles(names: string[], limit: number, signal?: AbortSignal): Promise<Hit[]>;
	/** The whole document behind a hit's `url`. Throws an `AssayError` with code `PAGE_UNREADABLE` and the reason. */
	read(url: string, signal?: AbortSignal): Promise<Page>;
	/**
	 * How near each text's meaning is to a query's, as cosines (-1 to 1) in the order of the texts; undefined when meaning is not
	 * read here. Absent when the source never reads it.
	 */
	similarity?(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[] | undefined>;
	close(): Promise<void>;
}
