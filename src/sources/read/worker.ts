/**
 * The child process that reads HTML and PDF of folders, and all that comes from the web. It may be made to hang, to run out of
 * memory or to crash by what it reads; then it ends, and the file or page is named and skipped. Nothing it needs outlives it.
 */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { messageOf } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { decode } from "./decode.ts";
import type { Draft } from "./draft.ts";
import type { WebDraft } from "./web/page.ts";
import type { WebBytes } from "./web/read.ts";

export type ReadJob = { id: number } & ({ path: string; kind: "html" | "pdf" } | { web: WebBytes });
export type ReadAnswer = { id: number; draft: WebDraft } | { id: number; reason: string };

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
		const draft = "web" in job ? await webDraft(job.web) : await fileDraft(job.path, job.kind);
		if (draft.text.length <= limits.documentBytes) return { id: job.id, draft };
		return { id: job.id, reason: `its text is larger than ${limits.documentBytes / 1_000_000} MB` };
	} catch (error) {
		return { id: job.id, reason: messageOf(error) };
	}
}

async function fileDraft(path: string, kind: "html" | "pdf"): Promise<Draft> {
	const bytes = await readFile(path);
	if (kind === "pdf") return (await import("./pdf.ts")).readPdf(bytes);
	return (await import("./html.ts")).readHtml(decode(bytes, true));
}

async function webDraft(web: WebBytes): Promise<WebDraft> {
	return (await import("./web/read.ts")).readWeb(web);
}
