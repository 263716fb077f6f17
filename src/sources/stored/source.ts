import { comparisonForm } from "../../base/text.ts";
import { type Hit, locate, type Page } from "../../evidence/source.ts";
import type { PassageReader } from "../comprehension/passage-reader.ts";
import { PageError, type SearchResponse, type SourceProvider } from "../provider.ts";
import { openWordIndex } from "../rank/word-index.ts";
import { splitIntoPassages } from "../read/passages.ts";
import type { TextSimilarity } from "../vectors/text-similarity.ts";
import { pageHeadings, rankPassages } from "../web/rank-passages.ts";

/** Passages of one page in the results of one search, at most. */
const passagesPerPage = 2;

/** Models that rank and read passages; absent when only words count. Closed with the source. */
export interface StoredSourceModels {
	meaning?: TextSimilarity | undefined;
	passageReader?: PassageReader | undefined;
}

/** The pages that an earlier run stored, as a source. Nothing else is searched, and nothing is read anew. */
export function createStoredSource(
	pages: readonly Page[],
	{ meaning, passageReader }: StoredSourceModels = {},
): SourceProvider {
	const passages = pages.flatMap((page) =>
		splitIntoPassages(page.text, pageHeadings(page)).map((span) => ({ page, ...span })),
	);
	const index = openWordIndex(
		passages.map(({ page, start, end, context }) => ({
			title: `${page.title} ${context}`,
			text: page.text.slice(start, end),
		})),
	);
	return {
		name: "stored pages",
		async search(query, limit) {
			const scores = index.scores(query);
			const ranked = passages
				.map((passage, at) => ({ ...passage, score: scores[at] ?? 0 }))
				.filter(({ score }) => score > 0)
				.toSorted((a, b) => b.score - a.score);
			const shown = new Map<string, number>();
			const hits = ranked.filter(({ page: { url } }) => {
				shown.set(url, (shown.get(url) ?? 0) + 1);
				return (shown.get(url) ?? 0) <= passagesPerPage;
			});
			return responseOf(hits.slice(0, limit).map(({ page, start, end, score }) => hitOf(page, start, end, score)));
		},
		async titles(names) {
			const wanted = new Set(names.map(comparisonForm));
			const named = pages.filter(({ title }) => wanted.has(comparisonForm(title)));
			return responseOf(named.map((page) => hitOf(page, 0, Math.min(page.text.length, 600), 1)));
		},
		async read(url) {
			const page = pages.find((one) => one.url === url);
			if (!page) throw new PageError("away", "it is none of the pages that the earlier run stored");
			return page;
		},
		passages: (page, query, signal) => rankPassages(page, query, meaning, signal),
		similarity: async (query, texts, signal) => meaning?.similarity(query, texts, signal),
		readPassages: async (question, read, signal) => passageReader?.read(question, read, signal),
		async close() {
			index.close();
			await Promise.allSettled([meaning?.close(), passageReader?.close()]);
		},
	};
}

function hitOf(page: Page, start: number, end: number, score: number): Hit {
	const { url, title, label, kind, date } = page;
	const snippet = page.text.slice(start, end).toWellFormed();
	return { url, title, label, kind, date, snippet, start, end, locator: locate(page, start), score };
}

function responseOf(hits: Hit[]): SearchResponse {
	return { hits, faults: [], sent: [] };
}
