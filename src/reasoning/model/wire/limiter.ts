import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import type { SharedLimits } from "../../../base/shared-limits.ts";
import { createWorkQueue } from "../../../base/work-queue.ts";
import type { ModelSettings } from "../model.ts";
import { isLoopback, isOwnMachine } from "../money/own-machine.ts";
import { apiBaseUrl } from "./providers.ts";

interface LimiterRunOptions {
	signal?: AbortSignal | undefined;
	onPause?: ((ms: number) => void) | undefined;
	/** Limits of all processes, which hold beside those of this one. */
	shared?: SharedLimits | undefined;
}

/** Limits how many requests run at once. None begins while the provider asked for a pause. */
export class RequestLimiter {
	readonly #queue: ReturnType<typeof createWorkQueue>;
	readonly #name: string;
	readonly #most: number;
	/** On the clock of `performance.now()`. ms */
	#pausedUntil = 0;

	/** `name`: of the provider, the same in all processes. */
	constructor(most: number, name: string) {
		this.#most = most;
		this.#name = `model ${name}`;
		this.#queue = createWorkQueue((running) => running < most);
	}

	/** Runs `work` when its turn comes. The signal ends the wait with its reason. */
	run<T>(work: () => Promise<T>, { signal, onPause, shared }: LimiterRunOptions = {}): Promise<T> {
		return this.#queue(async () => {
			if (this.#pauseMs() > 0) onPause?.(this.#pauseMs());
			for (let ms = this.#pauseMs(); ms > 0; ms = this.#pauseMs()) {
				await sleep(Math.ceil(ms), undefined, signal ? { signal } : {}).catch((error: unknown) => {
					throw signal?.reason ?? error;
				});
			}
			if (!shared) return work();
			const release = await shared.hold(this.#name, this.#most, signal);
			try {
				await shared.pace(this.#name, 0, signal);
				return await work();
			} finally {
				release();
			}
		}, signal);
	}

	/** Lets no request begin for this long. ms */
	pause(ms: number, shared?: SharedLimits): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
		void shared?.pause(this.#name, ms);
	}

	#pauseMs(): number {
		return this.#pausedUntil - performance.now();
	}
}

const limiters = new Map<string, RequestLimiter>();

/** The limiter of a provider and address, shared by all runs of the process. */
export function limiterOf(settings: ModelSettings): RequestLimiter {
	const address = apiBaseUrl(settings);
	// Each machine has a server of its own at a loopback address.
	const key = `${settings.provider} ${address}${isLoopback(address) ? ` of ${hostname()}` : ""}`;
	const usual = isOwnMachine(address) ? limits.modelRequestsLocal : limits.modelRequests;
	const limiter = limiters.get(key) ?? new RequestLimiter(settings.parallel ?? usual, key);
	limiters.set(key, limiter);
	return limiter;
}
