import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { minimalEnvironment } from "../../base/environment.ts";
import { limits } from "../../base/limits.ts";
import { UnreadableError } from "./decode.ts";
import type { JobRequest, JobResponse } from "./job-server.ts";

interface ChildSlot {
	child: ChildProcess | undefined;
	busy: boolean;
	/** Ends the child when it has been idle for a while. */
	idle: NodeJS.Timeout | undefined;
}

/** Child processes that read documents, which could take a parser down. Each starts when it is first needed. */
export class ChildPool<Job, Result> {
	readonly #script: string;
	readonly #slots: ChildSlot[];
	readonly #waiting: (() => void)[] = [];
	#jobs = 0;

	/** `script` is the program of a child, which calls `serveJobs`. */
	constructor(script: URL, size: number) {
		this.#script = fileURLToPath(script);
		this.#slots = Array.from({ length: size }, () => ({ child: undefined, busy: false, idle: undefined }));
	}

	/**
	 * Runs a job in a child for at most `ms`. Throws `UnreadableError` with the reason when the limits of time or memory are
	 * exceeded, or the signal's reason.
	 */
	async run(job: Job, ms: number, signal?: AbortSignal): Promise<Result> {
		const slot = await this.#acquireSlot();
		try {
			signal?.throwIfAborted();
			if (!slot.child?.connected) slot.child = startChild(this.#script);
			return await this.#runIn(slot, slot.child, { id: ++this.#jobs, job }, ms, signal);
		} finally {
			slot.busy = false;
			slot.idle = setTimeout(() => endChild(slot), limits.readerIdleMs).unref();
			this.#waiting.shift()?.();
		}
	}

	/** Ends the children. */
	close(): void {
		for (const slot of this.#slots) endChild(slot);
	}

	async #acquireSlot(): Promise<ChildSlot> {
		for (;;) {
			const slot = this.#slots.find((each) => !each.busy);
			if (slot) {
				slot.busy = true;
				clearTimeout(slot.idle);
				return slot;
			}
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	#runIn(
		slot: ChildSlot,
		child: ChildProcess,
		question: JobRequest<Job>,
		ms: number,
		signal: AbortSignal | undefined,
	): Promise<Result> {
		return new Promise((resolve, reject) => {
			const settle = (done: () => void, end = false) => {
				clearTimeout(timer);
				child.off("message", onMessage);
				child.off("exit", onExit);
				child.off("error", onExit);
				signal?.removeEventListener("abort", onAbort);
				if (end) endChild(slot);
				done();
			};
			const onMessage = (answer: JobResponse<Result>) => {
				if (answer.id !== question.id) return;
				settle(() => ("result" in answer ? resolve(answer.result) : reject(new UnreadableError(answer.reason))));
			};
			const onExit = () =>
				settle(
					() =>
						reject(new UnreadableError(`it took its reader down (over ${limits.pdfMemoryMb} MB, or a fault in it)`)),
					true,
				);
			const onAbort = () => settle(() => reject(signal?.reason), true);
			const timer = setTimeout(
				() => settle(() => reject(new UnreadableError(`it could not be read within ${ms / 1_000} s`)), true),
				ms,
			);
			child.on("message", onMessage);
			child.on("exit", onExit);
			child.on("error", onExit);
			signal?.addEventListener("abort", onAbort, { once: true });
			child.send(question, (error) => {
				if (error) onExit();
			});
		});
	}
}

function endChild(slot: ChildSlot): void {
	slot.child?.kill("SIGKILL");
	slot.child = undefined;
}

function startChild(script: string): ChildProcess {
	const child = fork(script, [String(process.pid)], {
		serialization: "advanced",
		stdio: ["ignore", "ignore", "ignore", "ipc"],
		env: minimalEnvironment(),
		execArgv: [`--max-old-space-size=${limits.pdfMemoryMb}`, "--no-warnings"],
	});
	child.unref();
	child.channel?.unref();
	return child;
}
