import { setTimeout as sleep } from "node:timers/promises";
import type { SharedLimits } from "../base/shared-limits.ts";

/** Limits requests: one at a time to a host, its crawl delay between two, and a maximum to all hosts together. */
export interface HostQueue {
	/**
	 * Waits for the host's turn and a place among all requests. The result releases both. Throws the signal's reason. `isOwn`: the host
	 * is the user's, and other processes need not wait for it.
	 */
	turn(host: string, signal?: AbortSignal, isOwn?: boolean): Promise<() => void>;
	/** Waits only for the host's turn: for requests that are limited elsewhere. */
	hostTurn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** Sets the minimum time between the starts of two requests to the host. ms; it never decreases. */
	delay(host: string, ms: number): void;
}

/** `shared`: a host's turns and its crawl delay hold for all processes. The maximum is this process's own. */
export function createHostQueue(atOnce: number, shared?: SharedLimits): HostQueue {
	const all = createSemaphore(atOnce);
	const hosts = new Map<string, { turns: ReturnType<typeof createSemaphore>; delay: number; last: number }>();
	const entryOf = (name: string) => {
		const entry = hosts.get(name) ?? { turns: createSemaphore(1), delay: 0, last: Number.NEGATIVE_INFINITY };
		hosts.set(name, entry);
		return entry;
	};
	/** Waits for the turn among all processes. */
	async function acquireShared(name: string, delay: number, signal: AbortSignal | undefined) {
		if (!shared) return () => undefined;
		const release = await shared.hold(`host ${name}`, 1, signal);
		try {
			if (delay > 0) await shared.pace(`host ${name}`, delay, signal);
			return release;
		} catch (error) {
			release();
			throw error;
		}
	}

	async function acquire(name: string, place: () => Promise<() => void>, signal?: AbortSignal, isOwn = false) {
		const host = entryOf(name);
		// The host's turn comes first, so that waiting for a slow host takes no place from the others.
		const release = await host.turns.take(signal);
		let releaseShared = () => {};
		try {
			const wait = host.last + host.delay - performance.now();
			if (wait > 0) await sleep(wait, undefined, { signal });
			if (!isOwn) releaseShared = await acquireShared(name, host.delay, signal);
			const leave = await place();
			host.last = performance.now();
			return () => {
				leave();
				releaseShared();
				release();
			};
		} catch (error) {
			releaseShared();
			release();
			throw signal?.aborted ? signal.reason : error;
		}
	}

	return {
		turn: (name, signal, isOwn) => acquire(name, () => all.take(signal), signal, isOwn),
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
