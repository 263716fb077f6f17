import { limits } from "../../base/limits.ts";
import { pluralize } from "../../base/text.ts";
import type { Store } from "../../store/store.ts";

/** How a run stands in the queue of the workers. */
export interface QueuePlace {
	/** How long nothing has been done for the run; absent once a worker has it. ms */
	waitedMs?: number | undefined;
	/** Worker processes that are running. */
	workers: number;
	/** For people: why it waits, and what to type. */
	text: string;
}

/** Undefined for a run that is not in the queue. */
export async function queuePlaceOf({ shared }: Pick<Store, "shared">, runId: string): Promise<QueuePlace | undefined> {
	const entry = await shared?.queue.entry(runId);
	if (!shared || !entry || entry.status === "ended") return undefined;
	const workers = await shared.queue.workers();
	if (entry.status === "taken")
		return {
			workers,
			text: `a worker has taken the run; if it is gone, another goes on within ${limits.workerLeaseMs / 1_000} s`,
		};
	const others = `${pluralize(workers, "worker")} ${workers === 1 ? "is" : "are"} running, and none has taken the run yet`;
	const text = workers === 0 ? "no worker is running; to start one: assay worker" : (entry.reason ?? others);
	return { waitedMs: Math.max(0, Math.round(entry.idleMs)), workers, text };
}
