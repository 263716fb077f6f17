/** Every number that a user may care about, once: default, unit and reason. Times are milliseconds unless named. */
export const limits = {
	/** A run's deadline; METHOD §3. */
	runMs: 1_200_000,
	/** Research stops this long before the deadline, and the report is written from what is there. */
	reportReserveMs: 60_000,
	/** Results asked of one search. */
	searchResults: 10,
	/** Pages read at once. */
	readsAtOnce: 10,
	/** Pages chosen for one thread in one step, at least and at most. */
	choiceMin: 2,
	choiceMax: 5,
	/** A lease on a run: long enough for synchronous work that starves timers. */
	leaseMs: 10_000,
	/** A crash at the same step this often parks the run. */
	crashesAtOneStep: 3,
	/** A text file or HTML page larger than this is named and skipped. Bytes. */
	documentBytes: 10_000_000,
	/** A PDF larger than this is named and skipped. Bytes. */
	pdfBytes: 50_000_000,
	pdfMs: 30_000,
	/** Heap of the PDF child process. MiB. */
	pdfMemoryMb: 512,
} as const;
