import { Worker } from "openworkflow";
import type { Backend, WorkflowRun } from "openworkflow/internal";
import { AssayError, messageOf } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { alwaysDue, engine } from "./engine.ts";
import { pack, unpackColumn } from "./pack.ts";
import type { QueueEntry, QueueWork, RunQueue } from "./queue.ts";

/**
 * Runs that wait for a worker process. The queue is the engine's own: an entry is a workflow in a namespace that all workers share.
 * Its lease says which worker has the run, and every write of a worker whose lease was taken is refused. The entry records
 * nothing of the run itself: the run has its own namespace, log and lock (`engine.ts`).
 */
export const queueNamespace = "assay-queue";

/** An entry is never given up: claims count as attempts, and crashes must not use them up. */
const retryForever = {
	initialInterval: "1s",
	backoffCoefficient: 1,
	maximumInterval: "1s",
	maximumAttempts: 0,
} as const;

/** What the queue needs of its database. */
export interface QueueDatabase {
	backend: Backend;
	/** The engine's rows of a run in the queue, newest first. */
	rows(runId: string): Promise<QueueRow[]>;
	/** The worker processes that are connected. */
	workers(): Promise<number>;
	/** Deletes entries that ended long ago. */
	deleteEnded(): Promise<void>;
	callDatabase<T>(call: () => Promise<T>): Promise<T>;
}

export interface QueueRow {
	id: string;
	status: string;
	/** No worker has it, or its lease is over. */
	isFree: boolean;
	/** Since it was added, or since the run's last step. */
	idleMs: number;
	output: unknown;
	error: unknown;
}

export function openRunQueue({ backend, rows, workers, deleteEnded, callDatabase }: QueueDatabase): RunQueue {
	const isOpen = ({ status }: QueueRow) => status === "pending" || status === "running";
	return {
		async add(runId, job) {
			await callDatabase(async () => {
				await deleteEnded();
				const before = await rows(runId);
				if (before.some(isOpen)) return;
				await backend.createWorkflowRun({
					...{ workflowName: engine.queueWorkflow, version: null, config: {}, context: null, deadlineAt: null },
					...{ parentStepAttemptNamespaceId: null, parentStepAttemptId: null, availableAt: alwaysDue },
					// Two processes that add a run at once make one entry.
					idempotencyKey: `${runId}/${before.length}`,
					input: { runId, job: pack(job) },
				});
			});
		},
		async entry(runId) {
			const [row] = await callDatabase(() => rows(runId));
			return row && entryOf(row);
		},
		workers: () => callDatabase(workers),
		async withdraw(runId) {
			const [row] = await callDatabase(() => rows(runId));
			if (!row || !isOpen(row)) return false;
			await callDatabase(() => backend.cancelWorkflowRun({ workflowRunId: row.id }));
			return true;
		},
		work: (options) => workOnQueue(backend, callDatabase, options),
	};
}

function entryOf({ status, isFree, idleMs, output, error }: QueueRow): QueueEntry {
	if (status === "completed" || status === "succeeded")
		return { status: "ended", idleMs, result: unpackColumn(output) };
	if (status === "failed" || status === "canceled") return { status: "ended", idleMs };
	const { message } = (error ?? {}) as { message?: string };
	return { status: isFree ? "waiting" : "taken", idleMs, ...(message === undefined ? {} : { reason: message }) };
}

async function workOnQueue(
	backend: Backend,
	callDatabase: QueueDatabase["callDatabase"],
	options: QueueWork,
): Promise<void> {
	const held = new HeldEntries(backend, callDatabase, options);
	const spec = { name: engine.queueWorkflow, retryPolicy: retryForever };
	const worker = new Worker({
		backend: held.backend,
		workflows: [{ spec, fn: ({ input, run }) => held.work(run.id, input) }],
		concurrency: options.slots,
	});
	await worker.start();
	if (!options.signal.aborted)
		await new Promise((resolve) => options.signal.addEventListener("abort", resolve, { once: true }));
	await worker.stop();
}

