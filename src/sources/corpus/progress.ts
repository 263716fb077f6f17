/** How far the index is: `waiting` while another process indexes the same corpus. */
export interface IndexProgress {
	phase: "waiting" | "reading" | "embedding";
	/** Documents read, or passages embedded. */
	done: number;
	/** As far as is known. */
	total: number;
	perSecond: number;
}

/** Calls back at most this often, in ms. */
const everyMs = 50;

/** Counts a phase and tells about it, not too often. */
export class Progress {
	readonly #tell: ((progress: IndexProgress) => void) | undefined;
	#phase: IndexProgress["phase"] = "reading";
	#done = 0;
	#total = 0;
	#began = 0;
	#told = 0;

	constructor(tell: ((progress: IndexProgress) => void) | undefined) {
		this.#tell = tell;
	}

	begin(phase: IndexProgress["phase"], total: number): void {
		this.#phase = phase;
		this.#done = 0;
		this.#total = total;
		this.#began = performance.now();
		this.#report();
	}

	/** `total` may become better known on the way. */
	step(done: number, total = this.#total): void {
		this.#done += done;
		this.#total = Math.max(total, this.#done);
		if (this.#done === this.#total || performance.now() - this.#told >= everyMs) this.#report();
	}

	#report(): void {
		this.#told = performance.now();
		const seconds = (this.#told - this.#began) / 1_000;
		const perSecond = seconds > 0 ? this.#done / seconds : 0;
		this.#tell?.({ phase: this.#phase, done: this.#done, total: this.#total, perSecond });
	}
}
