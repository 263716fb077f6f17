import type { PageCleanupResult, RunRecord, Store } from "../../store/store.ts";
import { parseRunInput } from "../run.ts";
import { pagesOfRun } from "./pages-of-run.ts";

/**
 * Deletes cached pages that nobody has read for `olderMs`. It keeps the pages of unfinished runs and campaigns, which resume with the same
 * texts, and of the last look at each monitored run, with which the next look compares. The files of finished runs hold their own pages.
 */
export async function cleanUpPages(store: Store, olderMs: number, dryRun: boolean): Promise<PageCleanupResult> {
	const before = new Date(Date.now() - olderMs);
	return store.pages.cleanup({ before, keep: await pagesToKeep(store), dryRun });
}

/** The hashes of the pages of unfinished runs and their investigators, and of the last look at each monitored run. */
async function pagesToKeep(store: Store): Promise<Set<string>> {
	const hashes = new Set<string>();
	const runs = await store.runs();
	const isUnfinished = ({ status }: RunRecord) => status !== "completed" && status !== "failed";
	const unfinished = new Set(runs.filter(isUnfinished).map(({ id }) => id));
	const monitored = new Set<string>();
	for (const run of runs) {
		const input = parseRunInput(run.input);
		const target = input?.options.earlier?.monitored;
		const isLastLook = target !== undefined && !monitored.has(target) && run.status === "completed";
		if (isLastLook) monitored.add(target);
		// An unfinished campaign reports on the pages of its finished runs.
		const campaign = input?.pulseOf?.campaign;
		const isOfUnfinished = campaign !== undefined && unfinished.has(campaign);
		if (!unfinished.has(run.id) && !isOfUnfinished && !isLastLook) continue;
		for (const hash of await pagesOfRun(store, run.id)) hashes.add(hash);
	}
	return hashes;
}
