import { fork } from "node:child_process";
import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { minimalEnvironment } from "../../base/environment.ts";
import { siblingScript } from "../../base/sibling-script.ts";
import { EmbeddingPool } from "../vectors/embedding-pool.ts";
import { createVectorWriter, verifyModelOnce, windowJobs, windowsWithoutVector } from "./pending-windows.ts";
import type { ProgressReporter } from "./progress.ts";

/** Embeds the windows of an index: those of the passages that a search needs, or all. */
export class IndexEmbedder {
	readonly #db: DatabaseSync;
	readonly #pool = new EmbeddingPool();
	/** Time that is left for embedding, in ms. */
	#leftMs: number;
	/** Searches embed one after another, so that a text that two of them need is embedded once. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(db: DatabaseSync, ms: number) {
		this.#db = db;
		this.#leftMs = ms;
	}

	/** Number of texts. */
	get texts(): number {
		return Number(this.#db.prepare("select count(distinct embedded) as n from windows").get()?.n);
	}

	/** Number of texts without a vector. */
	get missing(): number {
		return windowsWithoutVector(this.#db).length;
	}

	/**
	 * Embeds the windows without vectors of some passages (ids), or of all. Returns false when the time for it is over. Rejects with
	 * the signal's reason, or when the model cannot be used.
	 */
	embed(passages: readonly number[] | undefined, progress?: ProgressReporter, signal?: AbortSignal): Promise<boolean> {
		const next = this.#last.then(() => this.#embedMissing(passages, progress, signal));
		this.#last = next.catch(() => {});
		return next;
	}

	close(): void {
		this.#pool.close();
	}

	async #embedMissing(
		passages: readonly number[] | undefined,
		progress: ProgressReporter | undefined,
		signal: AbortSignal | undefined,
	): Promise<boolean> {
		signal?.throwIfAborted();
		const missing = windowsWithoutVector(this.#db, passages);
		if (missing.length === 0) return true;
		if (this.#leftMs <= 0) return false;
		verifyModelOnce(this.#db);
		progress?.begin("embedding", missing.length);
		const time = AbortSignal.timeout(Math.ceil(Math.min(this.#leftMs, timerMax)));
		const began = performance.now();
		const vectors = createVectorWriter(this.#db, (count) => progress?.step(count));
		try {
			const halt = signal ? AbortSignal.any([signal, time]) : time;
			await this.#pool.embedAll(windowJobs(this.#db, missing), vectors.take, halt);
			return true;
		} catch (error) {
			signal?.throwIfAborted();
			if (!time.aborted) throw error;
			return false;
		} finally {
			vectors.end();
			this.#leftMs -= performance.now() - began;
		}
	}
}

/** The longest that a timer waits, in ms. */
const timerMax = 2 ** 31 - 1;

/**
 * Starts a child process of low priority that embeds the texts of the index at `path` until it is done or stopped. Its errors are
 * ignored, because the index is a cache.
 */
export function startBackgroundEmbedding(path: string): { stop(): void } {
	const child = fork(fileURLToPath(siblingScript("./filler", import.meta.url)), [path], {
		stdio: ["ignore", "ignore", "ignore", "ipc"],
		env: minimalEnvironment(),
		execArgv: ["--no-warnings"],
	});
	child.on("error", () => {});
	child.unref();
	child.channel?.unref();
	return { stop: () => void child.kill("SIGKILL") };
}
