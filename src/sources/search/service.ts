import { AssayError } from "../../base/errors.ts";

/** What is asked of a service: words, and filters for services that have them. */
export interface SearchQuery {
	/** Without operators. */
	text: string;
	limit: number;
	/** Domains; a service without such a filter is asked without it, and its results are filtered here. */
	sites: readonly string[];
	/** Domains that are not wanted; the same holds. */
	without?: readonly string[] | undefined;
	/** ISO dates, both inclusive. */
	since?: string | undefined;
	until?: string | undefined;
}

/** One result as a service gave it, its texts cleaned of markup. */
export interface SearchResult {
	url: string;
	/** Other addresses of the same thing, such as a paper's DOI. */
	sameAs?: readonly string[] | undefined;
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
	/** Nothing leaves this machine by it: an invented web. A SearXNG of one's own forwards what it is asked. */
	readonly inside?: boolean | undefined;
	/** Each query is paid for: a probe only looks for its key. */
	readonly paid?: boolean | undefined;
	/** Hosts that queries go to; `*.` stands for any name before the rest. */
	readonly at: readonly string[];
	/** All its results lie on these domains; one that has results of everywhere names none. */
	readonly hosts?: readonly string[] | undefined;
	/** Best first. An empty list means that nothing matches. Throws a `SearchFault`. */
	search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult[]>;
	/** Pages whose title is one of these names, where the service can look one up. */
	titles?(names: readonly string[], signal?: AbortSignal): Promise<SearchResult[]>;
	/** Whether it answers, or could: throws a `SearchFault`. Nothing that is paid for is asked. */
	probe?(signal?: AbortSignal): Promise<void>;
}

/** What services that cost nothing are asked before a run relies on them. It tells nothing of the question. */
export const probeWord = "encyclopedia";

/** What a service's own file says. */
export type Behaviour = Pick<SearchService, "search" | "titles" | "probe">;

export type FaultKind = "blocked" | "key" | "limited" | "away" | "format" | "settings";

/** Why a service did not do its work. Its code is `SEARCH_` and the kind. */
export class SearchFault extends AssayError {
	readonly service: string;
	readonly kind: FaultKind;
	/** Asking again in this run is no use (blocked, no key, no JSON). */
	readonly lasting: boolean;
	/** It was found before anything was sent to the service. */
	readonly unsent: boolean;

	constructor(
		service: string,
		kind: FaultKind,
		message: string,
		options: { hint?: string | undefined; cause?: unknown; lasting?: boolean; unsent?: boolean } = {},
	) {
		super(`SEARCH_${kind.toUpperCase()}`, message, { ...options, keepsRun: true });
		this.name = "SearchFault";
		this.service = service;
		this.kind = kind;
		this.lasting = options.lasting ?? true;
		this.unsent = options.unsent ?? false;
	}

	/** The same fault, after which the service is asked no more. */
	asLasting(): SearchFault {
		if (this.lasting) return this;
		const { service, kind, message, hint, cause, unsent } = this;
		return new SearchFault(service, kind, `${message}, twice in a row`, { hint, cause, unsent, lasting: true });
	}

	/** What happened and what to do, in one line. */
	get reason(): string {
		return this.hint === undefined ? this.message : `${this.message}; ${this.hint}`;
	}
}
