import { AssayError } from "../base/errors.ts";

/** A time limit that several pieces of work share, redirects and retries included. Only time inside `run` counts. */
export interface TimeBudget {
	/** Runs work with a signal that aborts when the time is over (throws `TOO_SLOW`) or the caller aborts (rethrows the caller's reason). */
	run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** `host`: named in the error message. */
export function createTimeBudget(ms: number, host: string): TimeBudget {
	let remainingMs = ms;
	return {
		async run(signal, work) {
			signal.throwIfAborted();
			const began = performance.now();
			const timer = AbortSignal.timeout(Math.max(1, Math.floor(remainingMs)));
			try {
				return await work(AbortSignal.any([signal, timer]));
			} catch (error) {
				signal.throwIfAborted();
				if (!timer.aborted) throw error;
				throw new AssayError("TOO_SLOW", `${host} took longer than ${Math.round(ms / 100) / 10} s for one address`);
			} finally {
				remainingMs -= performance.now() - began;
			}
		},
	};
}
