import { isMainThread, parentPort } from "node:worker_threads";
import { watchProcessTree } from "./process-memory.ts";

/** A memory limit for a process tree. */
export interface MemoryLimit {
	id: number;
	root: number;
	everyMs: number;
	/** Bytes. */
	most: number;
}

/** Enforces a limit from this thread. Returns a function that lifts it. */
export function enforceLimit({ root, everyMs, most }: MemoryLimit, onExceeded: (bytes: number) => void): () => void {
	return watchProcessTree(root, everyMs, (processes) => {
		const bytes = processes.reduce((sum, one) => sum + one.bytes, 0);
		if (bytes <= most) return;
		onExceeded(bytes);
		for (const { pid } of processes) kill(pid);
	});
}

function kill(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// The process has ended, or belongs to another user (the browser's sandbox) and ends with the others.
	}
}

if (!isMainThread && parentPort) {
	const port = parentPort;
	const lifts = new Map<number, () => void>();
	port.on("message", (message: MemoryLimit | { lift: number }) => {
		if ("lift" in message) {
			lifts.get(message.lift)?.();
			lifts.delete(message.lift);
			return;
		}
		lifts.set(
			message.id,
			enforceLimit(message, (bytes) => port.postMessage({ id: message.id, bytes })),
		);
	});
}
