import { AssayError } from "../base/errors.ts";
import type { Page } from "../evidence/source.ts";
import { storedPageOf } from "../research/tools.ts";
import type { Store } from "../store/store.ts";
import { loadState } from "./run-log.ts";

/** The stored pages of a run, in the order in which it read them. Throws `RUN_WITHOUT_PAGES`. */
export async function storedPagesOf(store: Store, runId: string): Promise<Page[]> {
	const { sources } = await loadState(store, runId);
	const pages = await Promise.all(sources.map((source) => storedPageOf(store.pages, source)));
	const stored = pages.filter((page) => page !== undefined);
	if (stored.length > 0) return stored;
	throw new AssayError("RUN_WITHOUT_PAGES", `no page of run ${runId.slice(0, 8)} is stored`, {
		hint: "it read none, or `assay cleanup` deleted them; ask it as a new question",
		exitCode: 3,
	});
}
