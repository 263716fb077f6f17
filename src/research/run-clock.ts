import { workingTime } from "../base/working-time.ts";

/** Active time: the time recorded last, plus what has passed in this process since. */
export interface RunClock {
	/** ms. Read it only inside a step's work: the log does not hold the value until the step records it. */
	elapsedMs(): number;
	/** Sets the time that the log has just recorded. Never goes back. */
	set(elapsedMs: number): void;
}

/** `now`: ms since any moment. */
export function createRunClock(fromMs = 0, now: () => number = workingTime): RunClock {
	let recorded = fromMs;
	let setAt = now();
	return {
		elapsedMs: () => recorded + (now() - setAt),
		set(elapsedMs) {
			recorded = Math.max(recorded, elapsedMs);
			setAt = now();
		},
	};
}
