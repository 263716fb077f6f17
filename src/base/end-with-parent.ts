import { Worker } from "node:worker_threads";

/**
 * Ends this process by SIGKILL once the process `parent` is gone, or once this one holds more than `mostBytes`. A thread of its own looks,
 * so that it works while this one is blocked.
 */
export function endWithParent(parent: number, mostBytes = Number.POSITIVE_INFINITY): void {
	const watchdog = `
setInterval(() => {
	if (process.ppid !== ${parent} || process.memoryUsage.rss() > ${mostBytes}) process.kill(process.pid, "SIGKILL");
}, 100);`;
	new Worker(watchdog, { eval: true, execArgv: [] }).unref();
}
