import { isWeb, mcpScheme } from "../evidence/source.ts";
import type { SearchResponse, SourceProvider } from "./provider.ts";
import { SearchFailedError } from "./search/search.ts";

/** Combines folders and the web into one source. Failures of the web are reported and never hide results of the folders. */
export function combineSources(folders: SourceProvider, web: SourceProvider): SourceProvider {
	const sourceFor = (url: string) => (isWeb({ url }) ? web : folders);

	/** Results of the folders and of the web alternate, so that neither crowds out the other. */
	async function askBoth(
		ask: (source: SourceProvider) => Promise<SearchResponse>,
		limit: number,
		signal: AbortSignal | undefined,
	): Promise<SearchResponse> {
		const [fromFolders, fromWeb] = await Promise.allSettled([ask(folders), ask(web)]);
		signal?.throwIfAborted();
		if (fromFolders.status === "rejected") throw fromFolders.reason;
		const webResponse = fromWeb.status === "fulfilled" ? fromWeb.value : emptyResponse(fromWeb.reason);
		return { ...webResponse, hits: interleave(fromFolders.value.hits, webResponse.hits).slice(0, 2 * limit) };
	}

	return {
		name: `${folders.name} + ${web.name}`,
		...(web.probe ? { probe: (signal) => probeWeb(web, signal) } : {}),
		search: (query, limit, signal, skip) =>
			askBoth((source) => source.search(query, limit, signal, skip), limit, signal),
		titles: (names, limit, signal, skip) =>
			askBoth((source) => source.titles(names, limit, signal, skip), limit, signal),
		read: (url, signal) => sourceFor(url).read(url, signal),
		passages: async (page, query, signal) => (await sourceFor(page.url).passages?.(page, query, signal)) ?? [],
		similarity: async (query, texts, signal) => folders.similarity?.(query, texts, signal),
		readPassages: async (question, passages, signal) => folders.readPassages?.(question, passages, signal),
		places: async (query, limit, signal) => (await folders.places?.(query, limit, signal)) ?? [],
		async close() {
			await Promise.allSettled([folders.close(), web.close()]);
		},
	};
}

/** Adds the servers of the Model Context Protocol to another source: their texts are searched beside its own. */
export function withServers(documents: SourceProvider, servers: SourceProvider): SourceProvider {
	const sourceFor = (url: string) => (url.startsWith(mcpScheme) ? servers : documents);
	async function askBoth(ask: (source: SourceProvider) => Promise<SearchResponse>, limit: number) {
		const [found, ofServers] = await Promise.all([ask(documents), ask(servers)]);
		return { ...found, hits: interleave(found.hits, ofServers.hits).slice(0, 2 * limit) };
	}
	return {
		...documents,
		name: `${documents.name} + ${servers.name}`,
		...(servers.tools ? { tools: servers.tools } : {}),
		...(servers.callOf ? { callOf: servers.callOf } : {}),
		search: (query, limit, signal, skip) => askBoth((source) => source.search(query, limit, signal, skip), limit),
		titles: (names, limit, signal, skip) => askBoth((source) => source.titles(names, limit, signal, skip), limit),
		read: (url, signal) => sourceFor(url).read(url, signal),
		passages: async (page, query, signal) => (await sourceFor(page.url).passages?.(page, query, signal)) ?? [],
		async close() {
			await Promise.allSettled([documents.close(), servers.close()]);
		},
	};
}

/** The faults of a failed web search, without results. It does not throw them, because the folders have results. */
function emptyResponse(reason: unknown): SearchResponse {
	if (!(reason instanceof SearchFailedError)) throw reason;
	return { hits: [], faults: [...reason.faults], sent: [...reason.sent] };
}

/** As `SourceProvider.probe`, but it does not throw when no web service works: the folders still do. */
async function probeWeb(web: SourceProvider, signal: AbortSignal | undefined) {
	try {
		return (await web.probe?.(signal)) ?? { answered: [], faults: [] };
	} catch (error) {
		if (!(error instanceof SearchFailedError)) throw error;
		return { answered: [], faults: [...error.faults] };
	}
}

function interleave<T>(a: readonly T[], b: readonly T[]): T[] {
	const longest = Math.max(a.length, b.length);
	return Array.from({ length: longest }).flatMap((_, at) => [...a.slice(at, at + 1), ...b.slice(at, at + 1)]);
}
