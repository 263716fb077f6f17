/** A time that passed while the process did not run: it was suspended, or the machine slept. */
export interface Suspension {
	ms: number;
}

interface Clocks {
	/** ms since any moment. */
	now(): number;
	/** Processor time that this process has used. ms */
	cpuMs(): number;
}

/** How often the time is read. ms */
const tickMs = 500;
/** A gap between two reads that is longer may be a suspension. ms */
const gapMs = 3_000;
/** A process that is only busy uses a larger share of a gap, also on a machine that many share. */
const busyShare = 0.1;

/**
 * A clock that stands while the process is suspended (Ctrl-Z, SIGSTOP) or its machine sleeps: then its own timer is late although it had
 * nothing to do. `onSuspension` is called after each one.
 */
export function openWorkingTime({ now, cpuMs }: Clocks, onSuspension: (one: Suspension) => void) {
	let [at, cpu, away] = [now(), cpuMs(), 0];
	function read(): number {
		const [nowAt, nowCpu] = [now(), cpuMs()];
		const gap = nowAt - at;
		const isAway = gap > gapMs && nowCpu - cpu < gap * busyShare;
		[at, cpu] = [nowAt, nowCpu];
		if (isAway) {
			away += gap - tickMs;
			onSuspension({ ms: gap - tickMs });
		}
		return nowAt - away;
	}
	return { read, tickMs };
}

const listeners = new Set<(one: Suspension) => void>();
let shared: ReturnType<typeof openWorkingTime> | undefined;

/** ms since any moment, without the time that this process was suspended. */
export function workingTime(): number {
	if (!shared) {
		const cpuMs = () => {
			const { user, system } = process.cpuUsage();
			return (user + system) / 1_000;
		};
		shared = openWorkingTime({ now: () => performance.now(), cpuMs }, (one) => {
			for (const listener of listeners) listener(one);
		});
		setInterval(shared.read, shared.tickMs).unref();
	}
	return shared.read();
}

/** Calls `listener`, which must not throw, after each suspension; returns how to end that. */
export function watchSuspensions(listener: (one: Suspension) => void): () => void {
	workingTime();
	listeners.add(listener);
	return () => void listeners.delete(listener);
}