/** The entries that this process works on, each with a lease of our length that is extended in time. */
class HeldEntries {
	/** The engine's view of the queue. */
	readonly backend: Backend;
	readonly #options: QueueWork;
	readonly #database: Backend;
	readonly #callDatabase: QueueDatabase["callDatabase"];
	/** By entry: who has it, for the engine, and what ends the work on it. */
	readonly #held = new Map<string, { workerId: string; lost: AbortController }>();
	/** No claim is tried until then. */
	#pausedUntil = 0;

	constructor(database: Backend, callDatabase: QueueDatabase["callDatabase"], options: QueueWork) {
		this.#database = database;
		this.#callDatabase = callDatabase;
		this.#options = options;
		this.backend = this.#over(database);
	}

	/** Works on an entry and returns its output. */
	async work(entryId: string, input: unknown): Promise<string> {
		const held = this.#held.get(entryId);
		if (!held) throw new Error(`queue entry ${entryId} was not claimed`);
		const { runId, job } = input as { runId: string; job: string };
		const signal = AbortSignal.any([this.#options.signal, held.lost.signal]);
		const timer = setInterval(() => void this.#extend(entryId), limits.workerHeartbeatMs);
		try {
			signal.throwIfAborted();
			return pack(await this.#options.work(runId, unpackColumn(job), signal));
		} finally {
			clearInterval(timer);
		}
	}

	/** Extends a lease. When it was taken, the work on the entry ends. */
	async #extend(entryId: string): Promise<void> {
		const held = this.#held.get(entryId);
		if (!held) return;
		const lease = { workflowRunId: entryId, workerId: held.workerId, leaseDurationMs: limits.workerLeaseMs };
		try {
			await this.#database.extendWorkflowRunLease(lease);
		} catch (error) {
			// The engine's own refusal has no code. A failing database has, and may be back in time.
			if (error instanceof Error && !("code" in error))
				held.lost.abort(new AssayError("RUN_BUSY", "another worker has taken this run", { cause: error }));
		}
	}

	#over(database: Backend): Backend {
		/** Ends the hold on an entry. A write that fails leaves the entry to its lease: another worker finds what is left to do. */
		const finish = async (entryId: string, write: () => Promise<WorkflowRun>): Promise<WorkflowRun> => {
			try {
				return await this.#callDatabase(write);
			} catch {
				return { id: entryId } as WorkflowRun;
			} finally {
				this.#held.delete(entryId);
			}
		};
		const overrides: Partial<Backend> = {
			claimWorkflowRun: ({ workerId }) => this.#claim(workerId),
			// The work extends its lease itself, more often than the engine would.
			extendWorkflowRunLease: async ({ workflowRunId }) => ({ id: workflowRunId }) as WorkflowRun,
			// An entry has no steps.
			listStepAttempts: async () => ({ data: [], pagination: { next: null, prev: null } }),
			completeWorkflowRun: (params) => finish(params.workflowRunId, () => database.completeWorkflowRun(params)),
			failWorkflowRun: (params) =>
				finish(params.workflowRunId, () => {
					if (!this.#options.signal.aborted) return database.failWorkflowRun(params);
					const { workflowRunId, workerId } = params;
					const error = { message: "its worker was stopped" };
					const again = { workflowRunId, workerId, error, availableAt: alwaysDue };
					return database.rescheduleWorkflowRunAfterFailedStepAttempt(again);
				}),
		};
		return Object.assign(Object.create(database) as Backend, overrides);
	}

	/**
	 * Claims an entry. The engine would print every error of this call. After an error none is tried for the length of a lease, so
	 * that the workers whose leases ran out while the server was away can extend them first.
	 */
	async #claim(workerId: string): Promise<WorkflowRun | null> {
		if (this.#options.signal.aborted || Date.now() < this.#pausedUntil) return null;
		try {
			const claimed = await this.#database.claimWorkflowRun({ workerId, leaseDurationMs: limits.workerLeaseMs });
			if (this.#pausedUntil > 0) this.#options.onAway?.(undefined);
			this.#pausedUntil = 0;
			if (claimed) this.#held.set(claimed.id, { workerId, lost: new AbortController() });
			return claimed;
		} catch (error) {
			if (this.#pausedUntil === 0) this.#options.onAway?.(messageOf(error));
			this.#pausedUntil = Date.now() + limits.workerLeaseMs;
			return null;
		}
	}
}
