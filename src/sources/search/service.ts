import { AssayError } from "../../base/errors.ts";

/** A query to a service: words, and filters for services that support them. */
export interface SearchQuery {
	/** Without operators. */
	text: string;
	limit: number;
	/** Domains. A service without this filter is queried without it, and its results are filtered here. */
	sites: readonly string[];
	/** Excluded domains. The same holds for them. */
	without?: readonly string[] | undefined;
	/** ISO dates, both inclusive. */
	since?: string | undefined;
	until?: string | undefined;
}

/** One result of a service, its texts cleaned of markup. */
export interface SearchResult {
	url: string;
	/** Other addresses of the same document, such as a paper's DOI. */
	sameAs?: readonly string[] | undefined;
	title: string;
	snippet: string;
	/** ISO date (or `2031`, `2031-04`) of publication. */
	date?: string | undefined;
	author?: string | undefined;
	/** Journal, publisher or site, where the service names it. */
	site?: string | undefined;
	/** The service states that it appeared in a peer-reviewed journal. */
	peerReviewed?: boolean | undefined;
}

/** A search service that was opened with the user's settings. */
export interface SearchService {
	/** Its name as the user types it: `searxng`, `brave`, … */
	readonly name: string;
	/** Its own name: `Brave Search`. */
	readonly title: string;
	/** Its queries stay on this machine: an invented web. The user's own SearXNG is not such a service, because it forwards queries. */
	readonly inside?: boolean | undefined;
	/** Each query costs money, so a probe only looks for its key. */
	readonly paid?: boolean | undefined;
	/** Hosts that get queries. `*.` stands for any name before the rest. */
	readonly at: readonly string[];
	/** All its results are on these domains. Absent for a service with results from anywhere. */
	readonly hosts?: readonly string[] | undefined;
	/** Best first. An empty list means that nothing matches. Throws a `SearchServiceError`. */
	search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]>;
	/** Pages whose title is one of these names, where the service can look up titles. */
	titles?(names: readonly string[], signal?: AbortSignal): Promise<SearchResult[]>;
	/** Checks that it works, or could work. Throws a `SearchServiceError`. Makes no query that costs money. */
	probe?(signal?: AbortSignal): Promise<void>;
}

/** The query that checks free services before a run relies on them. It reveals nothing of the question. */
export const probeQuery = "encyclopedia";

export type FaultKind = "blocked" | "key" | "limited" | "away" | "format" | "settings";

/** Why a service failed. Its code is `SEARCH_` and the kind. */
export class SearchServiceError extends AssayError {
	readonly service: string;
	readonly kind: FaultKind;
	/** Another query in this run is useless (blocked, no key, no JSON). */
	readonly lasting: boolean;
	/** The failure was detected before anything was sent to the service. */
	readonly unsent: boolean;

	constructor(
		service: string,
		kind: FaultKind,
		message: string,
		options: { hint?: string | undefined; cause?: unknown; lasting?: boolean; unsent?: boolean } = {},
	) {
		super(`SEARCH_${kind.toUpperCase()}`, message, { ...options, keepsRun: true });
		this.name = "SearchServiceError";
		this.service = service;
		this.kind = kind;
		this.lasting = options.lasting ?? true;
		this.unsent = options.unsent ?? false;
	}

	/** The same error as a lasting one: the service is not queried again. */
	asLasting(): SearchServiceError {
		if (this.lasting) return this;
		const { service, kind, message, hint, cause, unsent } = this;
		return new SearchServiceError(service, kind, `${message}, twice in a row`, { hint, cause, unsent, lasting: true });
	}

	/** What happened and what to do, in one line. */
	get reason(): string {
		return this.hint === undefined ? this.message : `${this.message}; ${this.hint}`;
	}
}
