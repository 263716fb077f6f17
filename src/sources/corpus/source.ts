import type { Hit } from "../../evidence/source.ts";
import type { SearchResponse, SourceProvider } from "../provider.ts";
import type { Corpus } from "./corpus.ts";

/** The most searches whose results are kept. */
const keptSearchesMax = 500;

/** A corpus as a source. It has no services that could fail, sends nothing anywhere, and searches the same query once. */
export function createCorpusSource(corpus: Corpus): SourceProvider {
	const found = new Map<string, Hit[]>();
	const searchOnce = async (query: string, limit: number, signal?: AbortSignal) => {
		const key = `${limit} ${query}`;
		const hits = found.get(key) ?? (await corpus.search(query, limit, signal));
		if (found.size < keptSearchesMax) found.set(key, hits);
		return hits;
	};
	return {
		name: corpus.name,
		search: async (query, limit, signal) => withoutFaults(await searchOnce(query, limit, signal)),
		titles: async (names) => withoutFaults(await corpus.titles(names)),
		read: (url, signal) => corpus.read(url, signal),
		similarity: (query, texts, signal) => corpus.similarity(query, texts, signal),
		readPassages: (question, passages, signal) => corpus.readPassages(question, passages, signal),
		places: (query, limit, signal) => corpus.search(query, limit, signal),
		close: () => corpus.close(),
	};
}

function withoutFaults(hits: Hit[]): SearchResponse {
	return { hits, faults: [], sent: [] };
}
