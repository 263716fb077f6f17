import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../base/limits.ts";

/** What a run waits for: its database's server is away, or another program holds the lock of its file. */
export interface StoreWait {
	why: "away" | "locked";
	/** The server, without a password, or the folder of the file. */
	where: string;
	since: Date;
	/** How long it is waited for before the run is left as it is. ms */
	forMs: number;
}

/** `wait`: it has begun; undefined: what was waited for is back. Must not throw. */
export type OnWait = (wait: StoreWait | undefined) => void;

/** Repeats database calls while what they fail with may pass, and says so when that takes a while. */
export class Patience {
	onWait: OnWait = () => undefined;
	readonly #wait: Pick<StoreWait, "why" | "where">;
	readonly #passes: (error: unknown) => boolean;
	/** Calls that wait, and have for long enough to say so. */
	#waiting = 0;

	constructor(wait: Pick<StoreWait, "why" | "where">, passes: (error: unknown) => boolean) {
		this.#wait = wait;
		this.#passes = passes;
	}

	/** Throws what the call throws once it does not pass, or has not for `forMs`. */
	async attempt<T>(call: () => T | Promise<T>, forMs: number): Promise<T> {
		const began = Date.now();
		let isTold = false;
		const tell = () => {
			isTold = true;
			if (this.#waiting++ === 0) this.onWait({ ...this.#wait, since: new Date(began), forMs });
		};
		// A server that says nothing at all is away too.
		const telling = forMs > limits.storeNoticeMs ? setTimeout(tell, limits.storeNoticeMs) : undefined;
		let isBack = false;
		try {
			for (;;) {
				try {
					const result = await call();
					isBack = true;
					return result;
				} catch (error) {
					if (!this.#passes(error) || Date.now() - began >= forMs) throw error;
				}
				await sleep(limits.storeRetryMs);
			}
		} finally {
			clearTimeout(telling);
			if (isTold && --this.#waiting === 0 && isBack) this.onWait(undefined);
		}
	}
}
