import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { plainEnvironment } from "../../base/environment.ts";
import { limits } from "../../base/limits.ts";
import { Unreadable } from "./decode.ts";
import type { Draft } from "./draft.ts";
import type { WebDraft } from "./web/page.ts";
import type { WebBytes } from "./web/read.ts";
import type { ReadAnswer, ReadJob } from "./worker.ts";

interface Lane {
	child: ChildProcess | undefined;
	busy: boolean;
}

/** Child processes that read what could take a parser down. None is started before it is needed. */
export class ReaderPool {
	readonly #lanes: Lane[];
	readonly #waiting: (() => void)[] = [];
	#jobs = 0;

	constructor(size: number) {
		this.#lanes = Array.from({ length: size }, () => ({ child: undefined, busy: false }));
	}

	/** Reads a file in a child. Throws `Unreadable` with the reason when it cannot be read within the limits. */
	async read(path: string, kind: "html" | "pdf", signal?: AbortSignal): Promise<Draft> {
		return this.#read({ id: ++this.#jobs, path, kind }, signal);
	}

	/** Reads what came from the web in a child. Throws as `read`. */
	async readWeb(web: WebBytes, signal?: AbortSignal): Promise<WebDraft> {
		return this.#read({ id: ++this.#jobs, web }, signal);
	}

	async #read(job: ReadJob, signal: AbortSignal | undefined): Promise<WebDraft> {
		const lane = await this.#free();
		try {
			signal?.throwIfAborted();
			lane.child ??= startReader();
			return await this.#ask(lane, lane.child, job, signal);
		} finally {
			lane.busy = false;
			this.#waiting.shift()?.();
		}
	}

	/** Ends the children. */
	close(): void {
		for (const lane of this.#lanes) {
			lane.child?.kill("SIGKILL");
			lane.child = undefined;
		}
	}

	async #free(): Promise<Lane> {
		for (;;) {
			const lane = this.#lanes.find((each) => !each.busy);
			if (lane) {
				lane.busy = true;
				return lane;
			}
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	#ask(lane: Lane, child: ChildProcess, job: ReadJob, signal: AbortSignal | undefined): Promise<WebDraft> {
		return new Promise((resolve, reject) => {
			const settle = (done: () => void, end = false) => {
				clearTimeout(timer);
				child.off("message", onMessage);
				child.off("exit", onExit);
				child.off("error", onExit);
				signal?.removeEventListener("abort", onAbort);
				if (end) {
					child.kill("SIGKILL");
					lane.child = undefined;
				}
				done();
			};
			const onMessage = (answer: ReadAnswer) => {
				if (answer.id !== job.id) return;
				settle(() => ("draft" in answer ? resolve(answer.draft) : reject(new Unreadable(answer.reason))));
			};
			const onExit = () =>
				settle(
					() => reject(new Unreadable(`it took its reader down (over ${limits.pdfMemoryMb} MB, or a fault in it)`)),
					true,
				);
			const onAbort = () => settle(() => reject(signal?.reason), true);
			const ms = "web" in job && job.web.kind !== "pdf" ? limits.pageParseMs : limits.pdfMs;
			const timer = setTimeout(
				() => settle(() => reject(new Unreadable(`it could not be read within ${ms / 1_000} s`)), true),
				ms,
			);
			child.on("message", onMessage);
			child.on("exit", onExit);
			child.on("error", onExit);
			signal?.addEventListener("abort", onAbort, { once: true });
			child.send(job, (error) => {
				if (error) onExit();
			});
		});
	}
}

function startReader(): ChildProcess {
	const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
	const child = fork(fileURLToPath(script), [String(process.pid)], {
		serialization: "advanced",
		stdio: ["ignore", "ignore", "ignore", "ipc"],
		env: plainEnvironment(),
		execArgv: [`--max-old-space-size=${limits.pdfMemoryMb}`, "--no-warnings"],
	});
	child.unref();
	child.channel?.unref();
	return child;
}
