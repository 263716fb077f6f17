import { type Spending, spendingOf } from "../../evidence/spending.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { spendingSoFar } from "../follow-run.ts";
import { parseRunInput, type RunOutput, stopReasonOf, storedOutcome } from "../run.ts";
import { loadProgress, loadState } from "../run-log.ts";
import type { Campaign, PulseRecord } from "./campaign.ts";
import { type PulseTask, pulseFigures } from "./pulses.ts";

/** The run of a pulse, finished or not. */
export interface PulseRun {
	n: number;
	runId: string;
	/** Its question: what it is to find out. */
	objective: string;
	status: RunRecord["status"];
	steps: number;
	sources: number;
	/** USD, of requests whose price is known, and the number of requests. */
	usd: number;
	calls: number;
}

/**
 * The runs of a campaign's pulses, in order. The last may be one that the campaign's log does not have yet. `ended`: what the log says of
 * the others, whose ledgers are not read again.
 */
export async function pulseRunsOf(
	store: Store,
	campaignId: string,
	ended: readonly Pick<PulseRun, "runId" | "usd" | "calls">[] = [],
): Promise<PulseRun[]> {
	const spent = new Map(ended.map(({ runId, usd, calls }) => [runId, { usd, calls }]));
	const runs = (await store.runs()).flatMap((record): Promise<PulseRun>[] => {
		const input = parseRunInput(record.input);
		return input?.pulseOf?.campaign === campaignId
			? [pulseRunOf(store, record, input.pulseOf.pulse, input.question, spent.get(record.id))]
			: [];
	});
	return (await Promise.all(runs)).toSorted((a, b) => a.n - b.n);
}

async function pulseRunOf(
	store: Store,
	record: RunRecord,
	n: number,
	objective: string,
	spent: Pick<PulseRun, "usd" | "calls"> | undefined,
): Promise<PulseRun> {
	const { id: runId, status, output } = record;
	const reached = status === "completed" ? (output as unknown as Partial<RunOutput>) : await loadProgress(store, runId);
	const { usd, calls } = spent ?? (await spendingNow(store, record));
	const { turns: steps = 0, sources = 0 } = reached;
	return { n, runId, objective, status, steps, sources, usd, calls };
}

async function spendingNow(store: Store, { id, status }: RunRecord): Promise<Spending> {
	const records = await store.calls(id);
	return status === "running" ? spendingSoFar(records) : spendingOf(records);
}

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
