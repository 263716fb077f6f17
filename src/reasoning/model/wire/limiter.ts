import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import { createWorkQueue } from "../../../base/work-queue.ts";
import type { ModelSettings } from "../model.ts";
import { isOwnMachine } from "../money/own-machine.ts";
import { apiBaseUrl } from "./providers.ts";

/** Limits how many requests run at once. None begins while the provider asked for a pause. */
export class RequestLimiter {
	readonly #queue: ReturnType<typeof createWorkQueue>;
	/** On the clock of `performance.now()`. ms */
	#pausedUntil = 0;

	constructor(most: number) {
		this.#queue = createWorkQueue((running) => running < most);
	}

	/** Runs `work` when its turn comes. The signal ends the wait with its reason. */
	run<T>(
		work: () => Promise<T>,
		{ signal, onPause }: { signal?: AbortSignal | undefined; onPause?: ((ms: number) => void) | undefined } = {},
	): Promise<T> {
		return this.#queue(async () => {
			if (this.#pauseMs() > 0) onPause?.(this.#pauseMs());
			for (let ms = this.#pauseMs(); ms > 0; ms = this.#pauseMs()) {
				await sleep(Math.ceil(ms), undefined, signal ? { signal } : {}).catch((error: unknown) => {
					throw signal?.reason ?? error;
				});
			}
			return work();
		}, signal);
	}

	/** Lets no request begin for this long. ms */
	pause(ms: number): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
	}

	#pauseMs(): number {
		return this.#pausedUntil - performance.now();
	}
}

const limiters = new Map<string, RequestLimiter>();

/** The limiter of a provider and address, shared by all runs of the process. */
export function limiterOf(settings: ModelSettings): RequestLimiter {
	const address = apiBaseUrl(settings);
	const key = `${settings.provider} ${address}`;
	const usual = isOwnMachine(address) ? limits.modelRequestsLocal : limits.modelRequests;
	const limiter = limiters.get(key) ?? new RequestLimiter(settings.parallel ?? usual);
	limiters.set(key, limiter);
	return limiter;
}
