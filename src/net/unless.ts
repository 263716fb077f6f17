/** A promise's result, or the signal's reason when that comes first. */
export function unless<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
	if (!signal) return promise;
	return new Promise((done, fail) => {
		if (signal.aborted) fail(signal.reason);
		const stop = () => fail(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		promise.then(done, fail).finally(() => signal.removeEventListener("abort", stop));
	});
}
