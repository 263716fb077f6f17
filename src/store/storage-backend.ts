import type { Backend, StepAttempt } from "openworkflow/internal";
import type { CallTable } from "./calls.ts";
import type { MovedSteps } from "./damaged-steps.ts";
import type { RunLocks } from "./locks.ts";
import type { Retrier } from "./retrier.ts";
import type { PageStore, SharedStore } from "./store.ts";

/** A row of the engine's table of runs. The run's id is the engine's namespace. JSON columns are parsed. */
export interface RunRow {
	runId: string;
	status: string;
	createdAt: Date;
	finishedAt: Date | null;
	/** For a child run: its parent and its name (`children.ts`). */
	config: unknown;
	input: unknown;
	output: unknown;
	error: unknown;
	/** Whether it stands in the queue; never in a folder. */
	isQueued?: boolean | undefined;
}

/** A recorded row of the engine's table of step attempts. */
export interface StepRow {
	name: string;
	startedAt: Date;
	finishedAt: Date;
	output: unknown;
}

/** An attempt without an end: its step is in progress, or was when its process died. */
export type OpenAttempt = Pick<StepAttempt, "config" | "startedAt">;

/** A row of the table of messages to runs. `pack` makes its body. */
export interface MessageRow {
	id: string;
	/** ISO 8601. */
	at: string;
	body: string;
}

/** The table of messages to runs. */
export interface MessageTable {
	/** Idempotent: false when the run has a message with this id. The row is on the disk when this resolves. */
	add(runId: string, row: MessageRow): Promise<boolean>;
	/** In the order in which they were added. Empty in a store of an older release that is only read. */
	rows(runId: string): Promise<MessageRow[]>;
}

/** What differs between SQLite in a folder and Postgres. Its functions throw only `AssayError`s, except `calls`: see `callDatabase`. */
export interface StorageBackend {
	where: string;
	/** The file or the server that holds the log, for messages. */
	logLocation: string;
	pages: PageStore;
	locks: RunLocks;
	shared?: SharedStore | undefined;
	/** Cuts off the worker process that holds the lock of a run although another has taken the run from it. */
	cutOffWorker?: ((runId: string) => Promise<void>) | undefined;
	/** Must be called through `callDatabase`. */
	calls: CallTable;
	/** Repeats the calls. */
	retries: Retrier;
	/** The engine's view of one namespace. */
	backend(runId: string): Backend;
	/**
	 * Makes a database call. Repeats it while the server is away (for `awayMs`), or while another program has the file locked (for
	 * `limits.storeLockedMs`). The call must be idempotent: it is made twice when a lost server carried it out without a response.
	 */
	callDatabase<T>(call: () => Promise<T>, awayMs: number): Promise<T>;
	/** Runs whose id begins with `prefix` (hex digits or empty), newest first, without children. */
	runRows(prefix: string): Promise<RunRow[]>;
	/** The children of a run in the order in which they were created. */
	childRows(parentId: string): Promise<RunRow[]>;
	/** With `kinds`, only steps whose name up to its first colon is one of these. With `after` above 0, only later ones. */
	stepRows(runId: string, kinds: readonly string[] | undefined, after: number): Promise<StepRow[]>;
	/** The last attempts at steps of these runs or children that have no end. */
	openAttempts(runIds: readonly string[]): Promise<OpenAttempt[]>;
	/** When the database or its machine started: what was in flight earlier ended with it. */
	databaseStart(): Promise<Date>;
	isDelivered(runId: string): Promise<boolean>;
	/** Idempotent. */
	markDelivered(runId: string): Promise<void>;
	/** Must be called through `callDatabase`. */
	messages: MessageTable;
	/** Deletes all rows of a run and its children, in one transaction. The caller holds the run's lock. */
	deleteRun(runId: string): Promise<void>;
	/** Moves the unreadable steps of a run out of its log. The caller holds the run's lock. */
	moveDamaged(runId: string): Promise<MovedSteps>;
	close(): Promise<void>;
}
