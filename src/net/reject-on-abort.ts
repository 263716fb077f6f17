/** Settles like the promise, or rejects with the signal's reason if it aborts first. */
export function rejectOnAbort<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
	if (!signal) return promise;
	const { promise: first, resolve, reject } = Promise.withResolvers<T>();
	const stop = () => reject(signal.reason);
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	promise.then(resolve, reject);
	return first.finally(() => signal.removeEventListener("abort", stop));
}
