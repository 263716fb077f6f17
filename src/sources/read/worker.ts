/**
 * The child process that reads HTML and PDF for the corpus. It may be made to hang, to run out of memory or to crash by
 * what it reads; then it ends, and the file is named and skipped. Nothing it needs outlives it.
 */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { decode } from "./decode.ts";
import type { Draft } from "./draft.ts";

export type ReadJob = { id: number; path: string; kind: "html" | "pdf" };
export type ReadAnswer = { id: number; draft: Draft } | { id: number; reason: string };

// The parser can block this thread for ever, so another one ends the process when its parent (first argument) is gone or
// memory runs out.
const watchdog = `
setInterval(() => {
	if (process.ppid !== ${Number(process.argv[2])} || process.memoryUsage.rss() > ${limits.pdfMemoryMb * 1024 * 1024}) process.kill(process.pid, "SIGKILL");
}, 100);`;
new Worker(watchdog, { eval: true, execArgv: [] }).unref();

process.on("disconnect", () => process.exit(0));
process.on("message", (job: ReadJob) => {
	void answer(job).then((result) => process.send?.(result));
});

async function answer(job: ReadJob): Promise<ReadAnswer> {
	try {
		const bytes = await readFile(job.path);
		const draft = job.kind === "html" ? await htmlDraft(bytes) : await pdfDraft(bytes);
		if (draft.text.length <= limits.documentBytes) return { id: job.id, draft };
		return { id: job.id, reason: `its text is larger than ${limits.documentBytes / 1_000_000} MB` };
	} catch (error) {
		return { id: job.id, reason: messageOf(error) };
	}
}

async function htmlDraft(bytes: Uint8Array): Promise<Draft> {
	const { readHtml } = await import("./html.ts");
	return readHtml(decode(bytes, true));
}

async function pdfDraft(bytes: Uint8Array): Promise<Draft> {
	const { readPdf } = await import("./pdf.ts");
	return readPdf(bytes);
}
