import { AssayError } from "../../base/errors.ts";

/** What is asked of a service: words, and filters for services that have them. */
export interface SearchQuery {
	/** Without operators. */
	text: string;
	limit: number;
	/** Domains; a service without such a filter is asked without it, and its results are filtered here. */
	sites: readonly string[];
	/** ISO dates, both inclusive. */
	since?: string | undefined;
	until?: string | undefined;
}

/** One result as a service gave it, its texts cleaned of markup. */
export interface SearchResult {
	url: string;
	title: string;
	snippet: string;
	/** ISO date (or `2031`, `2031-04`) of publication. */
	date?: string | undefined;
	author?: string | undefined;
	/** Journal, publisher or site, where the service names it. */
	site?: string | undefined;
	/** The service knows that it appeared in a peer-reviewed journal. */
	peerReviewed?: boolean | undefined;
}

/** A search service: one small file each. */
export interface SearchService {
	/** As the user types it: `searxng`, `brave`, … */
	readonly name: string;
	/** As it calls itself: `Brave Search`. */
	readonly title: string;
	/** Whether it runs on this machine or at an address that the user named, so that nothing is sent outside by it. */
	readonly own?: boolean | undefined;
	/** Best first. An empty list means that nothing matches. Throws a `SearchFault`. */
	search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]>;
	/** Pages whose title is one of these names, where the service can look one up. */
	titles?(names: readonly string[], signal?: AbortSignal): Promise<SearchResult[]>;
	/** Whether it answers at all, where that costs nothing: throws a `SearchFault`. */
	probe?(signal?: AbortSignal): Promise<void>;
}

/** Why a service did not do its work. `lasting`: asking again in this run is no use (blocked, no key, no JSON). */
export class SearchFault extends AssayError {
	readonly service: string;
	readonly lasting: boolean;

	constructor(
		service: string,
		kind: "blocked" | "key" | "limited" | "away" | "format" | "settings",
		message: string,
		options: { hint?: string; cause?: unknown; lasting?: boolean } = {},
	) {
		super(`SEARCH_${kind.toUpperCase()}`, message, { ...options, keepsRun: true });
		this.name = "SearchFault";
		this.service = service;
		this.lasting = options.lasting ?? true;
	}
}
