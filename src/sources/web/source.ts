import type { ServiceFault } from "../../evidence/event.ts";
import type { Gate } from "../../net/gate.ts";
import type { PassageReader } from "../comprehension/passage-reader.ts";
import type { PageReader } from "../pages/reader.ts";
import type { SourceProvider } from "../provider.ts";
import { SearchFailedError, searchServices, searchTitles } from "../search/search.ts";
import { type SearchService, SearchServiceError } from "../search/service.ts";
import type { TextSimilarity } from "../vectors/text-similarity.ts";
import { rankPassages } from "./rank-passages.ts";

export interface WebSourceSettings {
	/** The services that the user chose, and no others. With none, pages are read but nothing is searched. */
	services: readonly SearchService[];
	reader: PageReader;
	/** Checks the addresses of results before any result is chosen. */
	gate: Pick<Gate, "check">;
	sites: readonly string[];
	since?: string | undefined;
	/** Absent when only words count. Closed with the source. */
	meaning?: TextSimilarity | undefined;
	/** Likewise. */
	passageReader?: PassageReader | undefined;
	/** Closes what else belongs to the source. */
	close(): Promise<void>;
}

/** The open web as a source: search services and a page reader. */
export function createWebSource({
	services,
	reader,
	gate,
	sites,
	since,
	meaning,
	passageReader,
	close,
}: WebSourceSettings): SourceProvider {
	const searchOptions = { gate, sites, since };
	return {
		name: "web",
		...(services.length > 0 ? { probe: (signal) => probeAll(services, signal) } : {}),
		search: (query, limit, signal, skip) => searchServices(services, query, { ...searchOptions, limit, signal, skip }),
		titles: (names, limit, signal, skip) => searchTitles(services, names, { ...searchOptions, limit, signal, skip }),
		read: (url, signal) => reader.read(url, signal),
		passages: (page, query, signal) => rankPassages(page, query, meaning, signal),
		similarity: async (query, texts, signal) => meaning?.similarity(query, texts, signal),
		readPassages: async (question, passages, signal) => passageReader?.read(question, passages, signal),
		async close() {
			const closings = [reader.close(), meaning?.close(), passageReader?.close()];
			await Promise.allSettled(closings);
			await close();
		},
	};
}

/** Probes all services at once. Throws `SearchFailedError`, which keeps the run, when none works. */
async function probeAll(services: readonly SearchService[], signal: AbortSignal | undefined) {
	const settled = await Promise.allSettled(services.map(async (service) => service.probe?.(signal)));
	signal?.throwIfAborted();
	const faults: ServiceFault[] = [];
	const answered: string[] = [];
	const untried: string[] = [];
	for (const [at, one] of settled.entries()) {
		const service = services[at]?.name ?? "";
		if (one.status === "fulfilled") (services[at]?.paid ? untried : answered).push(service);
		else if (one.reason instanceof SearchServiceError)
			// A transient fault may be over by the first search.
			faults.push({ service, reason: one.reason.reason, skipped: one.reason.lasting });
		else throw one.reason;
	}
	if (answered.length + untried.length === 0)
		throw new SearchFailedError(faults, [], { hint: probeHint(services.length) });
	return { answered, untried, faults };
}

function probeHint(services: number): string {
	return services === 1
		? "mend that, or search by others: --search duckduckgo,wikipedia"
		: "mend one of them, or search by others: --search NAMES";
}
