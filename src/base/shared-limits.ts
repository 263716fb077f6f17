/** Limits on requests that hold for all processes together. Keys name what is limited, such as a host. */
export interface SharedLimits {
	/** Waits for one of the key's `places`. The result releases it; the end of the process does, too. Throws the signal's reason. */
	hold(key: string, places: number, signal?: AbortSignal): Promise<() => void>;
	/**
	 * Waits for the next start under the key, which is at least `betweenMs` after the one before, whoever made it. Throws the signal's
	 * reason.
	 */
	pace(key: string, betweenMs: number, signal?: AbortSignal): Promise<void>;
	/** Lets nothing start under the key for this long. ms */
	pause(key: string, ms: number): Promise<void>;
}
