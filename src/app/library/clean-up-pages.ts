import type { PageCleanupResult, Store } from "../../store/store.ts";
import { pagesOfRun } from "./pages-of-run.ts";

/**
 * Deletes cached pages that nobody has read for `olderMs`. It keeps the pages of unfinished runs, which resume with the same texts.
 * The files of finished runs hold their own pages.
 */
export async function cleanUpPages(store: Store, olderMs: number, dryRun: boolean): Promise<PageCleanupResult> {
	const before = new Date(Date.now() - olderMs);
	return store.pages.cleanup({ before, keep: await pagesToKeep(store), dryRun });
}

/** The hashes of the pages that unfinished runs and their investigators have read. */
async function pagesToKeep(store: Store): Promise<Set<string>> {
	const hashes = new Set<string>();
	for (const run of await store.runs()) {
		if (run.status !== "running" && run.status !== "interrupted") continue;
		for (const hash of await pagesOfRun(store, run.id)) hashes.add(hash);
	}
	return hashes;
}
