import type { Json } from "../base/json.ts";
import type { SharedLimits } from "../base/shared-limits.ts";
import type { CallRecord, CallRequest, CallResult } from "../evidence/call.ts";
import type { Page } from "../evidence/source.ts";
import type { Failure } from "./failure.ts";
import type { RunQueue } from "./queue.ts";
import type { OnWait } from "./retrier.ts";
import type { StartTrial, Trial } from "./trial.ts";

/**
 * `queued`: it waits for a worker process. `interrupted`: not finished, no living process works on it, and none will unless somebody
 * resumes it.
 */
export type RunStatus = "queued" | "running" | "interrupted" | "completed" | "failed";

/** The store's record of one run. Its findings are in its log. */
export interface RunRecord {
	/** Eight or more lower-case hex digits, unique in the store. Any unique prefix names the run. */
	id: string;
	status: RunStatus;
	createdAt: Date;
	finishedAt?: Date | undefined;
	input: Json;
	output?: Json | undefined;
	/** Why it failed, for people. */
	error?: string | undefined;
	/** Why it failed, in full: `execute` throws it again. */
	failure?: Failure | undefined;
}

/** One recorded step. Its result is what happened. */
export interface LoggedStep {
	/** From 1, in the order of recording; it never changes, and a later record has a larger one. */
	position: number;
	name: string;
	startedAt: Date;
	finishedAt: Date;
	output: Json;
}

/** The input of a run's code. */
export interface RunContext {
	runId: string;
	createdAt: Date;
	input: Json;
	/** Aborted when the process is asked to stop. All work in flight must use it. */
	signal: AbortSignal;
	/**
	 * Does `work` once and records its result under `name`. When the name is already recorded, returns the record and does nothing.
	 * Names are made of content (`read:<hash>`) and are unique in a run. Work that was in flight at a crash may run again.
	 */
	step<T extends Json>(
		name: string,
		work: (signal: AbortSignal) => Promise<T>,
		crashes?: {
			/**
			 * Replaces `work`, and is recorded, once the step itself has ended its process several times in a row (`crashes.ts`). `reason`
			 * is for people. Without it, or when it ends the process as often, the step throws an `AssayError` `STEP_CRASHED`.
			 */
			instead?: ((reason: string, signal: AbortSignal) => Promise<T>) | undefined;
			/** `work` calls `child`. */
			hasChildren?: boolean | undefined;
		},
	): Promise<T>;
	/** The names of the steps that were recorded before this process began to work on the run, in the order in which they began. */
	readonly recorded: readonly string[];
	/** The ledger of the requests that the run and all its children sent to models. */
	readonly calls: CallLog;
	/**
	 * Begins or resumes a child run in this process and returns its output. The child has its own steps. The same name under the same
	 * run is the same child, with its first input. To be called inside a step with `hasChildren`, whose record then holds the output
	 * for good. `runs` does not list children.
	 * An error of its body fails it for good and is thrown here, at every later call too. After an error with `keepsRun` it can be
	 * resumed. A child has no children: `CHILD_TOO_DEEP`.
	 */
	child(name: string, input: Json, body: RunBody): Promise<Json>;
}

/** A run's ledger. A request is written before it is sent, and again when its response is there. */
export interface CallLog {
	/** In the order in which they were begun. */
	list(): Promise<CallRecord[]>;
	/** Records on the disk that a request is about to be sent. Returns its attempt, from 1. */
	begin(request: CallRequest): Promise<number>;
	/** Records the result. Only the first result of an attempt counts. */
	end(key: string, attempt: number, result: CallResult): Promise<void>;
}

/** A message to a run, from whichever process. It stays in the store after the run has taken it. */
export interface InboxMessage {
	/** Unique in its run: a message with a known id is recorded once. */
	id: string;
	at: Date;
	body: Json;
}

/** A run's code. It must be deterministic except for its steps. Its return value is the run's output. */
export type RunBody = (context: RunContext) => Promise<Json>;

/** Pages by content hash: a cache that may be deleted, shared by all runs of a store. */
export interface PageStore {
	/** Stores a page, or records that a page with this text was read again now. */
	put(page: Page): Promise<void>;
	/** The first stored page with this text. The log of a run has the address at which the run read it. */
	get(hash: string): Promise<Page | undefined>;
	/** Deletes pages that nobody has read since. A run that needs such a page reads it again. */
	cleanup(request: PageCleanup): Promise<PageCleanupResult>;
}

export interface PageCleanup {
	/** Pages last put before this moment. */
	before: Date;
	/** Hashes of pages that stay whatever their age. */
	keep: ReadonlySet<string>;
	/** Only pages with these hashes are deleted. Absent: any page. */
	only?: ReadonlySet<string> | undefined;
	/** Only counts. */
	dryRun: boolean;
}

