import { spendingOf } from "../../evidence/spending.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { type RunOutput, stopReasonOf, storedOutcome } from "../run.ts";
import { loadState } from "../run-log.ts";
import type { Campaign, PulseRecord } from "./campaign.ts";
import type { PulseRun } from "./pulse-runs.ts";
import { type PulseTask, pulseFigures } from "./pulses.ts";

/** What a campaign keeps of a pulse that has ended. `state`: of its run, if that was completed; `earlier`: of the pulses before it. */
export async function pulseRecord(
	store: Store,
	record: RunRecord | undefined,
	n: number,
	task: PulseTask,
	state: ResearchState | undefined,
	earlier: readonly ResearchState[],
): Promise<PulseRecord> {
	const { usd, calls } = record ? spendingOf(await store.calls(record.id)) : { usd: 0, calls: 0 };
	const figures = state
		? pulseFigures(n, task, state, earlier)
		: { n, objective: task.objective, newFacts: 0, newOrigins: 0, newPages: 0, gaps: [], followUps: [], sources: [] };
	return {
		...{ reported: false, ...figures, runId: record?.id ?? "", focus: task.focus, usd, calls },
		...(state
			? { stopReason: stopReasonOf(state), outcome: storedOutcome(record?.output as Partial<RunOutput>) }
			: { error: record?.error ?? "what is left of the cost limit does not pay for another pulse" }),
	};
}

/**
 * The pulse whose run has ended while the campaign was not at work (`assay resume RUN`): the campaign's log does not have it yet. Undefined
 * if there is none. `pulses`: those of the log.
 */
export async function endedMeanwhile(
	store: Store,
	question: string,
	pulses: Campaign["pulses"],
	runs: readonly PulseRun[],
): Promise<PulseRecord | undefined> {
	const n = pulses.length + 1;
	const ended = runs.find((one) => one.n === n && one.status === "completed");
	if (!ended) return undefined;
	const decision = pulses.at(-1)?.decision;
	const task: PulseTask = { objective: decision?.objective ?? question, focus: decision?.focus ?? [] };
	const completed = pulses.filter(({ pulse }) => pulse.error === undefined);
	const earlier = await Promise.all(completed.map(({ pulse }) => loadState(store, pulse.runId)));
	const state = await loadState(store, ended.runId);
	return pulseRecord(store, await store.run(ended.runId), n, task, state, earlier);
}
