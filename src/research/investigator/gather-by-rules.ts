import { shortHash } from "../../base/hash.ts";
import type { PooledHit } from "../../evidence/source.ts";
import { failedSearchResult } from "../search-wave.ts";
import { readResultPage, recordRead } from "./result-page.ts";
import { addressesIn, answerOf, recordSearch, resultsToShow } from "./search-tool.ts";
import { pageTokens } from "./token-budget.ts";
import { nameResult, recordStep, type Workspace } from "./workspace.ts";

/** The most queries that are sent for an investigator: as many as the pipeline sends for an action. */
const queriesMost = 3;

/**
 * Gathers for an investigator that ended without a page. Reads its own results or, when it found none, those of a search for what
 * was planned. Reads at most `most` pages, within its share.
 */
export async function gatherByRules(workspace: Workspace, most: number): Promise<void> {
	const hits = workspace.found.size > 0 ? [] : await searchPlanned(workspace);
	for (const hit of hits) nameResult(workspace, hit);
	await readBest(workspace, most);
}

/** As in the pipeline, a search that fails whole stops a run that has read nothing: it never counts as "nothing found". */
async function searchPlanned(workspace: Workspace): Promise<PooledHit[]> {
	const { run, tools, assignment, queries } = workspace;
	const { id, text, threads } = assignment.subQuestion;
	const planned = [...new Set([text, ...threads])].filter((query) => !queries.includes(query)).slice(0, queriesMost);
	if (planned.length === 0) return [];
	queries.push(...planned);
	tools.onActivity?.(`${id} searching: ${planned[0]}`);
	const found = await recordStep(run, `search-instead:${shortHash(planned)}`, async (signal) => {
		const settled = await Promise.allSettled(planned.map((query) => answerOf(workspace, query, signal)));
		const [refused] = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
		const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
		if (answers.length === 0 && assignment.read.length === 0) throw refused;
		const all = answers.length > 0 ? answers : [failedSearchResult(refused, planned)];
		const lists = all.flatMap((one) => one.lists);
		return {
			hits: resultsToShow(workspace, lists),
			seen: addressesIn(lists),
			faults: all.flatMap(({ faults }) => faults),
			sent: [...new Set(all.flatMap(({ sent }) => sent))],
		};
	});
	recordSearch(workspace, found);
	return found.hits;
}

/** Reads the first results. The next one replaces one that cannot be read. */
async function readBest(workspace: Workspace, most: number): Promise<void> {
	for (;;) {
		const affordable = Math.floor(workspace.tokensLeft / pageTokens(workspace.assignment));
		const room = Math.min(most - workspace.pages.size, workspace.readsLeft, affordable);
		const best = [...workspace.found.values()]
			.filter(({ hit }) => !workspace.reading.has(hit.url))
			.toSorted((a, b) => Number(workspace.readByOthers.has(a.hit.url)) - Number(workspace.readByOthers.has(b.hit.url)))
			.slice(0, Math.max(0, room));
		if (best.length === 0) return;
		const settled = await Promise.allSettled(best.map((found) => readResultPage(workspace, found)));
		for (const [at, one] of settled.entries()) {
			if (one.status === "rejected") throw one.reason;
			const found = best[at];
			if (found) recordRead(workspace, found, one.value);
		}
	}
}
