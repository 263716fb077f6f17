import type { PageCleanupResult, RunRecord, Store } from "../store/store.ts";
import { parseRunInput } from "./run.ts";

/**
 * Deletes cached pages that nobody has read for `olderMs`. It keeps the pages of unfinished runs and campaigns, which resume with the same texts.
 * The files of finished runs hold their own pages.
 */
export async function cleanUpPages(store: Store, olderMs: number, dryRun: boolean): Promise<PageCleanupResult> {
	const before = new Date(Date.now() - olderMs);
	return store.pages.cleanup({ before, keep: await pagesToKeep(store), dryRun });
}

/** The hashes of the pages that unfinished runs and their investigators have read. */
async function pagesToKeep(store: Store): Promise<Set<string>> {
	const hashes = new Set<string>();
	const runs = await store.runs();
	const isUnfinished = ({ status }: RunRecord) => status === "running" || status === "interrupted";
	const unfinished = new Set(runs.filter(isUnfinished).map(({ id }) => id));
	for (const run of runs) {
		// An unfinished campaign reports on the pages of its finished runs.
		const campaign = parseRunInput(run.input)?.pulseOf?.campaign;
		if (!unfinished.has(run.id) && !(campaign !== undefined && unfinished.has(campaign))) continue;
		const logs = [await store.log(run.id), ...(await store.children(run.id)).map(({ log }) => log)];
		for (const { output } of logs.flat()) {
			const hash = pageHashIn(output);
			if (hash !== undefined) hashes.add(hash);
		}
	}
	return hashes;
}

/** The hash of the page that a step read. Steps of runs and of investigators record the source of such a page. */
function pageHashIn(output: unknown): string | undefined {
	if (typeof output !== "object" || output === null || !("source" in output)) return undefined;
	const { source } = output;
	if (typeof source !== "object" || source === null || !("hash" in source)) return undefined;
	return typeof source.hash === "string" ? source.hash : undefined;
}
