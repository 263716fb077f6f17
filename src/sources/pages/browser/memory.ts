import { limits } from "../../../base/limits.ts";
import { limitTreeMemory } from "../../../base/memory-limit.ts";
import { processTree } from "../../../base/process-memory.ts";

/** Memory limit of one page: at most half of what the machine has left. Bytes. */
export function pageMemoryLimit(): number {
	return Math.min(limits.renderMemoryBytes, process.availableMemory() / 2);
}

/** Whether the machine has memory for another page beside the open ones. */
export function hasMemoryForPage(open: number): boolean {
	if (open === 0) return true;
	return open < limits.rendersAtOnce && process.availableMemory() >= limits.renderMemoryBytes;
}

/** Memory of all processes of a browser, bytes. Undefined where it cannot be measured. */
export async function browserMemory(browser: number | undefined): Promise<number | undefined> {
	const processes = browser === undefined ? undefined : await processTree(browser).catch(() => undefined);
	return processes && totalBytes(processes);
}

/**
 * Ends a browser whose processes together use more than `maxBytes` bytes. `onExceeded` gets the used bytes. Returns a function that
 * removes the limit.
 */
export function limitBrowserMemory(
	browser: number | undefined,
	maxBytes: number,
	onExceeded: (bytes: number) => void,
): () => void {
	if (browser === undefined) return () => undefined;
	return limitTreeMemory(browser, limits.renderMemoryPollMs, maxBytes, onExceeded);
}

function totalBytes(processes: readonly { bytes: number }[]): number {
	return processes.reduce((all, { bytes }) => all + bytes, 0);
}
