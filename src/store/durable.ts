import { AssayError, UsageError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import type { CallRecord } from "../evidence/call.ts";
import { openCalls, recordsOf } from "./calls.ts";
import { childNameOf, openChildren } from "./children.ts";
import { Watch } from "./crashes.ts";
import { createRun, engine, executeRun } from "./engine.ts";
import { errorOf, readFailure } from "./failure.ts";
import { damagedStep } from "./faults.ts";
import type { Medium, RunRow } from "./medium.ts";
import { unpack, unpackColumn } from "./pack.ts";
import type { OnWait } from "./patience.ts";
import { type Recorder, readRecorded } from "./recorder.ts";
import type { LoggedStep, PageStore, RunBody, RunContext, RunRecord, RunStatus, Store } from "./store.ts";

/** The lock that `create` holds while it looks for an equal run and makes one. It has the form of a run's id, but no run has this id. */
const creation = "0".repeat(16);

/** A store on either storage backend. */
export class DurableStore implements Store {
	readonly where: string;
	readonly pages: PageStore;
	readonly #medium: Medium;
	readonly #closing = new AbortController();

	constructor(medium: Medium) {
		this.#medium = medium;
		this.where = medium.where;
		this.pages = medium.pages;
	}

	onWait(listener: OnWait): void {
		this.#medium.patience.onWait = listener;
	}

	async create(input: Json, same?: (run: RunRecord) => boolean): Promise<string> {
		if (!same) return this.#create(input);
		// Without the lock, e.g. when a stopped process holds it, the worst result is a second run.
		const lock = await this.#medium.locks.acquire(creation);
		try {
			const there = (await this.#find("")).find((run) => !isFinished(run) && same(run));
			return there?.id ?? (await this.#create(input));
		} finally {
			await lock?.release(false);
		}
	}

	async #create(input: Json): Promise<string> {
		const runId = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
		await this.#medium.attempt(() => createRun(this.#medium.backend(runId), input), 0);
		return runId;
	}

	async execute(runId: string, body: RunBody, signal?: AbortSignal): Promise<RunRecord> {
		signal?.throwIfAborted();
		const before = await this.run(runId);
		if (isFinished(before)) return ending(before);
		const lock = await this.#medium.locks.acquire(before.id);
		if (!lock) {
			throw new AssayError("RUN_BUSY", `another process is working on run ${before.id}`, {
				hint: "wait for it, or stop that process first",
			});
		}
		let finished = false;
		try {
			const now = await this.run(before.id);
			finished = isFinished(now);
			if (finished) return ending(now);
			await this.#moveDamaged(now.id);
			const lost = new AbortController();
			lock.onLost(() => {
				lost.abort(
					new AssayError("RUN_BUSY", `another process took over run ${before.id} while the database was away`),
				);
			});
			const signals = [this.#closing.signal, lost.signal, ...(signal ? [signal] : [])];
			const failed = await this.#work(now, body, AbortSignal.any(signals));
			finished = true;
			if (failed) throw failed.error;
			return await this.run(before.id);
		} finally {
			await lock.release(finished);
		}
	}

	/** Throws `STEP_DAMAGED` when it moved any steps: the user should know that resuming the run does them again. */
	async #moveDamaged(runId: string): Promise<void> {
		const { names, folder } = await this.#medium.moveDamaged(runId);
		if (names.length === 0) return;
		const what = names.length === 1 ? "a step" : `${names.length} steps`;
		throw new AssayError(
			"STEP_DAMAGED",
			`the record of ${what} of run ${runId} in ${this.#medium.logAt} could not be read, and was moved to ${folder}: ${names.join(", ")}`,
			{ hint: "only that is done again", keepsRun: true },
		);
	}

	async #work(run: RunRecord, body: RunBody, signal: AbortSignal): Promise<{ error: unknown } | undefined> {
		const { id: runId, createdAt, input } = run;
		const attempt = <T>(call: () => Promise<T>) => this.#medium.attempt(call, limits.databaseAwayMs);
		const places = await attempt(() => this.#medium.calls.places(runId));
		const upSince = await attempt(() => this.#medium.upSince());
		const watch = new Watch(places.filter(({ isAnswered }) => isAnswered).length, upSince);
		const extras = (recorder: Recorder): Pick<RunContext, "calls" | "child"> => {
			const calls = openCalls(this.#medium.calls, runId, recorder, watch);
			return { calls, child: openChildren({ runId, medium: this.#medium, recorder, calls, watch }) };
		};
		const { workflow } = engine;
		const backend = this.#medium.backend(runId);
		return executeRun({ runId, workflow, createdAt, input, body, signal, backend, attempt, watch, extras });
	}

	async runs(): Promise<RunRecord[]> {
		return this.#find("");
	}

	async run(idOrPrefix: string): Promise<RunRecord> {
		const prefix = idOrPrefix.trim().toLowerCase();
		const found = /^[0-9a-f]+$/.test(prefix) ? await this.#find(prefix) : [];
		const [first, second] = found;
		if (!first) {
			throw new UsageError("RUN_UNKNOWN", `no run ${JSON.stringify(idOrPrefix)} in ${this.where}`, {
				hint: "list the runs with: assay list",
			});
		}
		if (second) {
			const ids = found.slice(0, 5).map((run) => run.id);
			throw new UsageError("RUN_AMBIGUOUS", `${found.length} runs begin with ${prefix}: ${ids.join(", ")}`, {
				hint: "give more digits of the run's id",
			});
		}
		return first;
	}

	async log(runId: string, kinds?: readonly string[]): Promise<LoggedStep[]> {
		const rows = await this.#medium.stepRows(runId, kinds);
		return rows
			.map(({ output: recorded, ...step }) => {
				try {
					const { n, v } = readRecorded(recorded);
					return { n, step: { ...step, output: unpack(v) } };
				} catch (error) {
					throw damagedStep(step.name, runId, this.#medium.logAt, error);
				}
			})
			.sort((a, b) => a.n - b.n)
			.map(({ step }) => step);
	}

	async isDelivered(runId: string): Promise<boolean> {
		return this.#medium.isDelivered(runId);
	}

	async markDelivered(runId: string): Promise<void> {
		await this.#medium.attempt(() => this.#medium.markDelivered(runId), 0);
	}

	async calls(runId: string): Promise<CallRecord[]> {
		return recordsOf(await this.#medium.attempt(() => this.#medium.calls.rows(runId), 0));
	}

	async children(runId: string): Promise<{ name: string; run: RunRecord; log: LoggedStep[] }[]> {
		// A child has no lock of its own. A process that works on its parent works on it, too.
		const isHeld = (await this.#medium.locks.held()).has(runId);
		const rows = await this.#medium.childRows(runId);
		return Promise.all(
			rows.map(async (row) => {
				return { name: childNameOf(row.config), run: recordOf(row, isHeld), log: await this.log(row.runId) };
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
		const held = await this.#medium.locks.held();
		const rows = await this.#medium.runRows(prefix);
		return rows.map((row) => recordOf(row, held.has(row.runId)));
	}
}

function isFinished(run: RunRecord): boolean {
	return run.status === "completed" || run.status === "failed";
}

function ending(run: RunRecord): RunRecord {
	if (run.failure) throw errorOf(run.failure);
	return run;
}

function recordOf(row: RunRow, isHeld: boolean): RunRecord {
	const { runId: id, createdAt } = row;
	const status = statusOf(row.status, isHeld);
	const failure = status === "failed" ? readFailure(row.error) : undefined;
	return {
		...{ id, status, createdAt, input: unpackColumn(row.input) },
		...(row.finishedAt ? { finishedAt: row.finishedAt } : {}),
		...(status === "completed" ? { output: unpackColumn(row.output) } : {}),
		...(failure ? { error: failure.message, failure } : {}),
	};
}

function statusOf(recorded: string, isHeld: boolean): RunStatus {
	if (recorded === "completed" || recorded === "succeeded") return "completed";
	if (recorded === "failed" || recorded === "canceled") return "failed";
	return isHeld ? "running" : "interrupted";
}
