import type { Store } from "../../store/store.ts";

/** The hashes of the pages that a run and its children have read or inherited. */
export async function pagesOfRun(store: Store, runId: string): Promise<Set<string>> {
	const own = await store.log(runId, ["read", "inherit", "revisit"]);
	const logs = [own, ...(await store.children(runId)).map(({ log }) => log)];
	return new Set(logs.flat().flatMap(({ output }) => pageHashesIn(output)));
}

/** The hashes of the pages that a step read or inherited. Steps of runs and of investigators record the source of such a page. */
function pageHashesIn(output: unknown): string[] {
	const { source, inherited } = (output ?? {}) as {
		source?: { hash?: unknown } | null;
		inherited?: { sources?: { hash: string }[] };
	};
	const own = typeof source?.hash === "string" ? [source.hash] : [];
	return [...own, ...(inherited?.sources ?? []).map(({ hash }) => hash)];
}
