/** Active time: what was recorded last, and what has passed in this process since. */
export interface Clock {
	/** ms. Read it only inside a step's work: it is not the log, but will be. */
	elapsedMs(): number;
	/** What the log says it was just now. Never goes back. */
	set(elapsedMs: number): void;
}

export function createClock(fromMs = 0): Clock {
	let recorded = fromMs;
	let mark = Date.now();
	return {
		elapsedMs: () => recorded + (Date.now() - mark),
		set(elapsedMs) {
			recorded = Math.max(recorded, elapsedMs);
			mark = Date.now();
		},
	};
}
