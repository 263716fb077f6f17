import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { minimalEnvironment } from "../../base/environment.ts";
import { limits } from "../../base/limits.ts";
import type { Answer, Question } from "./child.ts";
import { Unreadable } from "./decode.ts";

interface Lane {
	child: ChildProcess | undefined;
	busy: boolean;
	/** Ends the child when it has been idle for a while. */
	idle: NodeJS.Timeout | undefined;
}

/** Child processes that read documents, which could take a parser down. Each starts when it is first needed. */
export class ChildPool<Job, Result> {
	readonly #script: string;
	readonly #lanes: Lane[];
	readonly #waiting: (() => void)[] = [];
	#jobs = 0;

	/** `script` is the program of a child, which calls `serveJobs`. */
	constructor(script: URL, size: number) {
		this.#script = fileURLToPath(script);
		this.#lanes = Array.from({ length: size }, () => ({ child: undefined, busy: false, idle: undefined }));
	}

	/**
	 * Runs a job in a child for at most `ms`. Throws `UnreadableError` with the reason when the limits of time or memory are
	 * exceeded, or the signal's reason.
	 */
	async ask(job: Job, ms: number, signal?: AbortSignal): Promise<Result> {
		const lane = await this.#free();
		try {
			signal?.throwIfAborted();
			if (!lane.child?.connected) lane.child = startReader(this.#script);
			return await this.#ask(lane, lane.child, { id: ++this.#jobs, job }, ms, signal);
		} finally {
			lane.busy = false;
			lane.idle = setTimeout(() => endChild(lane), limits.readerIdleMs).unref();
			this.#waiting.shift()?.();
		}
	}

	/** Ends the children. */
	close(): void {
		for (const lane of this.#lanes) endChild(lane);
	}

	async #free(): Promise<Lane> {
		for (;;) {
			const lane = this.#lanes.find((each) => !each.busy);
			if (lane) {
				lane.busy = true;
				clearTimeout(lane.idle);
				return lane;
			}
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	#ask(
		lane: Lane,
		child: ChildProcess,
		question: Question<Job>,
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
				if (end) endChild(lane);
				done();
			};
			const onMessage = (answer: Answer<Result>) => {
				if (answer.id !== question.id) return;
				settle(() => ("result" in answer ? resolve(answer.result) : reject(new Unreadable(answer.reason))));
			};
			const onExit = () =>
				settle(
					() => reject(new Unreadable(`it took its reader down (over ${limits.pdfMemoryMb} MB, or a fault in it)`)),
					true,
				);
			const onAbort = () => settle(() => reject(signal?.reason), true);
			const timer = setTimeout(
				() => settle(() => reject(new Unreadable(`it could not be read within ${ms / 1_000} s`)), true),
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

function endChild(lane: Lane): void {
	lane.child?.kill("SIGKILL");
	lane.child = undefined;
}

function startReader(script: string): ChildProcess {
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
