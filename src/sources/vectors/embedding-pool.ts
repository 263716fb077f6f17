import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { minimalEnvironment } from "../../base/environment.ts";
import { siblingScript } from "../../base/sibling-script.ts";
import type { EmbedJob, EmbedResult } from "./worker.ts";

/** Maximum number of children, one per core; each holds the model. */
const childrenMax = 4;
/** Texts queued per child, so that it never waits. */
const queuedPerChild = 4;

interface EmbeddingChild {
	child: ChildProcess;
	open: Map<number, { resolve: (vector: Float32Array) => void; reject: (reason: unknown) => void }>;
}

/** Child processes that embed texts. Each starts when it is first needed; `close` ends them. */
export class EmbeddingPool {
	readonly #size = Math.max(1, Math.min(childrenMax, availableParallelism()));
	#children: EmbeddingChild[] = [];
	#ids = 0;

	/** Embeds texts. Calls `onVector` for each, in the order in which they are done. Rejects with the signal's reason. */
	async embedAll<T extends { text: string }>(
		jobs: Iterable<T>,
		onVector: (job: T, vector: Float32Array) => void,
		signal?: AbortSignal,
	): Promise<void> {
		const feed = jobs[Symbol.iterator]();
		let failed: unknown;
		const slot = async () => {
			for (let next = feed.next(); !next.done && failed === undefined; next = feed.next()) {
				signal?.throwIfAborted();
				onVector(next.value, await this.#embed(next.value.text, signal));
			}
		};
		const slots = Array.from({ length: this.#size * queuedPerChild }, () =>
			slot().catch((error: unknown) => {
				failed ??= error;
			}),
		);
		await Promise.all(slots);
		signal?.throwIfAborted();
		if (failed !== undefined) throw failed;
	}

	/** Ends the children; their open jobs are rejected. */
	close(): void {
		for (const { child } of this.#children) child.kill("SIGKILL");
	}

	#embed(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
		return new Promise((resolve, reject) => {
			const lane = this.#leastBusy();
			const id = ++this.#ids;
			const onAbort = () => settle(() => reject(signal?.reason));
			const settle = (done: () => void) => {
				lane.open.delete(id);
				signal?.removeEventListener("abort", onAbort);
				done();
			};
			lane.open.set(id, {
				resolve: (vector) => settle(() => resolve(vector)),
				reject: (reason) => settle(() => reject(reason)),
			});
			signal?.addEventListener("abort", onAbort, { once: true });
			lane.child.send({ id, text } satisfies EmbedJob, (error) => {
				if (error) lane.open.get(id)?.reject(error);
			});
		});
	}

	/** An idle child, a new one while there are fewer than cores, or the least busy one. */
	#leastBusy(): EmbeddingChild {
		const idle = this.#children.find(({ open }) => open.size === 0);
		if (idle) return idle;
		if (this.#children.length < this.#size) return this.#start();
		return this.#children.reduce((least, lane) => (lane.open.size < least.open.size ? lane : least));
	}

	#start(): EmbeddingChild {
		const lane: EmbeddingChild = { child: startChild(), open: new Map() };
		const fail = (reason: unknown) => {
			this.#children = this.#children.filter((each) => each !== lane);
			for (const { reject } of [...lane.open.values()]) reject(reason);
		};
		lane.child.on("exit", (code, by) => fail(new Error(`the embedding process ended (${by ?? code})`)));
		lane.child.on("error", fail);
		lane.child.on("message", (answer: EmbedResult) => {
			const pending = lane.open.get(answer.id);
			if ("error" in answer) pending?.reject(new Error(answer.error));
			else pending?.resolve(answer.vector);
		});
		this.#children.push(lane);
		return lane;
	}
}

function startChild(): ChildProcess {
	return fork(fileURLToPath(siblingScript("./worker", import.meta.url)), [], {
		serialization: "advanced",
		stdio: ["ignore", "ignore", "ignore", "ipc"],
		env: minimalEnvironment(),
		execArgv: ["--no-warnings"],
	});
}
