import type { RunRecord, Store } from "../store/store.ts";
import { parseRunInput } from "./run.ts";
import { loadNeededInput, loadProgress } from "./run-log.ts";
import { type RunSummary, runSummaryOf, waitingFor } from "./run-summary.ts";

/** A run for a list. The record of a completed run holds its summary; other runs need their log. */
export async function summarize(store: Store, run: RunRecord): Promise<RunSummary> {
	return run.status === "completed" ? runSummaryOf(run) : { ...runSummaryOf(run), ...(await progressOf(store, run)) };
}

/** How far a run is; empty where its log is unreadable, so that a list still shows the other runs. */
async function progressOf(store: Store, run: RunRecord): Promise<Partial<RunSummary>> {
	try {
		const { turns, ...reached } = await loadProgress(store, run.id);
		const { clarify, confirm } = parseRunInput(run.input)?.options ?? {};
		const needed = clarify || confirm ? await loadNeededInput(store, run.id) : undefined;
		return { ...reached, steps: turns, ...waitingFor(run, needed) };
	} catch {
		return {};
	}
}
