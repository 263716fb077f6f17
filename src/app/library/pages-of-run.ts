import type { Store } from "../../store/store.ts";

/** The hashes of the pages that a run and its investigators have read. */
export async function pagesOfRun(store: Store, runId: string): Promise<Set<string>> {
	const logs = [await store.log(runId, ["read"]), ...(await store.children(runId)).map(({ log }) => log)];
	return new Set(logs.flat().flatMap(({ output }) => pageHashIn(output) ?? []));
}

/** The hash of the page that a step read. Steps of runs and of investigators record the source of such a page. */
function pageHashIn(output: unknown): string | undefined {
	if (typeof output !== "object" || output === null || !("source" in output)) return undefined;
	const { source } = output;
	if (typeof source !== "object" || source === null || !("hash" in source)) return undefined;
	return typeof source.hash === "string" ? source.hash : undefined;
}
