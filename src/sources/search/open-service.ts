import { siteHostOf } from "./canonical-url.ts";
import { probeQuery, type SearchService, SearchServiceError } from "./service.ts";
import { createServiceClient, type ServiceDefinition, type ServiceSettings } from "./service-client.ts";
import { parseServiceName, type ServiceName } from "./service-names.ts";
import { arxiv } from "./services/arxiv.ts";
import { brave } from "./services/brave.ts";
import { crossref } from "./services/crossref.ts";
import { duckduckgo } from "./services/duckduckgo.ts";
import { europepmc } from "./services/europepmc.ts";
import { exa } from "./services/exa.ts";
import { github } from "./services/github.ts";
import { hackernews } from "./services/hackernews.ts";
import { openalex } from "./services/openalex.ts";
import { searxng } from "./services/searxng.ts";
import { sec } from "./services/sec.ts";
import { serper } from "./services/serper.ts";
import { tavily } from "./services/tavily.ts";
import { wikipedia } from "./services/wikipedia.ts";

const definitions: Readonly<Record<ServiceName, ServiceDefinition>> = {
	searxng,
	brave,
	tavily,
	exa,
	serper,
	duckduckgo,
	wikipedia,
	arxiv,
	openalex,
	crossref,
	europepmc,
	sec,
	github,
	hackernews,
};

/** Opens a service by its name. `probe` and `search` report missing settings. Throws a `UsageError` `SEARCH_UNKNOWN`. */
export function openService(name: string, settings: ServiceSettings): SearchService {
	const definition = definitions[parseServiceName(name)];
	const client = createServiceClient(definition, settings);
	const { search, titles, probe } = definition.open(client);
	const countFailures = createFailureCounter();
	return {
		name: definition.name,
		title: definition.title,
		at: client.hosts,
		...(definition.hosts && {
			hosts: settings.baseUrl ? [siteHostOf(new URL(settings.baseUrl).hostname)] : definition.hosts,
		}),
		search: (query, signal) => countFailures(() => search(query, signal)),
		...(titles && { titles: (wanted, signal) => countFailures(() => titles(wanted, signal)) }),
		...(definition.key?.needed && { paid: true }),
		async probe(signal) {
			client.assertReady();
			if (probe) await probe(signal);
			else if (!definition.key?.needed) await search({ text: probeQuery, limit: 1, sites: [] }, signal);
		},
	};
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
