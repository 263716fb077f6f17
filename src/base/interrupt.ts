/** The signals that ask a process to end gracefully. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals that arrive within this time count as one request, in ms: nobody asks twice that quickly on purpose. */
const ONE_REQUEST_MS = 500;

/**
 * Calls `stop` when the process is asked to end: by Ctrl-C, `kill`, or a closing terminal. `times` counts the requests
 * from 1, so that a second Ctrl-C can end at once. One Ctrl-C counts once, although it may reach a process three times:
 * from the terminal, from npm and from the launcher. Returns a function that stops listening.
 */
export function onInterrupt(stop: (signal: NodeJS.Signals, times: number) => void): () => void {
	let last = Number.NEGATIVE_INFINITY;
	let times = 0;
	const handleSignal = (signal: NodeJS.Signals) => {
		const now = performance.now();
		const isEcho = now - last < ONE_REQUEST_MS;
		last = now;
		if (!isEcho) stop(signal, ++times);
	};
	for (const signal of SIGNALS) process.on(signal, handleSignal);
	return () => {
		for (const signal of SIGNALS) process.off(signal, handleSignal);
	};
}
