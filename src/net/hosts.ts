import { setTimeout as sleep } from "node:timers/promises";

/** Politeness: one request at once to a host, its crawl delay between two, and so many to all hosts together. */
export interface Hosts {
	/** Waits for the host's turn and a place among all; the result gives both back. Throws the signal's reason. */
	turn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** Waits for the host's turn only: for what takes its places elsewhere. */
	hostTurn(host: string, signal?: AbortSignal): Promise<() => void>;
	/** From now on at least this long lies between the beginnings of two requests to the host. ms. */
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
		// The host's turn first: whoever waits for a slow host takes no place from the others.
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

/** So many at once; the others wait in order. `take` gives what gives the place back, and throws the signal's reason. */
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
