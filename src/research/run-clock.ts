import { workingTime } from "../base/working-time.ts";

/** Active time: the time recorded last, plus what has passed in this process since. */
export interface RunClock {
	/** ms. Read it only inside a step's work: the log does not hold the value until the step records it. */
	elapsedMs(): number;
	/** Sets the time that the log has just recorded. Never goes back. */
	set(elapsedMs: number): void;
	/** Moves the time on to one that another log holds. A time that has passed changes nothing. */
	advanceTo(elapsedMs: number): void;
}

/** `now`: ms since any moment. */
export function createRunClock(fromMs = 0, now: () => number = workingTime): RunClock {
	let recorded = fromMs;
	let setAt = now();
	const set = (elapsedMs: number) => {
		recorded = Math.max(recorded, elapsedMs);
		setAt = now();
	};
	const elapsedMs = () => recorded + (now() - setAt);
	return {
		elapsedMs,
		set,
		advanceTo(reached) {
			if (reached > elapsedMs()) set(reached);
		},
	};
}
