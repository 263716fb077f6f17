import { type Spending, spendingOf } from "../../evidence/spending.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { spendingSoFar } from "../follow-run.ts";
import { parseRunInput, type RunOutput } from "../run.ts";
import { loadProgress } from "../run-log.ts";

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
