import { siteHostOf } from "./canonical-url.ts";
import { truncateText } from "./result-text.ts";
import { probeQuery, type SearchQuery, type SearchResult, type SearchService, SearchServiceError } from "./service.ts";
import { createServiceClient, type ServiceSettings } from "./service-client.ts";
import type { ServiceClient, ServiceDefinition, ServiceQuery } from "./service-definition.ts";
import { parseServiceName, type ServiceName } from "./service-names.ts";
import { github, hackernews } from "./services/developers.ts";
import { arxiv, crossref, europepmc, openalex } from "./services/papers.ts";
import { sec, wikipedia } from "./services/reference.ts";
import { duckduckgo, searxng } from "./services/web-free.ts";
import { brave, exa, serper, tavily } from "./services/web-paid.ts";

const definitions: Readonly<Record<ServiceName, ServiceDefinition>> = {
	...{ searxng, brave, tavily, exa, serper, duckduckgo },
	...{ wikipedia, sec },
	...{ arxiv, openalex, crossref, europepmc },
	...{ github, hackernews },
};

/** Opens a service by its name. `probe` and `search` report missing settings. Throws a `UsageError` `SEARCH_UNKNOWN`. */
export function openService(name: string, settings: ServiceSettings): SearchService {
	const known = parseServiceName(name);
	const definition = definitions[known];
	const { title, key, hosts, titles, probe, challengeRefusal } = definition;
	const client = createServiceClient(known, definition, settings);
	const countFailures = createFailureCounter();
	const isPaid = key !== undefined && !key.optional;
	return {
		name: known,
		title,
		at: client.hosts,
		...(hosts && { hosts: settings.baseUrl ? [siteHostOf(new URL(settings.baseUrl).hostname)] : hosts }),
		search: (query, signal) => countFailures(() => sendQuery(definition, client, query, signal)),
		...(titles && { titles: (names, signal) => countFailures(() => titles(client, names, signal)) }),
		...(isPaid && { paid: true }),
		async probe(signal) {
			client.assertReady();
			if (probe) await probe(client, signal);
			if (probe || isPaid) return;
			const found = await sendQuery(definition, client, { text: probeQuery, limit: 1, sites: [] }, signal);
			if (found.length === 0 && challengeRefusal) throw client.fault(challengeRefusal);
		},
	};
}

/** Sends a query in the service's spelling, and its wider form when nothing matches. */
async function sendQuery(
	definition: ServiceDefinition,
	client: ServiceClient,
	query: SearchQuery,
	signal?: AbortSignal,
): Promise<SearchResult[]> {
	const { words = ({ text }) => text, charactersMax, wordsMax, resultsMax, wider, takesNoLimit } = definition;
	const whole = words(query);
	const cut = truncateText(whole, charactersMax ?? whole.length)
		.split(" ")
		.slice(0, wordsMax)
		.join(" ");
	if (cut === "") return [];
	const send = (one: ServiceQuery) =>
		"search" in definition
			? definition.search(client, one, signal)
			: definition.fetchResults(client, definition.request(one), signal);
	const first = { ...query, words: cut, limit: Math.min(query.limit, resultsMax ?? query.limit) };
	const found = await send(first);
	const next = found.length === 0 ? wider?.(first) : undefined;
	const results = next ? await send(next) : found;
	return takesNoLimit ? results : results.slice(0, query.limit);
}

/**
 * A temporary failure is tolerated once: a second one in a row is lasting. Parallel queries that fail together count as one failure,
 * since they have the same cause.
 */
function createFailureCounter(): <T>(work: () => Promise<T>) => Promise<T> {
	let failures = 0;
	return async (work) => {
		const before = failures;
		try {
			const done = await work();
			failures = 0;
			return done;
		} catch (error) {
			if (!(error instanceof SearchServiceError)) throw error;
			if (failures === before) failures = before + 1;
			throw failures >= 2 ? error.asLasting() : error;
		}
	};
}
