import type { Backend, StepAttempt, WorkflowRun } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import { markOf, type Watch } from "./crashes.ts";
import { errorOf, failureOf } from "./failure.ts";

const noRetry = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1s", maximumAttempts: 1 } as const;
/** No lease ends by itself: see `engine.ts`. */
const leaseMs = 10 * 365 * 24 * 3_600_000;

/** A recorded step's output: `n` counts the recorded steps of a run from 1, `v` is the packed result. */
export interface Recorded {
	n: number;
	v: string;
}

/** Reads a recorded output. Throws an `AssayError` `STORE_CORRUPT` when the engine's row holds something else. */
export function readRecorded(output: unknown): Recorded {
	if (typeof output === "object" && output !== null && "n" in output && "v" in output) {
		if (typeof output.n === "number" && typeof output.v === "string") return { n: output.n, v: output.v };
	}
	throw new AssayError("STORE_CORRUPT", "a recorded step has no readable result", {
		hint: "the run's record was changed by another program; start a new run",
	});
}

/**
 * One process's hold on one run, between the engine's worker and its database: counts what is recorded, stops everything at
 * once when told to or when the database fails, and learns how the run ended. After `stop` nothing is written.
 */
export class Recorder {
	/** What the worker is given as its database. */
	readonly backend: Backend;
	/** Resolves when the run is recorded as completed, or as failed (then with what failed it); rejects when stopped. */
	readonly ended: Promise<{ error: unknown } | undefined>;
	/** Rejects with the reason when stopped. */
	readonly whenStopped: Promise<never>;
	/** The work on children, which ends when this is stopped. */
	readonly children = new Set<Promise<unknown>>();
	/** What the body threw. */
	thrown: { error: unknown } | undefined;

	/** Steps whose work calls children: they run beside those, whoever is suspected. */
	readonly withChildren = new Set<string>();

	readonly #attempt: <T>(call: () => Promise<T>) => Promise<T>;
	readonly #watch: Watch;
	readonly #database: Backend;
	/** The last attempts of steps that have no end, by name, with the deaths in a row that they make. */
	readonly #suspects = new Map<string, number>();
	/** Attempts of this process that have no end yet, by id, with how to leave the watch. */
	readonly #inFlight = new Map<string, () => void>();
	readonly #end = Promise.withResolvers<{ error: unknown } | undefined>();
	readonly #stop = Promise.withResolvers<never>();
	readonly #controller = new AbortController();
	#claimed: WorkflowRun | null = null;
	#recorded = 0;
	/** Steps are recorded one after the other, so that their numbers are the order in which a reader sees them appear. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(backend: Backend, attempt: <T>(call: () => Promise<T>) => Promise<T>, watch: Watch) {
		this.#attempt = attempt;
		this.#watch = watch;
		this.#database = backend;
		this.ended = this.#end.promise;
		this.whenStopped = this.#stop.promise;
		// Whoever is told of it first handles it; the others must not end the process.
		for (const promise of [this.ended, this.whenStopped]) promise.catch(() => undefined);
		this.backend = this.#over(backend);
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get stopped(): boolean {
		return this.#controller.signal.aborted;
	}

	/** Fences off: from here on, nothing of this process is recorded in the run, and its steps are told to stop. */
	stop(reason: unknown): void {
		if (this.stopped) return;
		this.#controller.abort(reason);
		this.#stop.reject(reason);
		this.#end.reject(reason);
	}

