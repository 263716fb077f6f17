import { AssayError, UsageError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { InputNeeded } from "../../research/input-needed.ts";
import { errorOf, type Failure } from "../../store/failure.ts";
import type { RunRecord, SharedStore, Store } from "../../store/store.ts";
import { followRun } from "../follow-run.ts";
import type { Hooks } from "../progress.ts";
import { asJson, parseRelayed, type WorkerJob, type WorkerResult } from "./job.ts";

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
	const stopListening = await shared.subscribe(run.id, (text) => {
		const progress = parseRelayed(text);
		if (progress) hooks.onProgress(progress);
	});
	try {
		await shared.queue.add(run.id, asJson(job));
		const { run: ended } = await followRun(store, run.id, hooks, queueNotes(shared, run.id, hooks));
		if (ended.failure) throw errorOf(ended.failure);
		if (ended.status === "completed") return ended;
		throw await reasonOfEnd(shared, run.id);
	} finally {
		await stopListening();
	}
}

/** Why the run waits, for people, each reason once. To be called while it is in the queue. */
export function queueNotes({ queue }: SharedStore, runId: string, { onProgress }: Hooks): () => Promise<void> {
	const since = performance.now();
	let last: string | undefined;
	return async () => {
		const entry = await queue.entry(runId);
		if (entry?.status !== "waiting" || performance.now() - since < limits.workerNoticeMs) return;
		const text = entry.reason ?? "no worker has taken the run yet; to start one: assay worker";
		if (text !== last) onProgress({ type: "note", text: `the run waits: ${text}` });
		last = text;
	};
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
