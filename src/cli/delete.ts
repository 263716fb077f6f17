import type { Config } from "../app/config.ts";
import type { App, DeletedRuns, RunSummary } from "../app/index.ts";
import { runTitle } from "../app/run-summary.ts";
import { UsageError } from "../base/errors.ts";
import { pluralize } from "../base/text.ts";
import type { CommonFlags, ParsedCommand } from "./program.ts";
import { askYesNo, canAsk } from "./terminal/ask.ts";
import { jsonText, print, say } from "./terminal/output.ts";
import { oneLine, truncate } from "./terminal/text.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";

/** Width of a question in a list of what will be deleted. Cells. */
const questionWidthMax = 80;

/** `assay delete ID…`. On a terminal it asks first. Returns the exit code. */
export async function deleteRuns(
	{ ids, yes, force, flags }: ParsedCommand & { command: "delete" },
	config: Config,
): Promise<number> {
	return withApp(config, async (app) => {
		const shown = await Promise.all(ids.map((id) => app.find(id)));
		const runs = [...new Map(shown.map((run) => [run.id, run])).values()];
		const looks = force ? [] : looksThatStay(await app.list(), runs);
		const asks = canAsk(flags) && !yes;
		if (looks.length > 0 && !asks) throw isMonitored(looks);
		for (const run of asks ? runs : []) say(runLine(run));
		if (looks.length > 0) say(["  a monitor depends on it:", ...looks.map(runLine)].join("\n"));
		const question = `Delete ${pluralize(runs.length, "run")} with all files? [y/N] `;
		if (!(await isAllowed(question, yes, flags))) return 1;
		const deleted: DeletedRuns = { runs: [], pages: 0, bytes: 0, unfinished: [] };
		for (const { id } of runs) {
			const one = await app.delete(id);
			deleted.runs.push(...one.runs);
			deleted.pages += one.pages;
			deleted.bytes += one.bytes;
		}
		if (flags.json) await print(jsonText(deleted));
		else await print(`deleted ${amountWords(deleted)}\n`);
		return 0;
	});
}

/** The looks of a monitor at runs that will be deleted, which are not deleted with them. */
function looksThatStay(all: readonly RunSummary[], runs: readonly RunSummary[]): RunSummary[] {
	const ids = new Set(runs.map(({ id }) => id));
	return all.filter(({ id, kind, of }) => kind === "monitor" && of !== undefined && ids.has(of) && !ids.has(id));
}

function isMonitored(looks: readonly RunSummary[]): UsageError {
	const of = shortId(looks[0]?.of ?? "");
	const ids = looks.map(({ id }) => shortId(id)).join(" ");
	return new UsageError(
		"RUN_IS_MONITORED",
		`a monitor depends on ${of}: ${pluralize(looks.length, "look")} at it (${ids})`,
		{
			hint: `to delete the looks too: assay delete ${of} ${ids}; to delete it alone: assay delete ${of} --force`,
		},
	);
}

/** `assay cleanup`: old stored pages, or old runs. Returns the exit code. */
export async function cleanup(
	{ olderMs, runs, yes, dryRun, flags }: ParsedCommand & { command: "cleanup" },
	config: Config,
): Promise<number> {
	return withApp(config, async (app) => {
		if (runs) return cleanUpRuns(app, { olderMs, yes, dryRun }, flags);
		const deleted = await app.cleanup(olderMs, dryRun);
		const { pages, bytes, left } = deleted;
		if (flags.json) await print(jsonText({ ...deleted, dryRun }));
		else
			await print(
				`${dryRun ? "would delete" : "deleted"} ${pageWords(pages, bytes)} not read for ${ageWords(olderMs)}; ${left} stay\n`,
			);
		return 0;
	});
}

async function cleanUpRuns(
	app: App,
	{ olderMs, yes, dryRun }: { olderMs: number; yes: boolean; dryRun: boolean },
	flags: CommonFlags,
): Promise<number> {
	const old = await app.cleanupRuns(olderMs, true);
	const what = `${pluralize(old.runs.length, "run")} that ended more than ${ageWords(olderMs)} ago`;
	const question = `Delete ${what}, with all files? [y/N] `;
	if (!dryRun && old.runs.length > 0 && !(await isAllowed(question, yes, flags))) return 1;
	const deleted = dryRun ? old : await app.cleanupRuns(olderMs, false);
	if (flags.json) await print(jsonText({ ...deleted, dryRun }));
	else {
		const kept = deleted.unfinished.length === 0 ? "" : `; ${deleted.unfinished.length} unfinished stay`;
		await print(
			`${dryRun ? "would delete" : "deleted"} ${amountWords(deleted)} that ended more than ${ageWords(olderMs)} ago${kept}\n`,
		);
		if (dryRun && old.runs.length > 0) await print(`${old.runs.map(shortId).join(" ")}\n`);
	}
	return 0;
}

/** Without a terminal the command itself is the consent, as with `rm`. */
async function isAllowed(question: string, yes: boolean, flags: CommonFlags): Promise<boolean> {
	if (yes || !canAsk(flags) || (await askYesNo(question))) return true;
	say("nothing was deleted");
	return false;
}

function runLine(run: RunSummary): string {
	const { id, status, createdAt } = run;
	const when = createdAt.toISOString().slice(0, 10);
	return `  ${shortId(id)}  ${when}  ${status}  ${truncate(oneLine(runTitle(run)), questionWidthMax)}`;
}

function amountWords({ runs, pages, bytes }: DeletedRuns): string {
	return `${pluralize(runs.length, "run")} and ${pageWords(pages, bytes)}`;
}

function pageWords(pages: number, bytes: number): string {
	return `${pluralize(pages, "page")} (${(bytes / 1e6).toFixed(1)} MB)`;
}

/** `30 days`, `12 hours`. */
function ageWords(ms: number): string {
	const hours = Math.round(ms / 3_600_000);
	return hours % 24 === 0 ? pluralize(hours / 24, "day") : pluralize(hours, "hour");
}
