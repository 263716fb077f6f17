/**
 * The side of a child process of a `ChildPool`. It may be made to hang, to run out of memory or to crash by what it reads; then it
 * ends, and the file or page is named and skipped. Nothing that its parent needs is lost with it.
 */
import { Worker } from "node:worker_threads";

import { messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";

export interface Question<Job> {
	id: number;
	job: Job;
}
export type Answer<Result> = { id: number; result: Result } | { id: number; reason: string };

/** Answers the parent's jobs; what `work` throws is the reason why one was not done. */
export function answerJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
	// The parser can block this thread for ever, so another one ends the process when its parent (first argument) is gone or
	// memory runs out.
	const watchdog = `
setInterval(() => {
	if (process.ppid !== ${Number(process.argv[2])} || process.memoryUsage.rss() > ${limits.pdfMemoryMb * 1024 * 1024}) process.kill(process.pid, "SIGKILL");
}, 100);`;
	new Worker(watchdog, { eval: true, execArgv: [] }).unref();

	process.on("disconnect", () => process.exit(0));
	process.on("message", ({ id, job }: Question<Job>) => {
		void work(job)
			.then(
				(result): Answer<Result> => ({ id, result }),
				(error: unknown): Answer<Result> => ({ id, reason: messageOf(error) }),
			)
			.then((answer) => process.send?.(answer));
	});
}

/** A draft whose text is not too large to be sent and kept. Throws an Error whose message is the reason. */
export function checkedSize<T extends { text: string }>(draft: T): T {
	if (draft.text.length <= limits.documentBytes) return draft;
	throw new Error(`its text is larger than ${limits.documentBytes / 1_000_000} MB`);
}
