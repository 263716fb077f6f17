import type { Hit } from "../../evidence/source.ts";
import type { SearchResponse, SourceProvider } from "../provider.ts";
import type { Corpus } from "./corpus.ts";

/** A corpus as a source. It has no services that could fail, and sends nothing anywhere. */
export function createCorpusSource(corpus: Corpus): SourceProvider {
	return {
		name: corpus.name,
		search: async (query, limit, signal) => withoutFaults(await corpus.search(query, limit, signal)),
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
