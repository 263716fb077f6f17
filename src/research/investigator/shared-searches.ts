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
	let readers: Promise<ReadonlyMap<string, Assignment>> | undefined;

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
		async pagesOfOthers({ subQuestion: { id } }, signal) {
			readers ??= Promise.all(assignments.map((one) => resultsOf(one, signal))).then((results) =>
				dividePages(assignments, results),
			);
			return [...(await readers)].flatMap(([url, { subQuestion }]): AssignedPage[] =>
				subQuestion.id === id ? [] : [{ url, reader: subQuestion.text }],
			);
		},
	};
}

/** The investigator that reads each page, by url. */
function dividePages(
	assignments: readonly Assignment[],
	results: readonly (readonly PooledHit[])[],
): ReadonlyMap<string, Assignment> {
	const readers = new Map<string, Assignment>();
	for (let round = 0; round < pagesEach; round++)
		for (const [at, assignment] of assignments.entries()) {
			if (round >= assignment.reads) continue;
			const next = results[at]?.find(({ url }) => !readers.has(url));
			if (next) readers.set(next.url, assignment);
		}
	return readers;
}
