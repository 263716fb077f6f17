import type { Backend, StepAttempt, WorkflowRun } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { type CrashWatch, noDeaths, type StepDeaths } from "./crashes.ts";
import { errorOf, failureOf } from "./failure.ts";

const noRetry = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1s", maximumAttempts: 1 } as const;
/** No lease expires: see `engine.ts`. */
const leaseMs = 10 * 365 * 24 * 3_600_000;

/** A recorded step's output. `n` counts the recorded steps of a run from 1. `v` is the packed result. */
export interface RecordedStep {
	n: number;
	v: string;
}

/** Reads a recorded output. Throws an `AssayError` `STORE_CORRUPT` when the engine's row holds something else. */
export function readRecorded(output: unknown): RecordedStep {
	if (typeof output === "object" && output !== null && "n" in output && "v" in output) {
		if (typeof output.n === "number" && typeof output.v === "string") return { n: output.n, v: output.v };
	}
	throw new AssayError("STORE_CORRUPT", "a recorded step has no readable result", {
		hint: "the run's record was changed by another program; start a new run",
	});
}

/**
 * Works on one run in one process, between the engine's worker and its database. It counts the recorded steps, stops everything at
 * once on request or when the database fails, and reports how the run ended. After `stop` nothing is written.
 */
export class Recorder {
	/** The database that the worker uses. */
	readonly backend: Backend;
	/** Resolves when the run is recorded as completed, or as failed (then with its error). Rejects when stopped. */
	readonly ended: Promise<{ error: unknown } | undefined>;
	/** Rejects with the reason when stopped. */
	readonly whenStopped: Promise<never>;
	/** The work on children. It ends when this recorder is stopped. */
	readonly children = new Set<Promise<unknown>>();
	/** The error that the body threw. */
	bodyError: { error: unknown } | undefined;

	/** Steps whose work calls children. They run beside the children, even when steps are suspected. */
	readonly stepsWithChildren = new Set<string>();
	/** The steps that were recorded before, in the order in which they began. The engine reads them before the body runs. */
	readonly recordedNames = new Set<string>();

	readonly #attempt: <T>(call: () => Promise<T>) => Promise<T>;
	readonly #watch: CrashWatch;
	readonly #database: Backend;
	/** Steps whose last attempt has no end, by name, with their process deaths in a row. */
	readonly #suspects = new Map<string, StepDeaths>();
	/** Attempts of this process without an end, by id, each with the function that ends its turn. */
	readonly #inFlight = new Map<string, () => void>();
	readonly #end = Promise.withResolvers<{ error: unknown } | undefined>();
	readonly #stop = Promise.withResolvers<never>();
	readonly #controller = new AbortController();
	#claimed: WorkflowRun | null = null;
	#recorded = 0;
	/** Steps are recorded one after the other, so that their numbers are the order in which a reader sees them. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(backend: Backend, withRetries: <T>(call: () => Promise<T>) => Promise<T>, watch: CrashWatch) {
		this.#attempt = withRetries;
		this.#watch = watch;
		this.#database = backend;
		this.ended = this.#end.promise;
		this.whenStopped = this.#stop.promise;
		// The first one to await it handles the rejection. The others must not end the process.
		for (const promise of [this.ended, this.whenStopped]) promise.catch(() => undefined);
		this.backend = this.#over(backend);
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get isStopped(): boolean {
		return this.#controller.signal.aborted;
	}

	/** From here on, nothing of this process is recorded in the run, and its steps are told to stop. */
	stop(reason: unknown): void {
		if (this.isStopped) return;
		this.#controller.abort(reason);
		this.#stop.reject(reason);
		this.#end.reject(reason);
	}

