import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { locate, type PooledHit, type Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import { readSteps } from "./read.ts";
import { optionsOf } from "./state-access.ts";
import { loadPage, type Tools } from "./tools.ts";

/** Reads the pages that the user named, before any search or spending. */
export function readNamedPages(state: ResearchState, tools: Tools): Step[] {
	const { web, maxSources } = optionsOf(state);
	const fresh = web?.urls.filter((url) => !state.sources.some((source) => source.url === url)) ?? [];
	return readSteps(state, tools, fresh.slice(0, maxSources));
}

/** Throws `PAGES_UNREADABLE` when none of the pages that the user named could be read and there is nothing else to search. */
export function assertPagesRead(state: ResearchState): void {
	const { corpus, web } = optionsOf(state);
	const { sources, unread } = state;
	if (!web || web.urls.length === 0) return;
	if (sources.length > 0 || corpus.length > 0 || web.search.length > 0) return;
	const why = unread.map(({ url, reason }) => `${url}: ${reason}`).join("; ");
	throw new AssayError("PAGES_UNREADABLE", `none of the pages that were named could be read (${why})`, {
		// The exit code of a run whose searches find nothing.
		exitCode: 3,
		hint: "name other pages, or search for some: --search duckduckgo,wikipedia",
	});
}

/** The named pages that were read, in the order in which they were named. */
function namedPagesRead({ options, sources }: ResearchState): Source[] {
	const urls = options?.web?.urls ?? [];
	return urls.flatMap((url) => sources.find((source) => source.url === url) ?? []);
}

/** The named pages as results for an investigator that has not searched yet. They have no passages. */
export function namedPageResults(state: ResearchState): PooledHit[] {
	return namedPagesRead(state).map(({ url, title, label, kind, date }) => ({
		...{ url, title, label, kind, date, snippet: "", start: 0, end: 0, score: 1, passages: [] },
		locator: { kind: "line", line: 1 },
	}));
}

/** The named pages as a search for `query` would find them. */
export async function searchNamedPages(
	tools: Tools,
	state: ResearchState,
	query: string,
	signal: AbortSignal,
): Promise<PooledHit[]> {
	const hits: PooledHit[] = [];
	for (const source of namedPagesRead(state)) {
		const page = await loadPage(tools, source, signal);
		const passages = (await tools.source.passages?.(page, query, signal)) ?? [];
		const { start, end } = passages[0] ?? { start: 0, end: page.text.length };
		const snippet = page.text.slice(start, Math.min(end, start + limits.snippetCharacters)).toWellFormed();
		const { url, title, label, kind, date, authority } = source;
		hits.push({
			...{ url, title, label, kind, date, authority, snippet, start, passages },
			...{ end: start + snippet.length, locator: locate(page, start), score: 1 },
		});
	}
	return hits;
}
