/**
 * Lets work begin only while `mayBegin`, given how many pieces run, agrees; the others wait in order and are considered again
 * when one ends. `mayBegin(0)` must be true. Rejects with the signal's reason while waiting.
 */
export function openTurns(
	mayBegin: (running: number) => boolean,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
	const waiting: (() => void)[] = [];
	let running = 0;

	async function turn(signal: AbortSignal | undefined): Promise<void> {
		signal?.throwIfAborted();
		if (waiting.length === 0 && mayBegin(running)) {
			running++;
			return;
		}
		await new Promise<void>((resolve, reject) => {
			const begin = (): void => {
				signal?.removeEventListener("abort", leave);
				resolve();
			};
			const leave = (): void => {
				waiting.splice(waiting.indexOf(begin), 1);
				reject(signal?.reason);
			};
			signal?.addEventListener("abort", leave, { once: true });
			waiting.push(begin);
		});
	}

	return async (work, signal) => {
		await turn(signal);
		try {
			return await work();
		} finally {
			running--;
			while (waiting.length > 0 && mayBegin(running)) {
				// Counted at once, so that nobody slips in between.
				running++;
				waiting.shift()?.();
			}
		}
	};
}
