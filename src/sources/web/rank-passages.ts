import { limits } from "../../base/limits.ts";
import { locatorText, type Page } from "../../evidence/source.ts";
import { fuseScores } from "../rank/rank.ts";
import { openWordIndex } from "../rank/word-index.ts";
import { type PassageSpan, splitIntoPassages, splitIntoWindows } from "../read/passages.ts";
import type { TextSimilarity } from "../vectors/text-similarity.ts";

export interface RankedPassage {
	start: number;
	end: number;
	score: number;
}

/**
 * Ranks a page's passages for a query, best first: by words, and by meaning where the embedding model can be used. Scores are
 * computed as for folders.
 */
export async function rankPassages(
	page: Pick<Page, "text" | "title" | "marks">,
	query: string,
	meaning: TextSimilarity | undefined,
	signal?: AbortSignal,
): Promise<RankedPassage[]> {
	const passages = splitIntoPassages(page.text, pageHeadings(page));
	const words = wordScores(passages, page, query);
	const fused = fuseScores(words, await passageCosines(passages, words, page, query, meaning, signal));
	const best = fused.reduce((most, score) => Math.max(most, score), 0);
	if (best === 0) return [];
	return passages
		.map(({ start, end }, at) => ({ start, end, score: (fused[at] ?? 0) / best }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score || a.start - b.start)
		.slice(0, limits.searchResults);
}

/** The headings of a page, for its passages. */
export function pageHeadings({ marks }: Pick<Page, "marks">) {
	const sections = marks.flatMap(({ start, locator }) =>
		locator.kind === "section" ? [{ start, level: 1, text: locatorText(locator).replace(/^§ /, "") }] : [],
	);
	// A mark within a section, as of code, repeats its name.
	return sections.filter(({ text }, at) => text !== sections[at - 1]?.text);
}

/** BM25 scores among the page's passages. */
function wordScores(passages: readonly PassageSpan[], { text, title }: Pick<Page, "text" | "title">, query: string) {
	const index = openWordIndex(
		passages.map(({ start, end, context }) => ({ title: `${title} ${context}`, text: text.slice(start, end) })),
	);
	try {
		return index.scores(query);
	} finally {
		index.close();
	}
}

/**
 * Cosines of the passages with the query. Of a long page, passages with the query's words come first, then those at its beginning;
 * the others get 0.
 */
async function passageCosines(
	passages: readonly PassageSpan[],
	words: Float64Array,
	{ text, title }: Pick<Page, "text" | "title">,
	query: string,
	meaning: TextSimilarity | undefined,
	signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
	if (!meaning || query.trim() === "") return undefined;
	const order = passages.map((_, at) => at).toSorted((a, b) => (words[b] ?? 0) - (words[a] ?? 0) || a - b);
	const windows = order
		.flatMap((at) => {
			const passage = passages[at];
			return passage ? splitIntoWindows(text, passage).map((window) => ({ at, ...window })) : [];
		})
		.slice(0, limits.pageWindows);
	const texts = windows.map(({ start, end }) => `${title}\n${text.slice(start, end)}`);
	const similarities = await meaning.cosines(query, texts, signal);
	if (!similarities) return undefined;
	const best = new Float32Array(passages.length);
	for (const [index, { at }] of windows.entries()) best[at] = Math.max(best[at] ?? 0, similarities[index] ?? 0);
	return best;
}
