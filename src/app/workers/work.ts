import { statSync } from "node:fs";
import { hostname } from "node:os";
import { AssayError, messageOf } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import { InputNeeded } from "../../research/input-needed.ts";
import { failureOf } from "../../store/failure.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { nowAfter } from "../now-words.ts";
import type { Hooks, Progress } from "../progress.ts";
import { parseRunInput, type RunInput } from "../run.ts";
import { runSummaryOf } from "../run-summary.ts";
import { sharedOf } from "./hand-over.ts";
import { asJson, isRelayed, type WorkerHooks, type WorkerJob, type WorkerResult } from "./job.ts";
import { openRelay } from "./relay.ts";

/** Works on a run in this process until it has ended. */
export type WorkOnRun = (input: RunInput, run: RunRecord, job: WorkerJob, hooks: Hooks) => Promise<void>;

/** A streaming response reports many times a second; more often than this, none is sent to those who follow the run. ms */
const activityMs = 500;
/** The exit code of a run that ended as its user asked, or waits for its user. */
const waitingExitCode = 5;
/** Errors after which another worker may do better, so the run stays in the queue. */
const putBackCodes = new Set(["RUN_BUSY", "DATABASE_UNREACHABLE", "CORPUS_NOT_HERE"]);

/** Takes runs from the queue until the signal aborts. Then its runs go back at once. Throws `WORKERS_NEED_DATABASE`. */
export async function workOnQueue(
	store: Store,
	slots: number,
	hooks: WorkerHooks,
	workOnRun: WorkOnRun,
): Promise<void> {
	const shared = sharedOf(store);
	const host = hostname();

	async function work(run: RunRecord, input: RunInput, job: WorkerJob, signal: AbortSignal): Promise<WorkerResult> {
		const relay = await openRelay(shared, run.id);
		try {
			assertFoldersHere(input, host);
			const sentAt = { activity: Number.NEGATIVE_INFINITY, writing: Number.NEGATIVE_INFINITY };
			const onProgress = (progress: Progress) => {
				if ((progress.type === "activity" || progress.type === "writing") && progress.text !== "") {
					if (performance.now() - sentAt[progress.type] < activityMs) return;
					sentAt[progress.type] = performance.now();
				}
				// Once the sources are open, what was shown of them is over.
				if (progress.type === "run") {
					relay.forget("index");
					onProgress({ type: "activity", text: "" });
				}
				if (isRelayed(progress)) relay.send(progress);
				if (progress.type === "event") {
					const text = nowAfter(progress.event, progress.state);
					if (text !== undefined) relay.send({ type: "activity", text });
				}
			};
			onProgress({ type: "note", text: `worker ${host} works on the run` });
			await workOnRun(input, run, job, { signal, onProgress });
			return {};
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			if (error instanceof AssayError && putBackCodes.has(error.code)) throw error;
			const { status } = await store.run(run.id);
			if (status === "completed" || status === "failed") return {};
			if (error instanceof InputNeeded) return { needed: error.needed };
			const failure = failureOf(error);
			// What the user asked for is no fault of a worker.
			const where = failure.exitCode === waitingExitCode ? "" : ` (on worker ${host})`;
			return { failure: { ...failure, message: failure.message + where } };
		} finally {
			await relay.close();
		}
	}

	await shared.queue.work({
		slots,
		signal: hooks.signal,
		onAway: hooks.onAway,
		work: async (runId: string, job: Json, signal: AbortSignal): Promise<Json> => {
			const run = await runOf(store, runId);
			const input = run && parseRunInput(run.input);
			if (!input || run.status === "completed" || run.status === "failed") return {};
			const summary = runSummaryOf(run);
			hooks.onTaken(summary);
			try {
				const result = await work(run, input, job as unknown as WorkerJob, signal);
				hooks.onEnded(summary, result.failure?.message ?? (result.needed && "it waits for its user"));
				return asJson(result);
			} catch (error) {
				hooks.onEnded(summary, messageOf(error));
				throw error;
			}
		},
	});
}

/** The run, unless it was deleted. */
async function runOf(store: Store, runId: string): Promise<RunRecord | undefined> {
	try {
		return await store.run(runId);
	} catch (error) {
		if (error instanceof AssayError && error.code === "RUN_UNKNOWN") return undefined;
		throw error;
	}
}

/** The folders of a run are those of one machine. Throws an `AssayError` `CORPUS_NOT_HERE`. */
function assertFoldersHere({ options }: RunInput, host: string): void {
	const missing = options.corpus.filter((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
	if (missing.length === 0) return;
	throw new AssayError(
		"CORPUS_NOT_HERE",
		`worker ${host} has no folder ${missing.join(", ")}; to start a worker on a machine that has it: assay worker`,
	);
}
