import { AssayError, UsageError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { InputNeeded } from "../../research/input-needed.ts";
import { errorOf, type Failure } from "../../store/failure.ts";
import type { RunRecord, SharedStore, Store } from "../../store/store.ts";
import { followRun } from "../follow-run.ts";
import type { Hooks } from "../progress.ts";
import { asJson, type WorkerJob, type WorkerResult } from "./job.ts";
import { queuePlaceOf } from "./queue-place.ts";
import { listenToWorker } from "./relay.ts";

/** A run was put into the queue, and nobody waits for it here. Exit code 0. */
export class HandedOver extends AssayError {
	readonly runId: string;

	constructor(runId: string) {
		super("HANDED_OVER", `run ${runId.slice(0, 8)} is in the queue of the workers`, { keepsRun: true, exitCode: 0 });
		this.runId = runId;
	}
}

/** For work of several runs, which this process must follow. Throws `UsageError` `DETACH_UNUSED`. */
export function assertFollowed({ detach }: { detach?: boolean | undefined }): void {
	if (!detach) return;
	throw new UsageError("DETACH_UNUSED", "--detach is for a single run, and this command follows several", {
		hint: "type --on-workers instead",
	});
}

/** The part of a store that several machines can use. Throws `UsageError` `WORKERS_NEED_DATABASE`. */
export function sharedOf(store: Store): SharedStore {
	if (store.shared) return store.shared;
	throw new UsageError(
		"WORKERS_NEED_DATABASE",
		`workers share runs through a Postgres database, and this is ${store.where}`,
		{
			hint: "set DATABASE_URL=postgres://USER:PASSWORD@HOST:PORT/DATABASE, the same for every worker",
		},
	);
}

/**
 * Puts a run into the queue and follows it until it has ended. Shows what a run in this process would show: its events from the log,
 * the rest as the worker sends it. Returns the finished run. Throws what ended the run, `InputNeeded` where it waits for its user, and
 * `HandedOver` at once when nobody is to follow it.
 */
export async function handOver(
	store: Store,
	run: RunRecord,
	job: WorkerJob,
	hooks: Hooks,
	isFollowed: boolean,
): Promise<RunRecord> {
	const shared = sharedOf(store);
	if (!isFollowed) {
		await shared.queue.add(run.id, asJson(job));
		throw new HandedOver(run.id);
	}
	const { run: ended } = await watchRun(store, run.id, hooks, () => shared.queue.add(run.id, asJson(job)));
	if (ended.failure) throw errorOf(ended.failure);
	if (ended.status === "completed") return ended;
	throw await reasonOfEnd(shared, run.id);
}

/** Follows a run until it has ended, wherever it is worked on. `begin`: what lets it begin, once nothing of it can be missed. */
export async function watchRun(
	store: Store,
	runId: string,
	hooks: Hooks,
	begin: () => Promise<void> = async () => undefined,
): ReturnType<typeof followRun> {
	const stopListening = await listenToWorker(store, runId, hooks.onProgress);
	try {
		await begin();
		return await followRun(store, runId, hooks, queueNotes(store, runId, hooks));
	} finally {
		await stopListening();
	}
}

/** Why the run waits, for people, each reason once. To be called while it is in the queue. */
function queueNotes(store: Store, runId: string, { onProgress }: Hooks): () => Promise<void> {
	let last: string | undefined;
	return async () => {
		const { waitedMs = 0, text } = (await queuePlaceOf(store, runId)) ?? {};
		if (waitedMs < limits.workerNoticeMs) return;
		if (text !== last) onProgress({ type: "note", text: `the run waits: ${text}` });
		last = text;
	};
}

/** Why a worker's last work on a run ended early; undefined where it did not, or the run is in the queue again. */
export async function workerFailureOf(
	{ shared }: Pick<Store, "shared">,
	runId: string,
): Promise<AssayError | undefined> {
	const entry = await shared?.queue.entry(runId);
	const { failure } = (entry?.status === "ended" ? (entry.result ?? {}) : {}) as WorkerResult;
	return failure && keptError(failure);
}

async function reasonOfEnd({ queue }: SharedStore, runId: string): Promise<AssayError> {
	const entry = await queue.entry(runId);
	const { failure, needed } = (entry?.result ?? {}) as WorkerResult;
	if (needed) return new InputNeeded(needed);
	return failure
		? keptError(failure)
		: new AssayError("RUN_STOPPED", `run ${runId.slice(0, 8)} was taken from the workers before it had ended`, {
				keepsRun: true,
			});
}

function keptError({ code, message, hint, exitCode }: Failure): AssayError {
	if (exitCode === 2) return new UsageError(code, message, { hint: hint ?? undefined });
	return new AssayError(code, message, { hint: hint ?? undefined, exitCode, keepsRun: true });
}
