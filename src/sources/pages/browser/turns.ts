/** Lets at most `most` pieces of work run at once; the others wait in order. Rejects with the signal's reason while waiting. */
export function openTurns(most: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
	const waiting: (() => void)[] = [];
	let running = 0;

	async function turn(signal: AbortSignal | undefined): Promise<void> {
		signal?.throwIfAborted();
		if (running < most) {
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
			// The place goes from hand to hand, so that nobody slips in between.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}
