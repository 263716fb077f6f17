/** A token bucket for each client. */
export interface RateLimit {
	/** Whether a client may make a request now; it counts it if so. */
	take(client: string): boolean;
}

/** Clients that are remembered; the oldest is forgotten, which only fills its bucket. */
const clientsMax = 1_000;

/** `burst` requests at once, then `perSecond`. `now`: a monotonic clock, ms. */
export function createRateLimit(
	burst: number,
	perSecond: number,
	now: () => number = () => performance.now(),
): RateLimit {
	const buckets = new Map<string, { left: number; at: number }>();
	return {
		take(client) {
			const at = now();
			const before = buckets.get(client) ?? { left: burst, at };
			const left = Math.min(burst, before.left + ((at - before.at) / 1_000) * perSecond);
			buckets.delete(client);
			buckets.set(client, { left: left >= 1 ? left - 1 : left, at });
			if (buckets.size > clientsMax) buckets.delete(buckets.keys().next().value ?? "");
			return left >= 1;
		},
	};
}
