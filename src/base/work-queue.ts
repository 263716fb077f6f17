/**
 * A queue that starts work only if `mayBegin` allows it for the number of running pieces. Other work waits in order and is
 * considered again when a piece ends. `mayBegin(0)` must be true. While waiting, an abort rejects with the signal's reason.
 */
export function createWorkQueue(
	mayBegin: (running: number) => boolean,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
	const waiting: (() => void)[] = [];
	let running = 0;

	async function waitForStart(signal: AbortSignal | undefined): Promise<void> {
		signal?.throwIfAborted();
		if (waiting.length === 0 && mayBegin(running)) {
			running++;
			return;
		}
		await new Promise<void>((resolve, reject) => {
			const begin = (): void => {
				signal?.removeEventListener("abort", stopWaiting);
				resolve();
			};
			const stopWaiting = (): void => {
				waiting.splice(waiting.indexOf(begin), 1);
				reject(signal?.reason);
			};
			signal?.addEventListener("abort", stopWaiting, { once: true });
			waiting.push(begin);
		});
	}

	return async (work, signal) => {
		await waitForStart(signal);
		try {
			return await work();
		} finally {
			running--;
			while (waiting.length > 0 && mayBegin(running)) {
				// Counted at once, so that no new work starts in between.
				running++;
				waiting.shift()?.();
			}
		}
	};
}
