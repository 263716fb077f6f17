import { AssayError } from "../base/errors.ts";

/** A time that several pieces of work share; what lies between them (a host's turn, a wait that a server asked for) costs none. */
export interface Clock {
	/** Gives the work a signal that ends it when the time is over (`TOO_SLOW`) or the caller gives up (his reason). */
	run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** `host`: whose time it is, for the message. */
export function createClock(ms: number, host: string): Clock {
	let left = ms;
	return {
		async run(signal, work) {
			signal.throwIfAborted();
			const began = performance.now();
			const timer = AbortSignal.timeout(Math.max(1, Math.floor(left)));
			try {
				return await work(AbortSignal.any([signal, timer]));
			} catch (error) {
				signal.throwIfAborted();
				if (!timer.aborted) throw error;
				throw new AssayError("TOO_SLOW", `${host} took longer than ${Math.round(ms / 100) / 10} s for one address`);
			} finally {
				left -= performance.now() - began;
			}
		},
	};
}
