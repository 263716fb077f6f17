import { Worker } from "node:worker_threads";
import { enforceLimit, type MemoryLimit } from "./memory-watch.ts";
import { siblingScript } from "./sibling-script.ts";

/** An active limit with its listener. `lift` is set if this thread enforces the limit itself. */
interface ActiveLimit extends MemoryLimit {
	onExceeded: (bytes: number) => void;
	lift?: () => void;
}
const activeLimits = new Map<number, ActiveLimit>();
let watcher: Worker | undefined;
let lastId = 0;

/**
 * Ends the process `root` and all its descendants once they hold more than `most` bytes together, and calls `onExceeded` with the
 * bytes that they held. A separate thread measures them every `everyMs`, so that this works even while this thread is busy. Returns a
 * function that lifts the limit. Does nothing if memory cannot be measured (`processTree`).
 */
export function limitTreeMemory(
	root: number,
	everyMs: number,
	most: number,
	onExceeded: (bytes: number) => void,
): () => void {
	const id = ++lastId;
	activeLimits.set(id, { id, root, everyMs, most, onExceeded });
	watcher ??= startWatcher();
	watcher.postMessage({ id, root, everyMs, most } satisfies MemoryLimit);
	return () => {
		activeLimits.get(id)?.lift?.();
		activeLimits.delete(id);
		watcher?.postMessage({ lift: id });
	};
}

function startWatcher(): Worker {
	const worker = new Worker(siblingScript("./memory-watch", import.meta.url), { execArgv: ["--no-warnings"] });
	worker.on("message", ({ id, bytes }: { id: number; bytes: number }) => activeLimits.get(id)?.onExceeded(bytes));
	worker.on("error", () => {
		// The watcher's thread failed: this thread enforces the limits.
		watcher = undefined;
		for (const limit of activeLimits.values()) limit.lift = enforceLimit(limit, limit.onExceeded);
	});
	worker.unref();
	return worker;
}
