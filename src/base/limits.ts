/** Every number that a user may care about, once: default, unit and reason. Times are milliseconds unless named. */
export const limits = {
	/** A run's deadline; METHOD §3. */
	runMs: 1_200_000,
	/** Research stops this long before the deadline, and the report is written from what is there. */
	reportReserveMs: 60_000,
	/** The longest deadline that can be asked for: a day. */
	runMsMax: 86_400_000,
	/** The most steps and pages that can be asked for: more would not fit into the 1,000 recorded steps of one run. */
	stepsMax: 75,
	sourcesMax: 60,
	/** A question is one thing to ask, not a document. Characters. */
	questionCharacters: 4_000,
	/** Results asked of one search. */
	searchResults: 10,
	/** Pages read at once. */
	readsAtOnce: 10,
	/** Pages chosen for one thread in one step, at least and at most. */
	choiceMin: 2,
	choiceMax: 5,
	/** A text file or HTML page larger than this is named and skipped. Bytes. */
	documentBytes: 10_000_000,
	/** A `.jsonl` file is read a line at a time, so it may be larger. Bytes. */
	recordFileBytes: 2_000_000_000,
	/** A PDF larger than this is named and skipped. Bytes. */
	pdfBytes: 50_000_000,
	pdfMs: 30_000,
	/** Heap of the PDF child process. MiB. */
	pdfMemoryMb: 512,
	/** A second process waits this long for another one's write to a store file; a write takes a few milliseconds. */
	storeBusyMs: 5_000,
	/** How long a run's lock is asked for before a living process is taken to hold it: a reader's look takes well under 1 ms. */
	runLockMs: 500,
	/** A database that went away is waited for this long, so that paid work is recorded, before the run is left as it is. */
	databaseAwayMs: 60_000,
	databaseConnectMs: 10_000,
} as const;
