import type { Hit } from "../../evidence/source.ts";
import type { SearchResponse, SourceProvider } from "../provider.ts";
import type { Corpus } from "./corpus.ts";

/** A corpus as a source. It has no services that could fail, and sends nothing anywhere. */
export function corpusSource(corpus: Corpus): SourceProvider {
	return {
		name: corpus.name,
		search: async (query, limit, signal) => found(await corpus.search(query, limit, signal)),
		titles: async (names) => found(await corpus.titles(names)),
		read: (url, signal) => corpus.read(url, signal),
		similarity: (query, texts, signal) => corpus.similarity(query, texts, signal),
		readPassages: (question, passages, signal) => corpus.readPassages(question, passages, signal),
		places: (query, limit, signal) => corpus.search(query, limit, signal),
		close: () => corpus.close(),
	};
}

function found(hits: Hit[]): SearchResponse {
	return { hits, faults: [], sent: [] };
}