export interface PageCleanupResult {
	pages: number;
	/** Size of the stored pages. */
	bytes: number;
	/** Remaining pages. */
	left: number;
}

/** What a store has that several machines can use. */
export interface SharedStore {
	queue: RunQueue;
	/** Limits that hold for all processes that use the store. */
	limits: SharedLimits;
	/** Sends a short text to all that listen to a topic now. It may be lost. Never throws. `topic`: an id, with at most 9 characters after it. */
	publish(topic: string, text: string): Promise<void>;
	/** Listens to what is published of a topic. The result ends it. */
	subscribe(topic: string, listener: (text: string) => void): Promise<() => Promise<void>>;
}

export interface ExecuteOptions {
	/** This process holds the run's entry in the queue. So a worker that still has the run has lost it, and is cut off. */
	fromQueue?: boolean | undefined;
	/** Resumes the run in a child process. Absent: deaths of the program itself count against the step that was in progress. */
	startTrial?: StartTrial | undefined;
	/** This process is the child of a trial: it throws `TRIAL_ENDED` once the step that is due has ended. */
	trial?: Trial | undefined;
}

/** All data that outlives a process: the durable engine's runs and logs, and the page cache. */
export interface Store {
	/** For messages: `folder …/assay` or `postgres <database>`; never a password. */
	readonly where: string;
	readonly pages: PageStore;
	/** Absent for a folder: it belongs to one machine. */
	readonly shared?: SharedStore | undefined;
	/** Adds a listener for waits: when a run in this process has to wait for the store, and when it continues. Returns how to remove it. */
	onWait(listener: OnWait): () => void;
	/**
	 * Records a new run, not yet begun, and returns its id. With `isSame`: returns the newest unfinished run for which `isSame` holds,
	 * if there is one. So two processes that ask for the same thing at once get one run.
	 */
	create(input: Json, isSame?: (run: RunRecord) => boolean): Promise<string>;
	/**
	 * Works on a run in this process until it ends: begins it, or resumes at once where a dead process left it. Returns the record; for
	 * a completed run, does nothing else. Throws an `AssayError` `RUN_BUSY` when a living process works on it.
	 * An error of the body fails the run for good. It is thrown here, and by every later `execute` of the run with the same code,
	 * message and hint (any error but an `AssayError` as `RUN_FAILED`).
	 * An `AssayError` with `keepsRun` (a provider that is away, a wrong key) or a failing database (`DISK_FULL`, `STORE_CORRUPT`,
	 * `DATABASE_UNREACHABLE`, …) rejects too, but leaves the run `interrupted`, and it can be resumed.
	 * An aborted `signal` ends the work, releases the run (`interrupted`) and rejects with the signal's reason.
	 */
	execute(runId: string, body: RunBody, signal?: AbortSignal, options?: ExecuteOptions): Promise<RunRecord>;
	/** All runs, newest first. Reading neither waits for a writer nor disturbs one. */
	runs(): Promise<RunRecord[]>;
	/** The run that an id or a unique prefix names; throws `UsageError` `RUN_UNKNOWN` or `RUN_AMBIGUOUS`. */
	run(idOrPrefix: string): Promise<RunRecord>;
	/**
	 * A run's recorded steps in the order in which they were recorded. With `kinds`, only steps whose name up to its first colon is one
	 * of these. With `after`, only those at a later position.
	 */
	log(runId: string, kinds?: readonly string[], after?: number): Promise<LoggedStep[]>;
	/** Whether a finished run's result was delivered. */
	isDelivered(runId: string): Promise<boolean>;
	/** Records that the result was delivered. */
	markDelivered(runId: string): Promise<void>;
	/** Records a message to a run. It is on the disk when this resolves. False: a message with this id was recorded before. */
	sendMessage(runId: string, message: Pick<InboxMessage, "id" | "body">): Promise<boolean>;
	/** The messages to a run in the order in which they were recorded. */
	messages(runId: string): Promise<InboxMessage[]>;
	/**
	 * Deletes a run with its log, its ledger and its children. `before` runs first, under the run's lock. Pages stay. Throws an
	 * `AssayError` `RUN_BUSY` when a living process works on the run. A process that dies in between leaves the whole run or nothing.
	 */
	delete(runId: string, before: () => Promise<void>): Promise<void>;
	/** A run's ledger with its children's requests, in the order in which they were begun. */
	calls(runId: string): Promise<CallRecord[]>;
	/** The children of a run by name, with their logs, in the order in which they were created. */
	children(runId: string): Promise<{ name: string; run: RunRecord; log: LoggedStep[] }[]>;
	close(): Promise<void>;
}
