import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** How often a waiting process checks whether the lock is free, in ms. */
const pollMs = 100;

/**
 * Runs `work` while holding a lock that other processes see. It is a lock on a file, so the system releases it when a process dies.
 * `onWait` is called once when another process holds it.
 */
export async function withLock<T>(
	path: string,
	work: () => Promise<T>,
	onWait: () => void,
	signal?: AbortSignal,
): Promise<T> {
	const lock = new DatabaseSync(path, { timeout: 0 });
	try {
		let waited = false;
		while (!tryAcquire(lock)) {
			if (!waited) onWait();
			waited = true;
			await wait(pollMs, undefined, { signal });
		}
		return await work();
	} finally {
		lock.close();
	}
}

function tryAcquire(lock: DatabaseSync): boolean {
	try {
		lock.exec("begin exclusive");
		return true;
	} catch (error) {
		if (error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === 5) return false;
		throw error;
	}
}

/** Takes a lock if it is free, and holds it until `release` or the process's end. */
export function tryLock(path: string): { release(): void } | undefined {
	const lock = new DatabaseSync(path, { timeout: 0 });
	if (tryAcquire(lock)) return { release: () => lock.close() };
	lock.close();
	return undefined;
}
