import { limits } from "../../../base/limits.ts";
import { processTree, watchProcessTree } from "../../../base/process-memory.ts";

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
 * Ends a browser whose processes together hold more than `most` bytes: `onExceeded` is given how much they hold, then all of them
 * are killed. Returns what stops the watch.
 */
export function limitMemory(
	browser: number | undefined,
	most: number,
	onExceeded: (bytes: number) => void,
): () => void {
	if (browser === undefined) return () => undefined;
	return watchProcessTree(browser, limits.renderMemoryPollMs, (processes) => {
		const bytes = sum(processes);
		if (bytes <= most) return;
		onExceeded(bytes);
		for (const { pid } of processes) kill(pid);
	});
}

function sum(processes: readonly { bytes: number }[]): number {
	return processes.reduce((all, { bytes }) => all + bytes, 0);
}

function kill(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has ended by itself, or is a helper of another user (the sandbox's), which ends with the browser.
	}
}
