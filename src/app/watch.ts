import { setTimeout as sleep } from "node:timers/promises";
import type { CallRecord } from "../evidence/call.ts";
import { inPlanOrder, type ResearchEvent } from "../evidence/event.ts";
import { emptyState, fold, foldEvent } from "../evidence/fold.ts";
import { type Spending, spendingOf } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RunRecord, Store } from "../store/store.ts";
import { awaitedIn } from "./activity.ts";
import { eventsOf } from "./log.ts";
import type { Hooks } from "./progress.ts";

/** How often another process's log is looked at. ms */
const lookEvery = 300;
/** How often its ledger is: it holds all that was asked. ms */
const ledgerEvery = 1_500;

/** What a run has spent that a living process works on: what has no result yet is in flight. */
export function spentSoFar(calls: readonly CallRecord[]): Spending {
	return spendingOf(calls, new Set(calls.filter(({ result }) => !result)));
}

/** Follows a run's log until the run ends or no living process works on it; each event is shown once, in plan order per look. */
export async function follow(
	store: Store,
	runId: string,
	{ onProgress, signal }: Hooks,
): Promise<{ run: RunRecord; state: ResearchState }> {
	const events: ResearchEvent[] = [];
	let steps = 0;
	// What is shown on the way is folded once per event, in plan order per look; only what is given back needs the whole log's order.
	let shown = emptyState;
	let looked = Number.NEGATIVE_INFINITY;
	for (;;) {
		// The status first: what is recorded after it was read is seen on the next look, or was recorded before the end.
		const run = await store.run(runId);
		const log = await store.log(runId);
		const fresh = eventsOf(log.slice(steps));
		steps = log.length;
		events.push(...fresh);
		for (const event of inPlanOrder(fresh)) {
			shown = foldEvent(shown, event);
			onProgress({ type: "event", event, state: shown });
		}
		if (shown.options?.model && (fresh.length > 0 || performance.now() - looked >= ledgerEvery)) {
			const calls = await store.calls(runId);
			looked = performance.now();
			onProgress({ type: "spending", spending: spentSoFar(calls), capUsd: shown.options.model.maxCostUsd });
			onProgress({ type: "activity", text: awaitedIn(calls) ?? "" });
		}
		if (run.status !== "running") return { run, state: fold(events) };
		await sleep(lookEvery, undefined, { signal });
	}
}
