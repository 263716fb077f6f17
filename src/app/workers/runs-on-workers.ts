import type { AssayError } from "../../base/errors.ts";
import type { Store } from "../../store/store.ts";
import type { Progress } from "../progress.ts";
import { sharedOf, workerFailureOf } from "./hand-over.ts";
import { type QueuePlace, queuePlaceOf } from "./queue-place.ts";
import { listenToWorker } from "./relay.ts";

/** What a process sees of runs that workers do, as a part of `App`. Ids are whole. */
export interface RunsOnWorkers {
	/** The worker processes that are running. Throws `UsageError` `WORKERS_NEED_DATABASE`. */
	countWorkers(): Promise<number>;
	/** How a run stands in the queue; undefined where it is not in it. */
	queuePlace(id: string): Promise<QueuePlace | undefined>;
	/** Why the last work of a worker on a run ended early. */
	workerFailure(id: string): Promise<AssayError | undefined>;
	/** Hears what a worker shows of a run and no log holds. The result ends it. */
	listenToWorker(id: string, onProgress: (progress: Progress) => void): Promise<() => Promise<void>>;
}

export function runsOnWorkers(store: Store): RunsOnWorkers {
	return {
		countWorkers: async () => sharedOf(store).queue.workers(),
		queuePlace: (id) => queuePlaceOf(store, id),
		workerFailure: (id) => workerFailureOf(store, id),
		listenToWorker: (id, onProgress) => listenToWorker(store, id, onProgress),
	};
}
