/** Active time: the time recorded last, plus what has passed in this process since. */
export interface Clock {
	/** ms. Read it only inside a step's work: the log does not hold the value until the step records it. */
	elapsedMs(): number;
	/** Sets the time that the log has just recorded. Never goes back. */
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
