import type { RunRecord, Store } from "../store/store.ts";
import { loadNeededInput } from "./run-log.ts";

/** What to type for an unfinished run: one that waits for its user only shows again what it waits for when it is resumed. */
export async function nextCommand(store: Store, { id, status }: Pick<RunRecord, "id" | "status">): Promise<string> {
	const short = id.slice(0, 8);
	if (status === "running" || status === "queued") return `wait for it: assay watch ${short}`;
	const needed = status === "interrupted" ? await loadNeededInput(store, id).catch(() => undefined) : undefined;
	return needed ? `see what it waits for: assay show ${short}` : `go on with it: assay resume ${short}`;
}
