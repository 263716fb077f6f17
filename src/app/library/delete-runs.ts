import { rm } from "node:fs/promises";
import { join } from "node:path";
import { AssayError, messageOf, UsageError } from "../../base/errors.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { parseRunInput } from "../run.ts";
import { pagesOfRun } from "./pages-of-run.ts";

/** What the deletion of runs removed, or would remove. */
export interface DeletedRuns {
	/** Ids, newest first. */
	runs: string[];
	/** Stored pages that no other run has read, and their size in bytes. */
	pages: number;
	bytes: number;
	/** Runs that are as old, but not finished: they are kept. */
	unfinished: string[];
}

/**
 * Deletes a run: its files, the stored pages that no other run has read, its investigators and its log. The log comes last, so a run
 * whose deletion was interrupted is still listed and can be deleted again. `out`: where the files of runs are written now.
 * Throws `RUN_BUSY` when a process works on the run, and `FILES_NOT_DELETED`.
 */
async function deleteRun(store: Store, run: RunRecord, out: string): Promise<DeletedRuns> {
	const deleted = { pages: 0, bytes: 0 };
	await store.delete(run.id, async () => {
		const { pages, bytes } = await deletePages(store, new Set([run.id]), false);
		Object.assign(deleted, { pages, bytes });
		for (const folder of new Set([out, parseRunInput(run.input)?.out ?? out])) await deleteFiles(join(folder, run.id));
	});
	return { runs: [run.id], ...deleted, unfinished: [] };
}

/** As `deleteRun`. The runs of an evaluation go before it, so that an interrupted deletion can be repeated. */
export async function deleteWithRuns(store: Store, run: RunRecord, out: string): Promise<DeletedRuns> {
	const own = (await store.runs()).filter(({ input }) => parseRunInput(input)?.evaluatedBy?.evaluation === run.id);
	let [pages, bytes] = [0, 0];
	for (const one of [...own, run]) {
		const deleted = await deleteRun(store, one, out);
		pages += deleted.pages;
		bytes += deleted.bytes;
	}
	return { runs: [run, ...own].map(({ id }) => id), pages, bytes, unfinished: [] };
}

/** A campaign shows the reports of its pulses. Throws `UsageError` `RUN_IS_PULSE` while the campaign of a pulse is there. */
export async function assertNoPulse(store: Store, run: RunRecord): Promise<void> {
	const pulse = parseRunInput(run.input)?.pulseOf;
	if (!pulse || !(await store.runs()).some(({ id }) => id === pulse.campaign)) return;
	const campaign = pulse.campaign.slice(0, 8);
	throw new UsageError(
		"RUN_IS_PULSE",
		`${run.id.slice(0, 8)} is pulse ${pulse.pulse} of campaign ${campaign}, which shows it`,
		{
			hint: `delete the campaign first: assay delete ${campaign}`,
		},
	);
}

/** Deletes the finished and the failed runs that ended more than `olderMs` ago. `dryRun` only counts. */
export async function cleanUpRuns(store: Store, olderMs: number, out: string, dryRun: boolean): Promise<DeletedRuns> {
	const before = Date.now() - olderMs;
	const old = (await store.runs()).filter((run) => (run.finishedAt ?? run.createdAt).getTime() < before);
	const ended = old.filter(({ status }) => status === "completed" || status === "failed");
	const unfinished = old.filter((run) => !ended.includes(run)).map(({ id }) => id);
	const runs = ended.map(({ id }) => id);
	if (dryRun) {
		const { pages, bytes } = await deletePages(store, new Set(runs), true);
		return { runs, pages, bytes, unfinished };
	}
	let [pages, bytes] = [0, 0];
	for (const run of ended) {
		const deleted = await deleteRun(store, run, out);
		pages += deleted.pages;
		bytes += deleted.bytes;
	}
	return { runs, pages, bytes, unfinished };
}

/** Deletes the stored pages that only these runs have read. A page that another run reads meanwhile stays. */
async function deletePages(store: Store, ids: ReadonlySet<string>, dryRun: boolean) {
	const before = new Date();
	const only = new Set<string>();
	const keep = new Set<string>();
	for (const { id } of await store.runs())
		for (const hash of await pagesOfRun(store, id)) (ids.has(id) ? only : keep).add(hash);
	return store.pages.cleanup({ before, keep, only, dryRun });
}

async function deleteFiles(folder: string): Promise<void> {
	try {
		await rm(folder, { recursive: true, force: true });
	} catch (cause) {
		throw new AssayError("FILES_NOT_DELETED", `could not delete ${folder}: ${messageOf(cause)}`, {
			hint: "the run is kept; with permission to change that folder, delete it again",
			cause,
		});
	}
}
