import { isWeb } from "../evidence/source.ts";
import type { Found, SourceProvider } from "./provider.ts";
import { SearchFailed } from "./search/search.ts";

/** Combines folders and the web into one source. Failures of the web are reported and never hide results of the folders. */
export function combined(folders: SourceProvider, web: SourceProvider): SourceProvider {
	const of = (url: string) => (isWeb({ url }) ? web : folders);

	/** Results of the folders and of the web alternate, so that neither crowds out the other. */
	async function both(
		ask: (source: SourceProvider) => Promise<Found>,
		limit: number,
		signal: AbortSignal | undefined,
	): Promise<Found> {
		const [near, far] = await Promise.allSettled([ask(folders), ask(web)]);
		signal?.throwIfAborted();
		if (near.status === "rejected") throw near.reason;
		const outside = far.status === "fulfilled" ? far.value : unfound(far.reason);
		return { ...outside, hits: inTurns(near.value.hits, outside.hits).slice(0, 2 * limit) };
	}

	return {
		name: `${folders.name} + ${web.name}`,
		...(web.probe ? { probe: (signal) => probed(web, signal) } : {}),
		search: (query, limit, signal, skip) => both((source) => source.search(query, limit, signal, skip), limit, signal),
		titles: (names, limit, signal, skip) => both((source) => source.titles(names, limit, signal, skip), limit, signal),
		read: (url, signal) => of(url).read(url, signal),
		passages: async (page, query, signal) => (await of(page.url).passages?.(page, query, signal)) ?? [],
		similarity: async (query, texts, signal) => folders.similarity?.(query, texts, signal),
		readPassages: async (question, passages, signal) => folders.readPassages?.(question, passages, signal),
		places: async (query, limit, signal) => (await folders.places?.(query, limit, signal)) ?? [],
		async close() {
			await Promise.allSettled([folders.close(), web.close()]);
		},
	};
}

/** The faults of a failed web search, without results. It does not throw them, because the folders have results. */
function unfound(reason: unknown): Found {
	if (!(reason instanceof SearchFailed)) throw reason;
	return { hits: [], faults: [...reason.faults], sent: [...reason.sent] };
}

/** As `SourceProvider.probe`, but it does not throw when no web service works: the folders still do. */
async function probed(web: SourceProvider, signal: AbortSignal | undefined) {
	try {
		return (await web.probe?.(signal)) ?? { answered: [], faults: [] };
	} catch (error) {
		if (!(error instanceof SearchFailed)) throw error;
		return { answered: [], faults: [...error.faults] };
	}
}

function inTurns<T>(a: readonly T[], b: readonly T[]): T[] {
	const longest = Math.max(a.length, b.length);
	return Array.from({ length: longest }).flatMap((_, at) => [...a.slice(at, at + 1), ...b.slice(at, at + 1)]);
}
