import { shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import { filterSearchResults } from "../../evidence/filter-results.ts";
import { queryWithoutAddresses } from "../../evidence/question-addresses.ts";
import { queryKey, searchMemoOf } from "../../evidence/search-memo.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import type { RunContext } from "../../store/store.ts";
import { failedSearchResult, poolResults, searchAll } from "../search-wave.ts";
import { skippedServices } from "../state-access.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import type { AssignedPage, SearchAnswer, SharedSearches } from "./workspace.ts";

/** The most pages that are assigned to one investigator: as many as it reads at first. */
const pagesEach = 4;

/**
 * Sends each query once in a run, whoever asks (`queryKey`). The pipeline's results stand in the state. Any other query is a child
 * run of its own, so its answer is in the log before anybody is shown it, and a process that resumes the run finds it there. A search
 * that fails is not remembered.
 */
export function searchOnce(
	tools: Tools,
	state: ResearchState,
	child: RunContext["child"],
): (query: string) => Promise<SearchAnswer> {
	const memo = searchMemoOf(state);
	const skip = skippedServices(state);
	return async (query) => {
		const known = memo.get(queryKey(query));
		if (known) return { lists: [known], failed: [], faults: [], sent: [] };
		const key = queryKey(query);
		const send = (name: string) =>
			child(name, query, (run) =>
				run.step("send", async (signal) => {
					const found = await searchAll(tools, [query], [query], skip, signal).catch((error: unknown) =>
						failedSearchResult(error, [query]),
					);
					const { lists, failed, faults, sent } = found;
					return { lists, failed, faults, sent } as unknown as Json;
				}),
			) as unknown as Promise<SearchAnswer>;
		const first = await send(`search:${shortHash(key)}`);
		// What failed in an earlier wave is sent again, once in each wave.
		const isOfEarlierWave = state.turns.some(({ queries }) => queries.some((one) => queryKey(one) === key));
		const hasFailed = first.failed.length > 0 && first.lists.every((list) => list.length === 0);
		return isOfEarlierWave && hasFailed ? send(`search:${waveCount(state)}:${shortHash(key)}`) : first;
	};
}

/**
 * What the investigators of one wave share. A query that several of them ask is sent once. Pages that several of them found are
 * divided before anyone chooses: in rounds, each takes its best result that is still free. Nothing in it depends on who is faster.
 */
export function shareSearches(
	assignments: readonly Assignment[],
	send: (query: string, child: RunContext["child"]) => Promise<SearchAnswer>,
): (child: RunContext["child"]) => SharedSearches {
	const searches = new Map<string, Promise<SearchAnswer>>();
	let assigned: Promise<AssignedPage[]> | undefined;

	function search(query: string, child: RunContext["child"]): Promise<SearchAnswer> {
		const key = queryKey(query);
		const known = searches.get(key);
		if (known !== undefined) return known;
		const found = send(query, child);
		searches.set(key, found);
		return found;
	}

	async function resultsOf({ question, first = [], read, web }: Assignment, child: RunContext["child"]) {
		const found = await Promise.allSettled(first.map((query) => search(queryWithoutAddresses(query), child)));
		const lists = found.flatMap((one) => (one.status === "fulfilled" ? one.value.lists : []));
		const ownPages = new Set([...read, ...(web?.named ?? []).map(({ url }) => url)]);
		return filterSearchResults(poolResults(lists), question, []).kept.filter(({ url }) => !ownPages.has(url));
	}

	async function assignPages(child: RunContext["child"]): Promise<AssignedPage[]> {
		if (assignments.length < 2) return [];
		return dividePages(assignments, await Promise.all(assignments.map((one) => resultsOf(one, child))));
	}

	return (child) => ({
		search: (query) => search(query, child),
		assignedPages() {
			assigned ??= assignPages(child);
			return assigned;
		},
	});
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
