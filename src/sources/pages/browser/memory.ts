import { limits } from "../../../base/limits.ts";
import { limitTreeMemory } from "../../../base/memory-limit.ts";
import { processTree } from "../../../base/process-memory.ts";

/** Memory of one page, as long as the machine has twice as much left. Bytes. */
export function memoryOfPage(): number {
	return Math.min(limits.renderMemoryBytes, process.availableMemory() / 2);
}

/** Whether the machine has memory for another page beside those that are open. */
export function hasRoom(open: number): boolean {
	if (open === 0) return true;
	return open < limits.rendersAtOnce && process.availableMemory() >= limits.renderMemoryBytes;
}

/** Memory that the processes of a browser hold together, bytes; undefined where it cannot be measured. */
export async function memoryOf(browser: number | undefined): Promise<number | undefined> {
	const processes = browser === undefined ? undefined : await processTree(browser).catch(() => undefined);
	return processes && sum(processes);
}

/**
 * Ends a browser whose processes together hold more than `most` bytes; `onExceeded` is given how much they held. Returns what lifts
 * the limit.
 */
export function limitMemory(
	browser: number | undefined,
	most: number,
	onExceeded: (bytes: number) => void,
): () => void {
	if (browser === undefined) return () => undefined;
	return limitTreeMemory(browser, limits.renderMemoryPollMs, most, onExceeded);
}

function sum(processes: readonly { bytes: number }[]): number {
	return processes.reduce((all, { bytes }) => all + bytes, 0);
}
