import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../base/limits.ts";

/** Why a run waits: its database server is away, or another program has locked its file. */
export interface StoreWait {
	why: "away" | "locked";
	/** The server, without a password, or the folder of the file. */
	where: string;
	since: Date;
	/** How long the run waits before it stops and can be resumed. ms */
	forMs: number;
}

/** `wait`: a wait has begun; undefined: it is over, and the call succeeded. Must not throw. */
export type OnWait = (wait: StoreWait | undefined) => void;

/** Repeats database calls while their failures are transient, and reports a long wait. */
export class Retrier {
	readonly listeners = new Set<OnWait>();
	readonly #wait: Pick<StoreWait, "why" | "where">;
	readonly #passes: (error: unknown) => boolean;
	/** Waiting calls that were reported because they wait for long. */
	#waiting = 0;

	constructor(wait: Pick<StoreWait, "why" | "where">, isTransient: (error: unknown) => boolean) {
		this.#wait = wait;
		this.#passes = isTransient;
	}

	/** Throws the call's error when it is not transient, or has lasted for `forMs`. */
	async run<T>(call: () => T | Promise<T>, forMs: number): Promise<T> {
		const began = Date.now();
		let isReported = false;
		const report = () => {
			isReported = true;
			if (this.#waiting++ === 0) this.#tell({ ...this.#wait, since: new Date(began), forMs });
		};
		// A server that sends nothing at all is away, too.
		const reportTimer = forMs > limits.storeNoticeMs ? setTimeout(report, limits.storeNoticeMs) : undefined;
		let hasSucceeded = false;
		try {
			for (;;) {
				try {
					const result = await call();
					hasSucceeded = true;
					return result;
				} catch (error) {
					if (!this.#passes(error) || Date.now() - began >= forMs) throw error;
				}
				await sleep(limits.storeRetryMs);
			}
		} finally {
			clearTimeout(reportTimer);
			if (isReported && --this.#waiting === 0 && hasSucceeded) this.#tell(undefined);
		}
	}

	#tell(wait: StoreWait | undefined): void {
		for (const listener of this.listeners) listener(wait);
	}
}
