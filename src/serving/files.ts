import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { App, RunResult } from "../app/index.ts";
import { HttpFault } from "./fault.ts";

/** The files of a finished run that are served as they are, with their media types. */
export const runFiles = {
	"report.md": "text/markdown; charset=utf-8",
	"report.html": "text/html; charset=utf-8",
	"evidence.json": "application/json",
	"trace.json": "application/json",
	"calls.jsonl": "application/x-ndjson",
} as const;

export type RunFile = keyof typeof runFiles;

/** Throws `RUN_UNFINISHED` or `REPORT_MISSING`, and as `App.show`. */
export async function finishedRun(app: App, id: string): Promise<RunResult> {
	const shown = await app.show(id);
	if ("output" in shown) return shown;
	throw new HttpFault(
		409,
		"RUN_UNFINISHED",
		`run ${shown.id.slice(0, 8)} is ${shown.status}: it has no report yet`,
		`follow it: GET /api/runs/${shown.id}/events; go on with it: POST /api/runs/${shown.id}/resume`,
	);
}

/** The folders whose files this process has written: they never change. By run id. */
const writtenFolders = new WeakMap<App, Map<string, string>>();

/** A file of a finished run, or of its folder `pages`. Of a campaign: of the report of the pulses that have ended. */
export async function readRunFile(app: App, id: string, name: RunFile | `pages/${string}`): Promise<string> {
	const run = await app.find(id);
	const folders = writtenFolders.get(app) ?? new Map<string, string>();
	writtenFolders.set(app, folders);
	const folder = folders.get(run.id);
	const known = folder === undefined ? undefined : await readFile(join(folder, name), "utf8").catch(() => undefined);
	if (known !== undefined) return known;
	const isCampaign = await app.isCampaign(run.id);
	const { files, exitCode } = isCampaign ? await mergedRuns(app, run.id) : await writtenRun(app, run.id);
	// The report of a campaign grows until its last pulse has ended.
	if (!isCampaign || run.status === "completed") folders.set(run.id, files);
	try {
		return await readFile(join(files, name), "utf8");
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
		throw new HttpFault(
			404,
			"FILE_MISSING",
			`run ${id.slice(0, 8)} has no ${name}`,
			exitCode === 3 && name.startsWith("report")
				? "it found no evidence: evidence.json holds what was tried"
				: undefined,
		);
	}
}

async function writtenRun(app: App, id: string): Promise<RunResult> {
	const run = await finishedRun(app, id);
	if (run.unwritten) throw run.unwritten;
	return run;
}

async function mergedRuns(app: App, id: string) {
	const campaign = await app.showCampaign(id);
	if (campaign.output.report) return campaign;
	throw new HttpFault(409, "RUN_UNFINISHED", `no pulse of campaign ${id.slice(0, 8)} has ended: it has no report yet`);
}

/** The policy that an HTML file of a run states for itself, for its response: it allows the file's own script and style by hash. */
export function policyOf(html: string): string {
	const [, own = "default-src 'none'"] =
		/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html.slice(0, 2_000)) ?? [];
	return `${own}; frame-ancestors 'self'`;
}
