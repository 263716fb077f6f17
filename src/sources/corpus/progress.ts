/** Progress of indexing. `waiting`: another process indexes the same corpus. */
export interface IndexProgress {
	phase: "waiting" | "reading" | "embedding";
	/** Documents read, or passages embedded. */
	done: number;
	/** As far as is known. */
	total: number;
	perSecond: number;
	/**
	 * Estimated time until the folder can be searched, by the share of bytes (or texts) that are done. Undefined before the first
	 * one. ms
	 */
	remainingMs?: number | undefined;
}

/** Minimum time between two reports, in ms. */
const reportEveryMs = 50;

/** Counts the progress of a phase and reports it, not too often. */
export class ProgressReporter {
	readonly #onProgress: ((progress: IndexProgress) => void) | undefined;
	#phase: IndexProgress["phase"] = "reading";
	#done = 0;
	#total = 0;
	#work = 0;
	#workDone = 0;
	#began = 0;
	#reportedAt = 0;

	constructor(onProgress: ((progress: IndexProgress) => void) | undefined) {
		this.#onProgress = onProgress;
	}

	/** `work` is the total in units that take about the same time each, e.g. bytes, because documents differ in length. */
	begin(phase: IndexProgress["phase"], total: number, work = total): void {
		this.#phase = phase;
		this.#done = 0;
		this.#total = total;
		this.#work = work;
		this.#workDone = 0;
		this.#began = performance.now();
		this.#report();
	}

	/** `total` may be corrected on the way. */
	step(done: number, total = this.#total, work = done): void {
		this.#done += done;
		this.#workDone += work;
		this.#total = Math.max(total, this.#done);
		if (this.#done === this.#total || performance.now() - this.#reportedAt >= reportEveryMs) this.#report();
	}

	#report(): void {
		this.#reportedAt = performance.now();
		const seconds = (this.#reportedAt - this.#began) / 1_000;
		const perSecond = seconds > 0 ? this.#done / seconds : 0;
		const remainingRatio = Math.max(0, this.#work - this.#workDone) / this.#workDone;
		const remainingMs = this.#workDone > 0 ? remainingRatio * seconds * 1_000 : undefined;
		this.#onProgress?.({ phase: this.#phase, done: this.#done, total: this.#total, perSecond, remainingMs });
	}
}