	/** Makes a database call while this process holds the run. A failing call stops the run. Throws the stop's reason when stopped. */
	async callDatabase<T>(call: () => Promise<T>): Promise<T> {
		try {
			return await this.#attempt(async () => {
				this.signal.throwIfAborted();
				return call().catch(throwIfTakenOver);
			});
		} catch (error) {
			this.stop(error);
			// The first reason as it was given: the storage backend wraps unknown errors.
			throw this.signal.reason;
		}
	}

	/** How often in a row a step has ended its process. */
	deathsAt(name: string): StepDeaths {
		return this.#suspects.get(name) ?? noDeaths;
	}

	/**
	 * Ends the attempts in flight, so that no step is blamed for the end of this process. To be called after `stop`. When the database
	 * is away, the attempts stay without an end.
	 */
	async release(): Promise<void> {
		const error = { message: "the run was stopped" };
		await Promise.allSettled(this.children);
		// An attempt whose result is on its way to the database counts as ended.
		await this.#last;
		for (const stepAttemptId of this.#inFlight.keys()) {
			const { id: workflowRunId, workerId } = this.#held();
			const attempt = { workflowRunId, workerId: workerId ?? "", stepAttemptId, error };
			await this.#database.failStepAttempt(attempt).catch(() => undefined);
		}
	}

	/** The worker that has the run, according to the engine. */
	get workerId(): string {
		return this.#held().workerId ?? "";
	}

	#held(): WorkflowRun {
		if (this.#claimed === null) throw new Error("no run is claimed");
		return this.#claimed;
	}

	/** Overrides the parts that differ from the engine's own database. */
	#over(backend: Backend): Backend {
		/** The engine prints an error of this call. A stopped run has reported it to its caller already. */
		const finish = async (call: () => Promise<WorkflowRun>, onRecorded: () => void): Promise<WorkflowRun> => {
			try {
				const run = await this.callDatabase(call);
				onRecorded();
				return run;
			} catch {
				return this.#held();
			}
		};
		const overrides: Partial<Backend> = {
			claimWorkflowRun: async ({ workerId }) => {
				this.#claimed = await this.callDatabase(() => backend.claimWorkflowRun({ workerId, leaseDurationMs: leaseMs }));
				return this.#claimed;
			},
			extendWorkflowRunLease: async () => this.#held(),
			listStepAttempts: async (params) => {
				const page = await this.callDatabase(() => backend.listStepAttempts(params));
				this.#suspect(page.data);
				for (const attempt of page.data) if (isRecorded(attempt)) this.recordedNames.add(attempt.stepName);
				// Attempts that died with their process are dropped: they would count towards the engine's limit of 1,000.
				return { ...page, data: page.data.filter(isRecorded).map((attempt) => this.#open(attempt)) };
			},
			createStepAttempt: async (params) => {
				const { stepName } = params;
				const hasChildren = this.stepsWithChildren.has(stepName);
				const leave = hasChildren
					? () => undefined
					: await this.#watch.enter(this.#suspects.has(stepName), this.signal);
				const config = this.#watch.markOf(this.deathsAt(stepName), hasChildren);
				const attempt = await this.callDatabase(() => backend.createStepAttempt({ ...params, config }));
				this.#inFlight.set(attempt.id, leave);
				return attempt;
			},
			completeStepAttempt: (params) => {
				const recording = this.#last.then(async () => {
					const output = { n: this.#recorded + 1, v: String(params.output) };
					const attempt = await this.callDatabase(() => backend.completeStepAttempt({ ...params, output }));
					this.#leave(attempt);
					return this.#open(attempt);
				});
				this.#last = recording.catch(() => undefined);
				return recording;
			},
			failStepAttempt: async (params) => {
				const error = failureOf(new Error(params.error.message));
				const attempt = await this.callDatabase(() => backend.failStepAttempt({ ...params, error }));
				this.#leave(attempt);
				return attempt;
			},
			completeWorkflowRun: (params) =>
				finish(
					() => backend.completeWorkflowRun(params),
					() => this.#end.resolve(undefined),
				),
			failWorkflowRun: (params) => {
				const thrown = this.bodyError ? this.bodyError.error : new Error(params.error.message);
				const failure = failureOf(thrown);
				const error = thrown instanceof AssayError ? thrown : errorOf(failure, thrown);
				return finish(
					() => backend.failWorkflowRun({ ...params, error: failure, retryPolicy: noRetry }),
					() => this.#end.resolve({ error }),
				);
			},
		};
		return Object.assign(Object.create(backend) as Backend, overrides);
	}

	/** Attempts come in the order in which they began. */
	#suspect(attempts: readonly StepAttempt[]): void {
		for (const attempt of attempts) {
			if (attempt.status === "running") this.#suspects.set(attempt.stepName, this.#watch.deathsAfter(attempt));
			else this.#suspects.delete(attempt.stepName);
		}
	}

	#leave({ id, stepName }: StepAttempt): void {
		this.#inFlight.get(id)?.();
		this.#inFlight.delete(id);
		if (!this.stepsWithChildren.has(stepName)) this.#watch.stepEnded(this.deathsAt(stepName));
	}

	#open(attempt: StepAttempt): StepAttempt {
		const { n, v } = readRecorded(attempt.output);
		this.#recorded = Math.max(this.#recorded, n);
		return { ...attempt, output: v };
	}
}

/** The engine throws such an error when a write names a worker that no longer has the run. */
function throwIfTakenOver(error: unknown): never {
	if (error instanceof Error && !("code" in error) && error.message.startsWith("Failed to ")) {
		throw new AssayError("RUN_BUSY", "another process took over this run", { cause: error });
	}
	throw error;
}

function isRecorded(attempt: StepAttempt): boolean {
	return attempt.status === "completed" || attempt.status === "succeeded";
}
