import { Worker } from "node:worker_threads";
import { type Limit, limitHere } from "./memory-watch.ts";

/** Of each limit that holds: what it limits, and who is told. */
const limits = new Map<number, Limit & { onExceeded: (bytes: number) => void }>();
let watcher: Worker | undefined;
let last = 0;

/**
 * Ends the process `root` and all its descendants once they hold more than `most` bytes together; then `onExceeded` is called with what they
 * held. A thread of its own measures them every `everyMs`, so that they are ended even while this thread is busy. Returns what
 * lifts the limit. Does nothing where memory cannot be measured (`processTree`).
 */
export function limitTreeMemory(
	root: number,
	everyMs: number,
	most: number,
	onExceeded: (bytes: number) => void,
): () => void {
	const id = ++last;
	limits.set(id, { id, root, everyMs, most, onExceeded });
	watcher ??= startWatcher();
	watcher.postMessage({ id, root, everyMs, most } satisfies Limit);
	return () => {
		limits.delete(id);
		watcher?.postMessage({ lift: id });
	};
}

function startWatcher(): Worker {
	const file = import.meta.url.endsWith(".ts") ? "./memory-watch.ts" : "./memory-watch.js";
	const worker = new Worker(new URL(file, import.meta.url), { execArgv: ["--no-warnings"] });
	worker.on("message", ({ id, bytes }: { id: number; bytes: number }) => limits.get(id)?.onExceeded(bytes));
	worker.on("error", () => {
		// Without its thread, each limit is kept by this one.
		watcher = undefined;
		for (const limit of limits.values()) limitHere(limit, limit.onExceeded);
	});
	worker.unref();
	return worker;
}
