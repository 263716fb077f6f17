import type { Json } from "../base/json.ts";

/** An entry as it stands in the queue. */
export interface QueueEntry {
	/**
	 * `waiting`: no worker has it, or the lease of the one that had it is over. `ended`: a worker has ended its work on the run, or the
	 * entry was withdrawn.
	 */
	status: "waiting" | "taken" | "ended";
	/** Since it was added, or since the run's last step where that was later. */
	idleMs: number;
	/** Why the last worker that had it put it back, for people. */
	reason?: string | undefined;
	/** What the worker's `work` returned; absent when the entry was withdrawn. */
	result?: Json | undefined;
}

/** The queue of a store that several machines can use. */
export interface RunQueue {
	/** Adds a run unless it is in the queue already. `job`: what the worker needs beside the run's record. */
	add(runId: string, job: Json): Promise<void>;
	/** The newest entry of a run. */
	entry(runId: string): Promise<QueueEntry | undefined>;
	/** The worker processes that are connected now. */
	workers(): Promise<number>;
	/** Takes a run out of the queue. A worker that has it stops its work. Returns whether it was in the queue. */
	withdraw(runId: string): Promise<boolean>;
	/** Takes runs until the signal aborts, `slots` at a time. On an abort it puts its runs back at once. */
	work(options: QueueWork): Promise<void>;
}

export interface QueueWork {
	slots: number;
	signal: AbortSignal;
	/**
	 * Works on a run. The result ends its entry; an error puts it back, and another worker tries a second later. `signal` aborts when
	 * this process has lost the run, or is to stop.
	 */
	work(runId: string, job: Json, signal: AbortSignal): Promise<Json>;
	/** The queue cannot be reached, or can again. Must not throw. */
	onAway?(reason: string | undefined): void;
}
