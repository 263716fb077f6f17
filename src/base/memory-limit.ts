import { Worker } from "node:worker_threads";
import { type Limit, limitHere } from "./memory-watch.ts";

/** A limit that holds, who is told, and what lifts it where this thread keeps it itself. */
interface Held extends Limit {
	onExceeded: (bytes: number) => void;
	lift?: () => void;
}
const limits = new Map<number, Held>();
let watcher: Worker | undefined;
let last = 0;

/**
 * Ends the process `root` and all its descendants once they hold more than `most` bytes together, and calls `onExceeded` with what
 * they held. A thread of its own measures them every `everyMs`, so that they are ended even while this thread is busy. Returns what
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
		limits.get(id)?.lift?.();
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
		for (const limit of limits.values()) limit.lift = limitHere(limit, limit.onExceeded);
	});
	worker.unref();
	return worker;
}
