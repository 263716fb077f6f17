import { HandedOver } from "../app/api.ts";
import type { App, Hooks, Progress, RunSummary } from "../app/index.ts";
import { nowAfter } from "../app/now-words.ts";
import { AssayError } from "../base/errors.ts";
import { bodyOf, type ErrorBody, HttpFault } from "./fault.ts";

/** Runs at once in one server: their reading and weighing share one process. */
const runsMax = 8;
/** After a request to stop, work that does not end within this time is abandoned. The runs lose nothing. ms */
const stopTimeoutMs = 1_500;
/** Failures that are remembered, of the newest runs. */
const failuresMax = 200;

/** Progress that no log holds: what a run is doing right now. */
export type Passing = Exclude<Progress, { type: "event" | "run" }>;

/** Returns the run, or the campaign, that it worked on. */
export type Work = (hooks: Hooks) => Promise<{ id: string } | { campaign: { id: string } }>;

/** The runs that this process works on. What they found is in their logs; here is only what ends with the process. */
export interface Runner {
	/**
	 * Begins work in the background. Resolves once its run exists, or is in the queue of the workers: then nothing of it is here. Rejects with the error of work that ended before, and with
	 * `RUNS_TOO_MANY`. Work on a run on which this process works already, or that has ended, changes nothing (`isOwn` is false).
	 * `listener`: as for `listen`, from the very beginning.
	 */
	start(work: Work, listener?: (passing: Passing) => void): Promise<{ id: string; isOwn: boolean }>;
	isActive(id: string): boolean;
	/** A run's status. Between the beginning of work and its first lock, the store does not know yet that somebody works. */
	statusOf(run: Pick<RunSummary, "id" | "status">): RunSummary["status"];
	/** Why the last work on a run ended early in this process. */
	failureOf(id: string): ErrorBody["error"] | undefined;
	/** Calls `listener` with what a run is doing, beginning with the last of each kind. Returns how to end it. */
	listen(id: string, listener: (passing: Passing) => void): () => void;
	/** Stops all work. The runs can be resumed. Returns their ids. */
	close(): Promise<string[]>;
}

interface ActiveRun {
	listeners: Set<(passing: Passing) => void>;
	/** The last of each kind. */
	last: Map<string, Passing>;
}

export function createRunner(say: (text: string) => void): Runner {
	const active = new Map<string, ActiveRun>();
	const failures = new Map<string, ErrorBody["error"]>();
	const working = new Set<Promise<unknown>>();
	const stopping = new AbortController();

	function end(id: string, run: ActiveRun, error: unknown): void {
		if (active.get(id) !== run) return;
		active.delete(id);
		if (error === undefined || stopping.signal.aborted || isWaiting(error)) return;
		const fault = bodyOf(error);
		failures.set(id, fault);
		if (failures.size > failuresMax) failures.delete(failures.keys().next().value ?? "");
		say(`run ${id.slice(0, 8)} ended: ${fault.message}${fault.hint === undefined ? "" : ` (${fault.hint})`}`);
	}

	return {
		async start(work, listener) {
			if (stopping.signal.aborted) throw stoppingFault();
			if (working.size >= runsMax)
				throw new HttpFault(
					429,
					"RUNS_TOO_MANY",
					`${runsMax} runs are at work`,
					"wait until one has ended, or stop one",
				);
			const run: ActiveRun = { listeners: new Set(listener ? [listener] : []), last: new Map() };
			const begun = Promise.withResolvers<{ id: string; isOwn: boolean }>();
			let id: string | undefined;
			const onProgress = (progress: Progress): void => {
				if (progress.type === "run") {
					id = progress.id;
					if (!active.has(id)) {
						active.set(id, run);
						failures.delete(id);
						say(`run ${id.slice(0, 8)} is at work`);
					}
					begun.resolve({ id, isOwn: active.get(id) === run });
				} else if (progress.type === "event") {
					// The folders are read by now.
					run.last.delete("index");
					const text = nowAfter(progress.event, progress.state);
					if (text !== undefined) pass(run, { type: "activity", text });
				} else {
					// What is sent, and to which host, is said here, too, before it is sent.
					if (progress.type === "destination") say(progress.text);
					pass(run, progress);
				}
			};
			const task = work({ onProgress, signal: stopping.signal }).then(
				(result) => {
					if (id !== undefined) end(id, run, undefined);
					// A run that had ended before is not worked on, so nothing has named it.
					else begun.resolve({ id: "id" in result ? result.id : result.campaign.id, isOwn: false });
				},
				(error: unknown) => {
					if (id !== undefined) end(id, run, error);
					if (error instanceof HandedOver) {
						say(`run ${error.runId.slice(0, 8)} is in the queue of the workers`);
						begun.resolve({ id: error.runId, isOwn: true });
					} else begun.reject(error);
				},
			);
			working.add(task);
			void task.finally(() => working.delete(task));
			return begun.promise;
		},
		isActive: (id) => active.has(id),
		statusOf: ({ id, status }) => (status === "interrupted" && active.has(id) ? "running" : status),
		failureOf: (id) => failures.get(id),
		listen(id, listener) {
			const run = active.get(id);
			for (const passing of run?.last.values() ?? []) listener(passing);
			run?.listeners.add(listener);
			return () => run?.listeners.delete(listener);
		},
		async close() {
			const ids = [...active.keys()];
			stopping.abort(stoppingFault());
			const timeout = Promise.withResolvers<void>();
			const timer = setTimeout(timeout.resolve, stopTimeoutMs);
			await Promise.race([Promise.allSettled(working), timeout.promise]);
			clearTimeout(timer);
			return ids;
		},
	};
}

/** Why the last work on a run ended early, of this process or of a worker. */
export async function failureOf(app: App, runner: Runner, id: string): Promise<ErrorBody["error"] | undefined> {
	const error = runner.failureOf(id) ?? (await app.workerFailure(id));
	return error instanceof AssayError ? bodyOf(error) : error;
}

function pass(run: ActiveRun, passing: Passing): void {
	run.last.set(kindOf(passing), passing);
	for (const listener of run.listeners) listener(passing);
}

/** A summary as responses hold it: the state is large. */
export function withoutState({ state: _, spending: __, ...run }: RunSummary): Omit<RunSummary, "state" | "spending"> {
	return run;
}

/** What of a kind only the newest counts. */
export function kindOf(passing: Passing): string {
	return passing.type === "investigator" ? `investigator ${passing.id}` : passing.type;
}

function stoppingFault(): HttpFault {
	return new HttpFault(503, "SERVER_STOPPING", "the server is stopping", "send it again once the server is back");
}

function isWaiting(error: unknown): boolean {
	const { code } = bodyOf(error);
	return code === "PLAN_UNCONFIRMED" || code === "ANSWERS_NEEDED";
}
