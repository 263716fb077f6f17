import { queryWithoutAddresses } from "../../evidence/named-pages.ts";
import { sift } from "../../evidence/sift.ts";
import type { PooledHit } from "../../evidence/source.ts";
import { pool, searchAll } from "../gather.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import type { LeftPage, Shared } from "./desk.ts";

/** The most pages that are assigned to one investigator: as many as it reads at first. */
const pagesEach = 4;

/**
 * What the investigators of one wave share. The plan's queries are sent once. Pages that several of them found are divided before
 * anyone chooses: in rounds, each takes its best result that is still free. Nothing in it depends on who is faster.
 */
export function sharedBy(tools: Tools, assignments: readonly Assignment[]): Shared {
	const searches = new Map<string, ReturnType<typeof searchAll>>();
	let taken: Promise<ReadonlyMap<string, Assignment>> | undefined;

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
		const own = new Set([...read, ...(web?.named ?? []).map(({ url }) => url)]);
		return sift(pool(lists), question, []).kept.filter(({ url }) => !own.has(url));
	}

	return {
		search,
		async leftTo({ subQuestion: { id } }, signal) {
			taken ??= Promise.all(assignments.map((one) => resultsOf(one, signal))).then((results) =>
				divided(assignments, results),
			);
			return [...(await taken)].flatMap(([url, { subQuestion }]): LeftPage[] =>
				subQuestion.id === id ? [] : [{ url, reader: subQuestion.text }],
			);
		},
	};
}

/** The investigator that reads each page, by url. */
function divided(
	assignments: readonly Assignment[],
	results: readonly (readonly PooledHit[])[],
): ReadonlyMap<string, Assignment> {
	const taken = new Map<string, Assignment>();
	for (let round = 0; round < pagesEach; round++)
		for (const [at, assignment] of assignments.entries()) {
			if (round >= assignment.reads) continue;
			const next = results[at]?.find(({ url }) => !taken.has(url));
			if (next) taken.set(next.url, assignment);
		}
	return taken;
}
