import { AssayError } from "../../base/errors.ts";
import type { ServiceFault } from "../../evidence/event.ts";
import type { Hit } from "../../evidence/source.ts";
import type { Gate } from "../../net/gate.ts";
import type { SearchResponse } from "../provider.ts";
import { isOnSites } from "./canonical-url.ts";
import { dateInUrl, mayLieBetween } from "./dates.ts";
import { mergeSearchResults } from "./merge-results.ts";
import { parseQuery } from "./query.ts";
import { type SearchResult, type SearchService, SearchServiceError } from "./service.ts";

/** Results of one service that are used; some return more than requested. */
const resultsMax = 50;

export interface SearchOptions {
	/** Maximum number of results in all. */
	limit: number;
	/** Names of services that are not asked. */
	skip?: readonly string[] | undefined;
	/** Only results of these domains. A query's own `site:` can narrow them. */
	sites?: readonly string[] | undefined;
	/** ISO date: only results since then, as far as their date is known. */
	since?: string | undefined;
	signal?: AbortSignal | undefined;
	/** Drops results whose address it refuses: they could not be read. */
	gate?: Pick<Gate, "check"> | undefined;
}

/** All services failed. It holds the reason of each, and the services that got the query all the same. */
export class SearchFailedError extends AssayError {
	readonly faults: readonly ServiceFault[];
	readonly sent: readonly string[];

	constructor(
		faults: readonly ServiceFault[],
		sent: readonly string[],
		options: { cause?: unknown; hint?: string | undefined } = {},
	) {
		const why = faults.map(({ reason }) => reason).join(". ");
		super("SEARCH_FAILED", why === "" ? "No search service is left to ask" : `No search service answered. ${why}`, {
			...options,
			keepsRun: true,
		});
		this.name = "SearchFailedError";
		this.faults = faults;
		this.sent = sent;
	}
}

/**
 * Queries all services at once and merges their results, best first. No hits and no faults: nothing matches. Throws
 * `SearchFailedError` when all services failed. With no services it finds nothing.
 */
export async function searchServices(
	services: readonly SearchService[],
	query: string,
	options: SearchOptions,
): Promise<SearchResponse> {
	const parsed = parseQuery(query, options);
	if (parsed.text === "" && parsed.sites.length === 0) return { hits: [], faults: [], sent: [] };
	// A query of sites alone finds pages of these sites.
	const request = parsed.text === "" ? { ...parsed, text: parsed.sites.join(" ") } : parsed;
	const found = await askServices(
		services,
		options,
		(service) => service.search(request, options.signal),
		({ hosts }) => hosts === undefined || parsed.sites.length === 0 || mayHoldSites(hosts, parsed.sites),
	);
	return {
		...found,
		hits: found.hits
			.filter(
				({ url, date = dateInUrl(url) }) =>
					(parsed.sites.length === 0 || isOnSites(url, parsed.sites)) &&
					!isOnSites(url, parsed.without ?? []) &&
					(date === undefined || mayLieBetween(date, parsed.since, parsed.until)),
			)
			.slice(0, options.limit),
	};
}

/** Pages whose title is one of these names, from the services that can look up titles. Finds nothing when there is none. */
export async function searchTitles(
	services: readonly SearchService[],
	names: readonly string[],
	options: SearchOptions,
): Promise<SearchResponse> {
	const titleServices = services.filter(({ titles }) => titles !== undefined);
	const { sites = [] } = options;
	if (titleServices.length === 0 || names.length === 0) return { hits: [], faults: [], sent: [] };
	const found = await askServices(
		titleServices,
		options,
		async (service) => (await service.titles?.(names, options.signal)) ?? [],
		({ hosts }) => hosts === undefined || sites.length === 0 || mayHoldSites(hosts, sites),
	);
	const hits = found.hits.filter(({ url }) => sites.length === 0 || isOnSites(url, sites));
	return { ...found, hits: hits.slice(0, options.limit) };
}

async function askServices(
	services: readonly SearchService[],
	{ skip = [], signal, gate }: SearchOptions,
	ask: (service: SearchService) => Promise<SearchResult[]>,
	isUseful: (service: SearchService) => boolean,
): Promise<SearchResponse> {
	const available = services.filter(({ name }) => !skip.includes(name));
	const queried = available.filter(isUseful);
	const settled = await Promise.allSettled(queried.map(async (service) => ask(service)));
	signal?.throwIfAborted();
	const lists: { service: string; results: SearchResult[] }[] = [];
	const faults: ServiceFault[] = [];
	const sent: string[] = [];
	let cause: SearchServiceError | undefined;
	for (const [at, one] of settled.entries()) {
		const service = queried[at];
		if (!service) continue;
		if (one.status === "fulfilled") lists.push({ service: service.name, results: one.value.slice(0, resultsMax) });
		else if (one.reason instanceof SearchServiceError) {
			cause ??= one.reason;
			faults.push({ service: service.name, reason: one.reason.reason, skipped: one.reason.lasting });
		} else throw one.reason;
		const isUnsent = one.status === "rejected" && one.reason instanceof SearchServiceError && one.reason.unsent;
		if (!service.inside && !isUnsent) sent.push(service.name);
	}
	if (lists.length === 0 && services.length > 0) {
		if (faults.length === 0 && available.length > 0)
			for (const { name, title } of available)
				faults.push({
					service: name,
					reason: `${title} has nothing of these sites; search with another service`,
					skipped: false,
				});
		throw new SearchFailedError(faults, sent, { cause });
	}
	return { hits: mergeSearchResults(lists).filter((hit) => isAllowed(hit, gate)), faults, sent };
}

/** Whether requested sites may be on the domains of a service, or its domains on them. */
function mayHoldSites(hosts: readonly string[], sites: readonly string[]): boolean {
	return (
		hosts.some((host) => isOnSites(`https://${host}`, sites)) ||
		sites.some((site) => isOnSites(`https://${site}`, hosts))
	);
}

function isAllowed({ url }: Hit, gate: Pick<Gate, "check"> | undefined): boolean {
	try {
		gate?.check(url);
		return true;
	} catch (error) {
		if (error instanceof AssayError) return false;
		throw error;
	}
}
