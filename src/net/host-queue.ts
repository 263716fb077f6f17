import { setTimeout as sleep } from "node:timers/promises";

/** Limits requests: one at a time to a host, its crawl delay between two, and a maximum to all hosts together. */
export interface HostQueue {
	/** Waits for the host's turn and a place among all requests. The result releases both. Throws the signal's reason. */
	turn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** Waits only for the host's turn: for requests that are limited elsewhere. */
	hostTurn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** Sets the minimum time between the starts of two requests to the host. ms; it never decreases. */
	delay(host: string, ms: number): void;
}

export function createHostQueue(atOnce: number): HostQueue {
	const all = createSemaphore(atOnce);
	const hosts = new Map<string, { turns: ReturnType<typeof createSemaphore>; delay: number; last: number }>();
	const entryOf = (name: string) => {
		const entry = hosts.get(name) ?? { turns: createSemaphore(1), delay: 0, last: Number.NEGATIVE_INFINITY };
		hosts.set(name, entry);
		return entry;
	};
	async function acquire(name: string, place: () => Promise<() => void>, signal: AbortSignal | undefined) {
		const host = entryOf(name);
		// The host's turn comes first, so that waiting for a slow host takes no place from the others.
		const release = await host.turns.take(signal);
		try {
			const wait = host.last + host.delay - performance.now();
			if (wait > 0) await sleep(wait, undefined, { signal });
			const leave = await place();
			host.last = performance.now();
			return () => {
				leave();
				release();
			};
		} catch (error) {
			release();
			throw signal?.aborted ? signal.reason : error;
		}
	}

	return {
		turn: (name, signal) => acquire(name, () => all.take(signal), signal),
		hostTurn: (name, signal) => acquire(name, async () => () => {}, signal),
		delay(name, ms) {
			const host = entryOf(name);
			host.delay = Math.max(host.delay, ms);
		},
	};
}

/** A semaphore with this many places; others wait in order. `take` returns the release function, and throws the signal's reason. */
export function createSemaphore(places: number) {
	let free = places;
	const waiting: (() => void)[] = [];
	function releasePlace() {
		const next = waiting.shift();
		if (next) next();
		else free++;
	}
	return {
		take(signal?: AbortSignal): Promise<() => void> {
			signal?.throwIfAborted();
			let isHeld = true;
			const release = () => {
				if (isHeld) releasePlace();
				isHeld = false;
			};
			if (free > 0) {
				free--;
				return Promise.resolve(release);
			}
			return new Promise((done, fail) => {
				const begin = () => {
					signal?.removeEventListener("abort", stop);
					done(release);
				};
				const stop = () => {
					waiting.splice(waiting.indexOf(begin), 1);
					fail(signal?.reason);
				};
				waiting.push(begin);
				signal?.addEventListener("abort", stop, { once: true });
			});
		},
	};
}
