import { AssayError, UsageError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import type { CallRecord } from "../evidence/call.ts";
import { callRecordsOf, openCallLog } from "./calls.ts";
import { childNameOf, createChildRunner } from "./children.ts";
import { CrashWatch, hasChildren, type StepDeaths } from "./crashes.ts";
import { damagedStepError } from "./database-errors.ts";
import { createRun, engine, executeRun } from "./engine.ts";
import { errorOf, readFailure } from "./failure.ts";
import type { RunLock } from "./locks.ts";
import { pack, unpack, unpackColumn } from "./pack.ts";
import { type Recorder, readRecorded } from "./recorder.ts";
import type { OnWait } from "./retrier.ts";
import type { RunRow, StorageBackend } from "./storage-backend.ts";
import type {
	ExecuteOptions,
	InboxMessage,
	LoggedStep,
	PageStore,
	RunBody,
	RunContext,
	RunRecord,
	RunStatus,
	SharedStore,
	Store,
} from "./store.ts";
import { Trials } from "./trials.ts";

/** The lock that `create` holds while it looks for an equal run and makes one. It has the form of a run's id, but no run has this id. */
const creationLockName = "0".repeat(16);

/** A store on either storage backend. */
export class DurableStore implements Store {
	readonly where: string;
	readonly pages: PageStore;
	readonly shared: SharedStore | undefined;
	readonly #medium: StorageBackend;
	readonly #closing = new AbortController();

	constructor(storage: StorageBackend) {
		this.#medium = storage;
		this.where = storage.where;
		this.pages = storage.pages;
		this.shared = storage.shared;
	}

	onWait(listener: OnWait): () => void {
		const { listeners } = this.#medium.retries;
		listeners.add(listener);
		return () => listeners.delete(listener);
	}

	async create(input: Json, isSame?: (run: RunRecord) => boolean): Promise<string> {
		if (!isSame) return this.#create(input);
		// Without the lock, e.g. when a stopped process holds it, the worst result is a second run.
		const lock = await this.#medium.locks.acquire(creationLockName);
		try {
			const unfinished = (await this.#find("")).find((run) => !isFinished(run) && isSame(run));
			return unfinished?.id ?? (await this.#create(input));
		} finally {
			await lock?.release(false);
		}
	}

	async #create(input: Json): Promise<string> {
		const runId = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
		await this.#medium.callDatabase(() => createRun(this.#medium.backend(runId), input), 0);
		return runId;
	}

	async execute(runId: string, body: RunBody, signal?: AbortSignal, options: ExecuteOptions = {}): Promise<RunRecord> {
		signal?.throwIfAborted();
		const before = await this.run(runId);
		if (isFinished(before)) return recordOrThrow(before);
		const trials = new Trials(options.startTrial, options.trial);
		const { lock, watch } = await this.#lockAfterTrials(before.id, trials, options, signal);
		let finished = false;
		try {
			const now = await this.run(before.id);
			finished = isFinished(now);
			if (finished) return recordOrThrow(now);
			await this.#moveDamaged(now.id);
			const lockLost = new AbortController();
			lock.onLost(() => {
				lockLost.abort(
					new AssayError(
						"RUN_BUSY",
						`another process took over run ${before.id} while this one was stopped or the database was away`,
					),
				);
			});
			const signals = [this.#closing.signal, lockLost.signal, trials.signal, ...(signal ? [signal] : [])];
			const failed = await this.#work(now, body, watch, AbortSignal.any(signals));
			finished = true;
			if (failed) throw failed.error;
			return await this.run(before.id);
		} finally {
			await lock.release(finished);
		}
	}

	/** Takes the run's lock, once no step must be tried in a child process: the child takes the lock, too. Throws `RUN_BUSY`. */
	async #lockAfterTrials(
		runId: string,
		trials: Trials,
		{ fromQueue = false }: ExecuteOptions,
		signal: AbortSignal | undefined,
	): Promise<{ lock: RunLock; watch: CrashWatch }> {
		for (;;) {
			let lock = await this.#medium.locks.acquire(runId);
			if (!lock && fromQueue) {
				await this.#medium.cutOffWorker?.(runId);
				lock = await this.#medium.locks.acquire(runId);
			}
			if (!lock) {
				throw new AssayError("RUN_BUSY", `another process is working on run ${runId}`, {
					hint: "wait for it, or stop that process first",
				});
			}
			let isTaken = false;
			try {
				const watch = await this.#openWatch(runId, trials);
				isTaken = isFinished(await this.run(runId)) || !trials.isDue(await this.#deaths(runId, watch));
				if (isTaken) return { lock, watch };
			} finally {
				if (!isTaken) await lock.release(false);
			}
			await trials.run(runId, signal);
		}
	}

	async #openWatch(runId: string, trials: Trials): Promise<CrashWatch> {
		const withRetries = <T>(call: () => Promise<T>) => this.#medium.callDatabase(call, limits.databaseAwayMs);
		const summaries = await withRetries(() => this.#medium.calls.summaries(runId));
		const databaseStart = await withRetries(() => this.#medium.databaseStart());
		return new CrashWatch(summaries.filter(({ isAnswered }) => isAnswered).length, databaseStart, trials);
	}

	/** Of each step of a run and its children that was in flight when its process died. */
	async #deaths(runId: string, watch: CrashWatch): Promise<StepDeaths[]> {
		const children = (await this.#medium.childRows(runId)).filter((row) => !isFinished(runRecordOf(row, false)));
		const attempts = await this.#medium.openAttempts([runId, ...children.map((row) => row.runId)]);
		return attempts.flatMap((attempt) => (hasChildren(attempt) ? [] : [watch.deathsAfter(attempt)]));
	}

	/** Throws `STEP_DAMAGED` when it moved any steps: the user should know that resuming the run does them again. */
	async #moveDamaged(runId: string): Promise<void> {
		const { names, folder } = await this.#medium.moveDamaged(runId);
		if (names.length === 0) return;
		const what = names.length === 1 ? "a step" : `${names.length} steps`;
		throw new AssayError(
			"STEP_DAMAGED",
			`the record of ${what} of run ${runId} in ${this.#medium.logLocation} could not be read, and was moved to ${folder}: ${names.join(", ")}`,
			{ hint: "only that is done again", keepsRun: true },
		);
	}

	async #work(
		run: RunRecord,
		body: RunBody,
		watch: CrashWatch,
		signal: AbortSignal,
	): Promise<{ error: unknown } | undefined> {
		const { id: runId, createdAt, input } = run;
		const withRetries = <T>(call: () => Promise<T>) => this.#medium.callDatabase(call, limits.databaseAwayMs);
		const extras = (recorder: Recorder): Pick<RunContext, "calls" | "child"> => {
			const calls = openCallLog(this.#medium.calls, runId, recorder, watch);
			return { calls, child: createChildRunner({ runId, storageBackend: this.#medium, recorder, calls, watch }) };
		};
		const { workflow } = engine;
		const backend = this.#medium.backend(runId);
		return executeRun({
			runId,
			workflow,
			createdAt,
			input,
			body,
			signal,
			backend,
			callDatabase: withRetries,
			watch,
			extras,
		});
	}

	async runs(): Promise<RunRecord[]> {
		return this.#find("");
	}

	async run(idOrPrefix: string): Promise<RunRecord> {
		const prefix = idOrPrefix.trim().toLowerCase();
		const matches = /^[0-9a-f]+$/.test(prefix) ? await this.#find(prefix) : [];
		const [first, second] = matches;
		if (!first) {
			throw new UsageError("RUN_UNKNOWN", `no run ${JSON.stringify(idOrPrefix)} in ${this.where}`, {
				hint: "list the runs with: assay list",
			});
		}
		if (second) {
			const ids = matches.slice(0, 5).map((run) => run.id);
			throw new UsageError("RUN_AMBIGUOUS", `${matches.length} runs begin with ${prefix}: ${ids.join(", ")}`, {
				hint: "give more digits of the run's id",
			});
		}
		return first;
	}

	async log(runId: string, kinds?: readonly string[], after = 0): Promise<LoggedStep[]> {
		const rows = await this.#medium.stepRows(runId, kinds, after);
		return rows
			.map(({ output: recorded, ...step }) => {
				try {
					const { n, v } = readRecorded(recorded);
					return { position: n, ...step, output: unpack(v) };
				} catch (error) {
					throw damagedStepError(step.name, runId, this.#medium.logLocation, error);
				}
			})
			.sort((a, b) => a.position - b.position);
	}

	async isDelivered(runId: string): Promise<boolean> {
		return this.#medium.isDelivered(runId);
	}

	async markDelivered(runId: string): Promise<void> {
		await this.#medium.callDatabase(() => this.#medium.markDelivered(runId), 0);
	}

	async sendMessage(runId: string, { id, body }: Pick<InboxMessage, "id" | "body">): Promise<boolean> {
		const row = { id, at: new Date().toISOString(), body: pack(body) };
		return this.#medium.callDatabase(() => this.#medium.messages.add(runId, row), 0);
	}

	async messages(runId: string): Promise<InboxMessage[]> {
		const rows = await this.#medium.callDatabase(() => this.#medium.messages.rows(runId), 0);
		return rows.map(({ id, at, body }) => ({ id, at: new Date(at), body: unpackColumn(body) }));
	}

	async delete(runId: string, before: () => Promise<void>): Promise<void> {
		const lock = await this.#medium.locks.acquire(runId);
		if (!lock)
			throw new AssayError("RUN_BUSY", `a process is working on run ${runId}, so it was not deleted`, {
				hint: "wait for it, or stop that process first",
			});
		let isDeleted = false;
		try {
			await before();
			await this.#medium.deleteRun(runId);
			isDeleted = true;
		} finally {
			await lock.release(isDeleted);
		}
	}

	async calls(runId: string): Promise<CallRecord[]> {
		return callRecordsOf(await this.#medium.callDatabase(() => this.#medium.calls.rows(runId), 0));
	}

	async children(runId: string): Promise<{ name: string; run: RunRecord; log: LoggedStep[] }[]> {
		// A child has no lock of its own. A process that works on its parent works on it, too.
		const isHeld = (await this.#medium.locks.held()).has(runId);
		const rows = await this.#medium.childRows(runId);
		return Promise.all(
			rows.map(async (row) => {
				return { name: childNameOf(row.config), run: runRecordOf(row, isHeld), log: await this.log(row.runId) };
			}),
		);
	}

	async close(): Promise<void> {
		if (this.#closing.signal.aborted) return;
		this.#closing.abort(new AssayError("STORE_CLOSED", `${this.where} was closed while it worked on a run`));
		await this.#medium.close();
	}

	async #find(prefix: string): Promise<RunRecord[]> {
		// The locks are read first. A run that ends in between then counts as ended, never as interrupted.
		const heldRuns = await this.#medium.locks.held();
		const rows = await this.#medium.runRows(prefix);
		return rows.map((row) => runRecordOf(row, heldRuns.has(row.runId)));
	}
}

function isFinished(run: RunRecord): boolean {
	return run.status === "completed" || run.status === "failed";
}

function recordOrThrow(run: RunRecord): RunRecord {
	if (run.failure) throw errorOf(run.failure);
	return run;
}

function runRecordOf(row: RunRow, isHeld: boolean): RunRecord {
	const { runId: id, createdAt } = row;
	const status = statusOf(row, isHeld);
	const failure = status === "failed" ? readFailure(row.error) : undefined;
	return {
		...{ id, status, createdAt, input: unpackColumn(row.input) },
		...(row.finishedAt ? { finishedAt: row.finishedAt } : {}),
		...(status === "completed" ? { output: unpackColumn(row.output) } : {}),
		...(failure ? { error: failure.message, failure } : {}),
	};
}

function statusOf({ status: recorded, isQueued }: RunRow, isHeld: boolean): RunStatus {
	if (recorded === "completed" || recorded === "succeeded") return "completed";
	if (recorded === "failed" || recorded === "canceled") return "failed";
	if (isHeld) return "running";
	return isQueued ? "queued" : "interrupted";
}
