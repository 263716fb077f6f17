import type { Backend } from "openworkflow/internal";
import type { CallTable } from "./calls.ts";
import type { MovedSteps } from "./damaged-steps.ts";
import type { RunLocks } from "./locks.ts";
import type { Patience } from "./patience.ts";
import type { PageStore } from "./store.ts";

/** A row of the engine's table of runs; the run's id is the engine's namespace. JSON columns are parsed. */
export interface RunRow {
	runId: string;
	status: string;
	createdAt: Date;
	finishedAt: Date | null;
	/** What was recorded beside a child: whose it is, and its name (`children.ts`). */
	config: unknown;
	input: unknown;
	output: unknown;
	error: unknown;
}

/** A recorded row of the engine's table of step attempts. */
export interface StepRow {
	name: string;
	startedAt: Date;
	finishedAt: Date;
	output: unknown;
}

/** What differs between SQLite in a folder and Postgres. Its calls throw `AssayError`s only, but for `calls`: see `attempt`. */
export interface Medium {
	where: string;
	/** The file or the server that holds the log, for messages. */
	logAt: string;
	pages: PageStore;
	locks: RunLocks;
	/** To be called through `attempt`. */
	calls: CallTable;
	/** With which calls are repeated. */
	patience: Patience;
	/** The engine's view of one namespace. */
	backend(runId: string): Backend;
	/**
	 * Makes a database call, again while the server is away, for `awayMs`, or another program has the file, for
	 * `limits.storeLockedMs`. A call that a lost server carried out without an answer
	 * is made twice, so it must be idempotent.
	 */
	attempt<T>(call: () => Promise<T>, awayMs: number): Promise<T>;
	/** Runs whose id begins with `prefix` (hex digits or nothing), newest first; no children. */
	runRows(prefix: string): Promise<RunRow[]>;
	/** The children of a run in the order in which they were created. */
	childRows(parentId: string): Promise<RunRow[]>;
	/** `kinds`: only steps whose name, up to its first colon, is one of these. */
	stepRows(runId: string, kinds?: readonly string[]): Promise<StepRow[]>;
	/** Since when the database is there: what was in flight before may have ended for want of it. */
	upSince(): Promise<Date>;
	isDelivered(runId: string): Promise<boolean>;
	/** Idempotent. */
	markDelivered(runId: string): Promise<void>;
	/** Moves steps of a run that cannot be read out of its log. The caller holds the run's lock. */
	moveDamaged(runId: string): Promise<MovedSteps>;
	close(): Promise<void>;
}
