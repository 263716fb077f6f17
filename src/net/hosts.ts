import { setTimeout as sleep } from "node:timers/promises";

/** Limits requests: one at a time to a host, its crawl delay between two, and a maximum to all hosts together. */
export interface Hosts {
	/** Waits for the host's turn and a place among all requests. The result releases both. Throws the signal's reason. */
	turn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** Waits only for the host's turn: for requests that are limited elsewhere. */
	hostTurn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** Sets the minimum time between the starts of two requests to the host. ms; it never decreases. */
	delay(host: string, ms: number): void;
}

export function createHosts(atOnce: number): Hosts {
	const all = createTurns(atOnce);
	const hosts = new Map<string, { turns: ReturnType<typeof createTurns>; delay: number; last: number }>();
	const hostOf = (name: string) => {
		const known = hosts.get(name) ?? { turns: createTurns(1), delay: 0, last: Number.NEGATIVE_INFINITY };
		hosts.set(name, known);
		return known;
	};
	async function take(name: string, place: () => Promise<() => void>, signal: AbortSignal | undefined) {
		const host = hostOf(name);
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
		turn: (name, signal) => take(name, () => all.take(signal), signal),
		hostTurn: (name, signal) => take(name, async () => () => {}, signal),
		delay(name, ms) {
			const host = hostOf(name);
			host.delay = Math.max(host.delay, ms);
		},
	};
}

/** A semaphore with this many places; others wait in order. `take` returns the release function, and throws the signal's reason. */
export function createTurns(places: number) {
	let free = places;
	const waiting: (() => void)[] = [];
	function giveBack() {
		const next = waiting.shift();
		if (next) next();
		else free++;
	}
	return {
		take(signal?: AbortSignal): Promise<() => void> {
			signal?.throwIfAborted();
			let given = true;
			const release = () => {
				if (given) giveBack();
				given = false;
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
