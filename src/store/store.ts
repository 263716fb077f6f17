import type { Json } from "../base/json.ts";
import type { CallRecord, CallRequest, CallResult } from "../evidence/call.ts";
import type { Page } from "../evidence/source.ts";
import type { Failure } from "./failure.ts";
import type { OnWait } from "./patience.ts";

export type RunStatus = "running" | "interrupted" | "completed" | "failed";

/** One run as the store knows it; what it found is in its log. */
export interface RunRecord {
	/** Eight or more lower-case hex digits, unique in the store; any unique prefix names it. */
	id: string;
	/** `interrupted`: not finished, and no living process works on it. */
	status: RunStatus;
	createdAt: Date;
	finishedAt?: Date | undefined;
	input: Json;
	output?: Json | undefined;
	/** Why it failed, for people. */
	error?: string | undefined;
	/** Why it failed, in full: what `execute` throws again. */
	failure?: Failure | undefined;
}

/** One recorded step: its result is what happened. */
export interface LoggedStep {
	name: string;
	startedAt: Date;
	finishedAt: Date;
	output: Json;
}

/** What a run's code is given. */
export interface RunContext {
	runId: string;
	createdAt: Date;
	input: Json;
	/** Aborted when the process is asked to stop; in-flight work must take it. */
	signal: AbortSignal;
	/**
	 * Does `work` once and records what it returned under `name`; when the name is recorded already, gives the record and
	 * does nothing. Names are made of content (`read:<hash>`), unique in a run. In flight at a crash, work may run again.
	 */
	step<T extends Json>(
		name: string,
		work: (signal: AbortSignal) => Promise<T>,
		crashes?: {
			/**
			 * Done instead of `work`, and recorded, once the step has ended its process `limits.stepCrashes` times in a row; `reason` is for
			 * people. Without it, or when it ends the process as often, the step throws an `AssayError` `STEP_CRASHED`.
			 */
			instead?: ((reason: string, signal: AbortSignal) => Promise<T>) | undefined;
			/** `work` calls `child`. */
			hasChildren?: boolean | undefined;
		},
	): Promise<T>;
	/** The requests that the run and its children sent to models: one ledger for all of them. */
	readonly calls: CallLog;
	/**
	 * A run of its own under this one, with steps of its own, begun or gone on with in this process; its output is given. The same
	 * name under the same run is the same child, with the input that it was first given. To be called inside a step that says
	 * `hasChildren`, whose record then holds the output for good. It is not listed by `runs`.
	 * What its body throws fails it for good, and is thrown here, now and whenever it is asked for again; what says `keepsRun`
	 * leaves it to be gone on with. A child has no children: `CHILD_TOO_DEEP`.
	 */
	child(name: string, input: Json, body: RunBody): Promise<Json>;
}

/** A run's ledger: what was sent to models is written before it is sent, and again when its answer is there. */
export interface CallLog {
	/** In the order in which they were begun. */
	list(): Promise<CallRecord[]>;
	/** Records, on the disk, that a request is about to be sent; gives its attempt, from 1. */
	begin(request: CallRequest): Promise<number>;
	/** Records how it ended. Only the first result of an attempt counts. */
	end(key: string, attempt: number, result: CallResult): Promise<void>;
}

/** A run's code. It must be deterministic but for its steps. Its return value is the run's output. */
export type RunBody = (context: RunContext) => Promise<Json>;

/** Pages by content hash: a cache that can be thrown away, shared by all runs of a store. */
export interface PageStore {
	/** Keeps a page, or notes that one of this text was read again now. */
	put(page: Page): Promise<void>;
	/** As the first one of this text was kept; which address a run read it at stands in that run's log. */
	get(hash: string): Promise<Page | undefined>;
	/** Throws away what nobody has read since; a run that needs such a page again reads it again. */
	cleanup(wanted: PagesToDrop): Promise<DroppedPages>;
}

export interface PagesToDrop {
	/** Pages last put before this moment. */
	before: Date;
	/** Hashes of pages that stay whatever their age. */
	keep: ReadonlySet<string>;
	/** Only counts. */
	dryRun: boolean;
}

export interface DroppedPages {
	pages: number;
	/** Of their stored form. */
	bytes: number;
	/** Pages that stay. */
	left: number;
}

/** All that outlives a process: the durable engine's runs and logs, and the page cache. */
export interface Store {
	/** For messages: `folder …/assay` or `postgres <database>`; never a password. */
	readonly where: string;
	readonly pages: PageStore;
	/** Who is told when a run in this process has to wait for the store, and when it goes on. */
	onWait(listener: OnWait): void;
	/**
	 * Records a new run, not yet begun, and gives its id. With `same`: gives the newest unfinished run of which it holds, if
	 * there is one, so that two processes that ask for one thing at the same moment get one run.
	 */
	create(input: Json, same?: (run: RunRecord) => boolean): Promise<string>;
	/**
	 * Works on a run in this process until it ends: begins it, or goes on where a dead process left it, at once.
	 * Throws an `AssayError` `RUN_BUSY` when a living process works on it. A completed run gives its record.
	 * What the body throws fails the run for good; it is thrown here, and by every later `execute` of the run with the same
	 * code, message and hint (anything but an `AssayError` as `RUN_FAILED`). An `AssayError` that says `keepsRun` (a provider
	 * that is away, a key that is wrong) leaves the run `interrupted`. A failing database (`DISK_FULL`,
	 * `STORE_CORRUPT`, `DATABASE_UNREACHABLE`, …) rejects too, but leaves the run `interrupted`, to be gone on with.
	 * An aborted `signal` fences off the work, releases the run (`interrupted`) and rejects with the signal's reason.
	 */
	execute(runId: string, body: RunBody, signal?: AbortSignal): Promise<RunRecord>;
	/** All runs, newest first. Reading never waits for a writer, nor disturbs one. */
	runs(): Promise<RunRecord[]>;
	/** The run that an id or a unique prefix names; throws `UsageError` `RUN_UNKNOWN` or `RUN_AMBIGUOUS`. */
	run(idOrPrefix: string): Promise<RunRecord>;
	/**
	 * A run's recorded steps in the order in which they were recorded. With `kinds`, only those whose name, up to its first colon,
	 * is one of these.
	 */
	log(runId: string, kinds?: readonly string[]): Promise<LoggedStep[]>;
	/** Whether a finished run's result was handed over. */
	isDelivered(runId: string): Promise<boolean>;
	/** Records that it was. */
	markDelivered(runId: string): Promise<void>;
	/** A run's ledger, its children's requests included, in the order in which they were begun. */
	calls(runId: string): Promise<CallRecord[]>;
	/** The children of a run by name, with their logs, in the order in which they were created. */
	children(runId: string): Promise<{ name: string; run: RunRecord; log: LoggedStep[] }[]>;
	close(): Promise<void>;
}