	/** Makes a database call while the run is held; one that fails stops the run. Throws the stop's reason when stopped. */
	async attempt<T>(call: () => Promise<T>): Promise<T> {
		try {
			return await this.#attempt(async () => {
				this.signal.throwIfAborted();
				return call().catch(throwWhenTaken);
			});
		} catch (error) {
			this.stop(error);
			// The first reason, as it was given: the medium makes an error of its own of what it does not know.
			throw this.signal.reason;
		}
	}

	/** How often in a row a step has ended its process. */
	deathsAt(name: string): number {
		return this.#suspects.get(name) ?? 0;
	}

	/**
	 * Ends what is in flight, so that the end of this process is no step's fault. To be called after `stop`. A database that is away
	 * cannot be told.
	 */
	async release(): Promise<void> {
		const error = { message: "the run was stopped" };
		await Promise.allSettled(this.children);
		// A result on its way to the database is no attempt without an end.
		await this.#last;
		for (const stepAttemptId of this.#inFlight.keys()) {
			const { id: workflowRunId, workerId } = this.#held();
			const attempt = { workflowRunId, workerId: workerId ?? "", stepAttemptId, error };
			await this.#database.failStepAttempt(attempt).catch(() => undefined);
		}
	}

	/** Who the engine says has the run. */
	get workerId(): string {
		return this.#held().workerId ?? "";
	}

	#held(): WorkflowRun {
		if (this.#claimed === null) throw new Error("no run is claimed");
		return this.#claimed;
	}

	/** Only what differs from the engine's own database is here; all else goes through. */
	#over(backend: Backend): Backend {
		/** The engine prints what fails here; a stopped run has told its caller already. */
		const finish = async (call: () => Promise<WorkflowRun>, told: () => void): Promise<WorkflowRun> => {
			try {
				const run = await this.attempt(call);
				told();
				return run;
			} catch {
				return this.#held();
			}
		};
		const overrides: Partial<Backend> = {
			claimWorkflowRun: async ({ workerId }) => {
				this.#claimed = await this.attempt(() => backend.claimWorkflowRun({ workerId, leaseDurationMs: leaseMs }));
				return this.#claimed;
			},
			extendWorkflowRunLease: async () => this.#held(),
			listStepAttempts: async (params) => {
				const page = await this.attempt(() => backend.listStepAttempts(params));
				this.#suspect(page.data);
				// Attempts that died with their process are left out: they would count towards the engine's limit of 1,000.
				return { ...page, data: page.data.filter(isRecorded).map((attempt) => this.#open(attempt)) };
			},
			createStepAttempt: async (params) => {
				const { stepName } = params;
				const leave = this.withChildren.has(stepName)
					? () => undefined
					: await this.#watch.enter(this.#suspects.has(stepName), this.signal);
				const config = markOf(this.deathsAt(stepName), this.#watch.answers);
				const attempt = await this.attempt(() => backend.createStepAttempt({ ...params, config }));
				this.#inFlight.set(attempt.id, leave);
				return attempt;
			},
			completeStepAttempt: (params) => {
				const recording = this.#last.then(async () => {
					const output = { n: this.#recorded + 1, v: String(params.output) };
					const attempt = await this.attempt(() => backend.completeStepAttempt({ ...params, output }));
					this.#leave(attempt);
					return this.#open(attempt);
				});
				this.#last = recording.catch(() => undefined);
				return recording;
			},
			failStepAttempt: async (params) => {
				const error = failureOf(new Error(params.error.message));
				const attempt = await this.attempt(() => backend.failStepAttempt({ ...params, error }));
				this.#leave(attempt);
				return attempt;
			},
			completeWorkflowRun: (params) =>
				finish(
					() => backend.completeWorkflowRun(params),
					() => this.#end.resolve(undefined),
				),
			failWorkflowRun: (params) => {
				const thrown = this.thrown ? this.thrown.error : new Error(params.error.message);
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

	#leave({ id }: StepAttempt): void {
		this.#inFlight.get(id)?.();
		this.#inFlight.delete(id);
	}

	#open(attempt: StepAttempt): StepAttempt {
		const { n, v } = readRecorded(attempt.output);
		this.#recorded = Math.max(this.#recorded, n);
		return { ...attempt, output: v };
	}
}

/** What the engine says when a write names a worker that no longer has the run. */
function throwWhenTaken(error: unknown): never {
	if (error instanceof Error && !("code" in error) && error.message.startsWith("Failed to ")) {
		throw new AssayError("RUN_BUSY", "another process took over this run", { cause: error });
	}
	throw error;
}

function isRecorded(attempt: StepAttempt): boolean {
	return attempt.status === "completed" || attempt.status === "succeeded";
}
