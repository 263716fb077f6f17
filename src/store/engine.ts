import { Worker } from "openworkflow";
import type { Backend, WorkflowRun } from "openworkflow/internal";
import { AssayError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { type CrashWatch, describeCrashes, stepCrashedError } from "./crashes.ts";
import { keepsRun } from "./failure.ts";
import { pack, unpack } from "./pack.ts";
import { Recorder } from "./recorder.ts";
import type { RunBody, RunContext } from "./store.ts";

/**
 * The adapter of the durable engine. Only this file and `run-queue.ts` know which engine it is. The engine defines recorded steps, the schema, and how
 * a claim locks out the previous worker. These rules around it are ours:
 *
 * - *One namespace per run.* The engine claims whatever is due in a namespace. A namespace holds one run and has its id as its name.
 *   So a process can claim only the run it was started for, and the engine's claim needs no change.
 * - *The lock is the lease.* The holder of a run's lock (`locks.ts`) may take the run at once: it sets the dead worker's lease to
 *   zero by the engine's own call, and claims. So the engine's lease is set once, for a long time, and its heartbeats write nothing.
 *   If two processes ever meet on a run (a Postgres server lost and found), the engine's claim decides: it refuses every write of the
 *   earlier one, because that names a worker that no longer has the run.
 * - *Only its body fails a run.* A failing database, a process that ends, or an error with `keepsRun` leaves the run as it was, and
 *   it can be resumed. The engine counts claims as attempts, so attempts are never limited: no number of crashes fails a run. Failed
 *   steps are not retried here; the code of the step decides about retries.
 * - *A child is a run of another workflow* (`children.ts`). A step of its parent begins it and awaits it, in the same process and
 *   under the same lock. The engine's own children are not used: waiting for one drops the paid work beside it.
 * - *A step that ends its process is parked* (`crashes.ts`): its run continues without it, or stops and names it.
 *
 * This file knows nothing of SQLite, Postgres, or how runs are listed.
 */
export const engine = {
	name: "openworkflow",
	version: "0.10.1",
	schemaVersion: 5,
	workflow: "assay",
	childWorkflow: "assay-child",
	queueWorkflow: "assay-work",
} as const;

const noRetry = { maximumAttempts: 1 };
/** A claim is released again when it was carried out without a response, or when it came late from a stopped process. */
const claimTriesMax = 3;
/** Due at any time, even if the clock is changed later. */
export const alwaysDue = new Date(0);

/** Records a run, not yet begun, in the run's own namespace. `child` describes a child run; its namespace holds only one. */
export async function createRun(
	backend: Backend,
	input: Json,
	child?: { parent: string; name: string; order: number },
): Promise<WorkflowRun> {
	const kind = child
		? { workflowName: engine.childWorkflow, idempotencyKey: child.parent, config: child }
		: { workflowName: engine.workflow, idempotencyKey: null, config: {} };
	return backend.createWorkflowRun({
		...{ ...kind, version: null, context: null },
		...{ input: pack(input), parentStepAttemptNamespaceId: null, parentStepAttemptId: null },
		...{ availableAt: alwaysDue, deadlineAt: null },
	});
}

export interface Execution {
	runId: string;
	/** `engine.workflow` or `engine.childWorkflow`. */
	workflow: string;
	createdAt: Date;
	input: Json;
	body: RunBody;
	signal: AbortSignal;
	/** The engine's view of the database, in the run's namespace. */
	backend: Backend;
	/** Repeats a database call while that may help. Turns the last failure into an error for people. */
	callDatabase: <T>(call: () => Promise<T>) => Promise<T>;
	/** Shared by a run and its children. */
	watch: CrashWatch;
	/** The other parts of the context that the body gets. */
	extras: (recorder: Recorder) => Pick<RunContext, "calls" | "child">;
}

/**
 * Works on a run until it has ended. The caller holds the run's lock. Resolves when the run is recorded as completed, or as failed:
 * then with the error that the body threw. Rejects with the signal's reason when aborted, with the body's error when it says
 * `keepsRun`, else with the database's error.
 */
export async function executeRun(execution: Execution): Promise<{ error: unknown } | undefined> {
	const { signal } = execution;
	const recorder = new Recorder(execution.backend, execution.callDatabase, execution.watch);
	const abort = () => recorder.stop(signal.reason);
	signal.addEventListener("abort", abort, { once: true });
	try {
		signal.throwIfAborted();
		await Promise.race([claimRun(execution, recorder), recorder.whenStopped]);
		return await recorder.ended;
	} catch (error) {
		throw recorder.isStopped ? recorder.signal.reason : error;
	} finally {
		signal.removeEventListener("abort", abort);
		recorder.stop(new AssayError("RUN_ENDED", `run ${execution.runId} has ended in this process`));
		await recorder.release();
	}
}

/** Takes the run from its previous worker and begins to work on it. The recorder reports the result. */
async function claimRun(execution: Execution, recorder: Recorder): Promise<void> {
	const { backend, callDatabase: withRetries, runId } = execution;
	const spec = { name: execution.workflow, retryPolicy: noRetry };
	const worker = new Worker({
		backend: recorder.backend,
		workflows: [{ spec, fn: ({ step }) => runBody(execution, recorder, step) }],
	});
	for (let tries = 0; tries < claimTriesMax && !recorder.isStopped; tries++) {
		await withRetries(() => releaseDeadWorker(backend));
		if ((await worker.tick()) === 1) return;
	}
	throw new AssayError("STORE_FAILED", `the engine did not hand out run ${runId}`);
}

async function releaseDeadWorker(backend: Backend): Promise<void> {
	const { data } = await backend.listWorkflowRuns({ limit: 1 });
	const [run] = data;
	if (run?.status === "running" && run.workerId !== null) {
		await backend.extendWorkflowRunLease({ workflowRunId: run.id, workerId: run.workerId, leaseDurationMs: 0 });
	}
}

interface EngineSteps {
	run(config: { name: string; retryPolicy: typeof noRetry }, work: () => Promise<string>): Promise<string>;
}

type StepWork = (signal: AbortSignal) => Promise<Json>;
type CrashOptions = {
	instead?: ((reason: string, signal: AbortSignal) => Promise<Json>) | undefined;
	hasChildren?: boolean | undefined;
};

/** Runs a body over the engine's steps and returns its packed output. */
async function runBody(execution: Execution, recorder: Recorder, engineSteps: EngineSteps): Promise<string> {
	const { runId, createdAt, input, body } = execution;
	/** By name: the engine would run the second call of a name as another step. */
	const steps = new Map<string, Promise<string>>();
	const runStep = async (
		name: string,
		work: StepWork,
		{ instead, hasChildren = false }: CrashOptions = {},
	): Promise<string> => {
		let stepError: { error: unknown } | undefined;
		if (hasChildren) recorder.stepsWithChildren.add(name);
		try {
			return await engineSteps.run({ name, retryPolicy: noRetry }, async () => {
				try {
					const deaths = recorder.deathsAt(name);
					const verdict = execution.watch.verdict(deaths, { hasChildren, hasOther: instead !== undefined });
					if (verdict === "fail") throw stepCrashedError(name, deaths);
					const replacement = verdict === "park" ? instead : undefined;
					return pack(
						await (replacement ? replacement(describeCrashes(deaths), recorder.signal) : work(recorder.signal)),
					);
				} catch (error) {
					stepError = { error };
					throw error;
				}
			});
		} catch (error) {
			// The engine wraps the error of a step. The body gets the original error, unless the store itself has failed.
			throw recorder.isStopped ? recorder.signal.reason : stepError ? stepError.error : stepLimitError(error);
		}
	};
	const runStepOnce = async <T extends Json>(
		name: string,
		work: (signal: AbortSignal) => Promise<T>,
		crashes?: CrashOptions,
	): Promise<T> => {
		const recorded = steps.get(name) ?? runStep(name, work, crashes);
		steps.set(name, recorded);
		// The result is the recorded value: a `T`, except for what JSON drops.
		return unpack(await recorded) as T;
	};
	const step: RunContext["step"] = (name, work, crashes) => {
		const result = runStepOnce(name, work, crashes);
		// Nobody may be left to await steps that fail because the run was stopped. That must not end the process.
		result.catch(() => undefined);
		return result;
	};
	try {
		const context = {
			runId,
			createdAt,
			input,
			signal: recorder.signal,
			recorded: [...recorder.recordedNames],
			step,
			...execution.extras(recorder),
		};
		return pack(await Promise.race([body(context), recorder.whenStopped]));
	} catch (error) {
		recorder.bodyError = { error };
		if (keepsRun(error)) recorder.stop(error);
		throw error;
	}
}

function stepLimitError(error: unknown): unknown {
	if (!(error instanceof Error && "code" in error && error.code === "STEP_LIMIT_EXCEEDED")) return error;
	return new AssayError("RUN_TOO_LONG", "the run has recorded 1,000 steps, the most that one run may have", {
		hint: "ask a narrower question, or set a lower limit on what is read",
		cause: error,
	});
}
