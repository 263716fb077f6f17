import { shortHash } from "../../base/hash.ts";
import type { PooledHit } from "../../evidence/source.ts";
import { searchAll, withoutResults } from "../gather.ts";
import { type Desk, named, recorded } from "./desk.ts";
import { pageBehind, putDown } from "./page.ts";
import { noteServices, offered, servicesLeftOut } from "./search.ts";

/** The most queries that are sent for an investigator: as many as the pipeline sends for an action. */
const queriesMost = 3;

/**
 * Gathers for an investigator that ended without a page. Reads its own results or, when it found none, those of a search for what
 * was planned. Reads at most `most` pages, within its share.
 */
export async function gatherInstead(desk: Desk, most: number): Promise<void> {
	const hits = desk.found.size > 0 ? [] : await searchPlanned(desk);
	for (const hit of hits) named(desk, hit);
	await readBest(desk, most);
}

/** As in the pipeline, a search that fails whole stops a run that has read nothing: it never counts as "nothing found". */
async function searchPlanned(desk: Desk): Promise<PooledHit[]> {
	const { run, tools, assignment, queries } = desk;
	const { id, text, threads } = assignment.subQuestion;
	const wanted = [...new Set([text, ...threads])].filter((query) => !queries.includes(query)).slice(0, queriesMost);
	if (wanted.length === 0) return [];
	queries.push(...wanted);
	tools.onActivity?.(`${id} searching: ${wanted[0]}`);
	const found = await recorded(run, `search-instead:${shortHash(wanted)}`, async (signal) => {
		const { lists, faults, sent } = await searchAll(tools, wanted, wanted, servicesLeftOut(desk), signal).catch(
			(error: unknown) => {
				if (assignment.read.length === 0) throw error;
				return withoutResults(error, wanted);
			},
		);
		return { hits: offered(desk, lists), faults, sent };
	});
	noteServices(desk, found);
	return found.hits;
}

/** Reads the first results. The next one replaces one that cannot be read. */
async function readBest(desk: Desk, most: number): Promise<void> {
	for (;;) {
		const room = Math.min(most - desk.pages.size, desk.readsLeft);
		const best = [...desk.found.values()]
			.filter(({ hit }) => !desk.reading.has(hit.url))
			.toSorted((a, b) => Number(desk.left.has(a.hit.url)) - Number(desk.left.has(b.hit.url)))
			.slice(0, Math.max(0, room));
		if (best.length === 0) return;
		const settled = await Promise.allSettled(best.map((found) => pageBehind(desk, found)));
		for (const [at, one] of settled.entries()) {
			if (one.status === "rejected") throw one.reason;
			const found = best[at];
			if (found) putDown(desk, found, one.value);
		}
	}
}
