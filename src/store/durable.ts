import type { Backend } from "openworkflow/internal";
import { AssayError, messageOf, UsageError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import type { CallRecord } from "../evidence/call.ts";
import { createRun, executeRun } from "./engine.ts";
import { errorOf, readFailure } from "./failure.ts";
import type { RunLocks } from "./locks.ts";
import { unpack } from "./pack.ts";
import { readRecorded } from "./recorder.ts";
import type { LoggedStep, PageStore, RunBody, RunRecord, RunStatus, Store } from "./store.ts";

/** A row of the engine's table of runs; the run's id is the engine's namespace. JSON columns are parsed. */
export interface RunRow {
	runId: string;
	status: string;
	createdAt: Date;
	finishedAt: Date | null;
	input: unknown;
	output: unknown;
	error: unknown;
}

/** A recorded row of the engine's table of step attempts. */
export interface StepRow {
	name: string;
	startedAt: Date;
	finishedAt: Date;
	output: unknown;
}

/** What differs between SQLite in a folder and Postgres. Its calls throw `AssayError`s only. */
export interface Medium {
	where: string;
	pages: PageStore;
	locks: RunLocks;
	/** The engine's view of one namespace. */
	backend(runId: string): Backend;
	/**
	 * Makes a database call, again while another process has the file, and for `awayMs` while the server is away: such a call
	 * may have been carried out without an answer, so it must bear being made twice.
	 */
	attempt<T>(call: () => Promise<T>, awayMs: number): Promise<T>;
	/** Runs whose id begins with `prefix` (hex digits or nothing), newest first. */
	runRows(prefix: string): Promise<RunRow[]>;
	stepRows(runId: string): Promise<StepRow[]>;
	close(): Promise<void>;
}

/** Held while one of two equal starts makes their run. An id of the locks' kind that no run has. */
const creation = "0".repeat(16);

/** A store over either medium. */
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

	async create(input: Json, same?: (run: RunRecord) => boolean): Promise<string> {
		if (!same) return this.#create(input);
		// Without the lock, e.g. when a stopped process sits on it, the worst that happens is a second run.
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

	async #work(run: RunRecord, body: RunBody, signal: AbortSignal): Promise<{ error: unknown } | undefined> {
		const { id: runId, createdAt, input } = run;
		const attempt = <T>(call: () => Promise<T>) => this.#medium.attempt(call, limits.databaseAwayMs);
		return executeRun({ runId, createdAt, input, body, signal, backend: this.#medium.backend(runId), attempt });
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

	async log(runId: string): Promise<LoggedStep[]> {
		const rows = await this.#medium.stepRows(runId);
		return rows
			.map(({ name, startedAt, finishedAt, output }) => ({ name, startedAt, finishedAt, ...readRecorded(output) }))
			.sort((a, b) => a.n - b.n)
			.map(({ name, startedAt, finishedAt, v }) => ({ name, startedAt, finishedAt, output: unpack(v) }));
	}

	async calls(): Promise<CallRecord[]> {
		return [];
	}

	async children(): Promise<{ name: string; run: RunRecord; log: LoggedStep[] }[]> {
		return [];
	}

	async close(): Promise<void> {
		if (this.#closing.signal.aborted) return;
		this.#closing.abort(new AssayError("STORE_CLOSED", `${this.where} was closed while it worked on a run`));
		await this.#medium.close();
	}

	async #find(prefix: string): Promise<RunRecord[]> {
		// The locks first: a run that ends in between is then shown as ended, never as interrupted.
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

function unpackColumn(recorded: unknown): Json {
	try {
		return unpack(String(recorded));
	} catch (error) {
		throw new AssayError("STORE_CORRUPT", `a run's record is unreadable (${messageOf(error)})`, { cause: error });
	}
}
