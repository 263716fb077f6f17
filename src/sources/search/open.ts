import { asker, type Definition, type ServiceSettings } from "./ask.ts";
import { hostOf } from "./canonical.ts";
import { type ServiceName, serviceName } from "./names.ts";
import { probeWord, SearchFault, type SearchService } from "./service.ts";
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

const definitions: Readonly<Record<ServiceName, Definition>> = {
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
	const definition = definitions[serviceName(name)];
	const ask = asker(definition, settings);
	const { search, titles, probe } = definition.open(ask);
	const patient = patience();
	return {
		name: definition.name,
		title: definition.title,
		at: ask.hosts,
		...(definition.hosts && {
			hosts: settings.baseUrl ? [hostOf(new URL(settings.baseUrl).hostname)] : definition.hosts,
		}),
		search: (query, signal) => patient(() => search(query, signal)),
		...(titles && { titles: (wanted, signal) => patient(() => titles(wanted, signal)) }),
		...(definition.key?.needed && { paid: true }),
		async probe(signal) {
			ask.ready();
			if (probe) await probe(signal);
			else if (!definition.key?.needed) await search({ text: probeWord, limit: 1, sites: [] }, signal);
		},
	};
}

/**
 * A temporary failure is tolerated once: a second one in a row is lasting. Parallel queries that fail together count as one failure,
 * since they have the same cause.
 */
function patience(): <T>(work: () => Promise<T>) => Promise<T> {
	let failures = 0;
	return async (work) => {
		const before = failures;
		try {
			const done = await work();
			failures = 0;
			return done;
		} catch (error) {
			if (!(error instanceof SearchFault)) throw error;
			if (failures === before) failures = before + 1;
			throw failures >= 2 ? error.asLasting() : error;
		}
	};
}
