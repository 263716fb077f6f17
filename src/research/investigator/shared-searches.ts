import { filterSearchResults } from "../../evidence/filter-results.ts";
import { queryWithoutAddresses } from "../../evidence/question-addresses.ts";
import type { PooledHit } from "../../evidence/source.ts";
import { poolResults, searchAll } from "../search-wave.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import type { AssignedPage, SharedSearches } from "./workspace.ts";

/** The most pages that are assigned to one investigator: as many as it reads at first. */
const pagesEach = 4;

/**
 * What the investigators of one wave share. The plan's queries are sent once. Pages that several of them found are divided before
 * anyone chooses: in rounds, each takes its best result that is still free. Nothing in it depends on who is faster.
 */
export function shareSearches(tools: Tools, assignments: readonly Assignment[]): SharedSearches {
	const searches = new Map<string, ReturnType<typeof searchAll>>();
	let assigned: Promise<AssignedPage[]> | undefined;

	function search(query: string, skip: readonly string[], signal: AbortSignal) {
		const known = searches.get(query);
		if (known) return known;
		const found = searchAll(tools, [query], [query], skip, signal);
		searches.set(query, found);
		return found;
	}

	async function resultsOf({ question, first = [], skip = [], read, web }: Assignment, signal: AbortSignal) {
		const found = await Promise.allSettled(first.map((query) => search(queryWithoutAddresses(query), skip, signal)));
		const lists = found.flatMap((one) => (one.status === "fulfilled" ? one.value.lists : []));
		const ownPages = new Set([...read, ...(web?.named ?? []).map(({ url }) => url)]);
		return filterSearchResults(poolResults(lists), question, []).kept.filter(({ url }) => !ownPages.has(url));
	}

	return {
		search,
		assignedPages(signal) {
			assigned ??= Promise.all(assignments.map((one) => resultsOf(one, signal))).then((results) =>
				dividePages(assignments, results),
			);
			return assigned;
		},
	};
}

function dividePages(assignments: readonly Assignment[], results: readonly (readonly PooledHit[])[]): AssignedPage[] {
	const assigned = new Map<string, AssignedPage>();
	for (let round = 0; round < pagesEach; round++)
		for (const [at, assignment] of assignments.entries()) {
			if (round >= assignment.reads) continue;
			const found = results[at] ?? [];
			const next = found.find(({ url }) => !assigned.has(url));
			if (!next) continue;
			const { id, text } = assignment.subQuestion;
			const relevance = next.score / Math.max(Number.EPSILON, ...found.map(({ score }) => score));
			assigned.set(next.url, { url: next.url, reader: { id, text }, passages: next.passages, relevance });
		}
	return [...assigned.values()];
}
