import type { RunRecord, Store } from "../../store/store.ts";
import { parseRunInput } from "../run.ts";

/**
 * The run of this key to continue or deliver: the newest one if it is completed and was never delivered, else the newest
 * unfinished one.
 */
export async function findRunToContinue(store: Store, key: string): Promise<RunRecord | undefined> {
	let isNewest = true;
	for (const run of await store.runs()) {
		if (parseRunInput(run.input)?.key !== key || run.status === "failed") continue;
		// An older result is out of date once a newer one was delivered.
		if (run.status !== "completed" || (isNewest && !(await store.isDelivered(run.id)))) return run;
		isNewest = false;
	}
	return undefined;
}
