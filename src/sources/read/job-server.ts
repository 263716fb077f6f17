/**
 * The child side of a `ChildPool`. What it reads can make it hang, run out of memory or crash. The process then ends, and the file
 * or page is reported and skipped; the parent loses nothing that it needs.
 */
import { endWithParent } from "../../base/end-with-parent.ts";
import { messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";

export interface JobRequest<Job> {
	id: number;
	job: Job;
}
export type JobResponse<Result> = { id: number; result: Result } | { id: number; reason: string };

/** Serves the parent's jobs. The message of an error that `work` throws is the reason why a job failed. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
	// The parser can block this thread for ever, so another thread ends the process when its parent (first argument) is gone or its
	// memory exceeds the limit.
	endWithParent(Number(process.argv[2]), limits.pdfMemoryMb * 1024 * 1024);

	process.on("disconnect", () => process.exit(0));
	process.on("message", ({ id, job }: JobRequest<Job>) => {
		void work(job)
			.then(
				(result): JobResponse<Result> => ({ id, result }),
				(error: unknown): JobResponse<Result> => ({ id, reason: messageOf(error) }),
			)
			.then((answer) => process.send?.(answer));
	});
}

/** Returns a document whose text is small enough to be sent and stored. Throws an Error whose message is the reason. */
export function checkTextSize<T extends { text: string }>(draft: T): T {
	if (draft.text.length <= limits.documentBytes) return draft;
	throw new Error(`its text is larger than ${limits.documentBytes / 1_000_000} MB`);
}
