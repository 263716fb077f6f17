import { UsageError } from "../base/errors.ts";
import type { Store } from "../store/store.ts";
import { parseCampaignInput } from "./campaign/campaign-input.ts";
import { pulseRunsOf } from "./campaign/pulse-runs.ts";
import { assertNoEvaluation } from "./run-named.ts";
import { loadLogSoFar } from "./survey-so-far.ts";
import { type TraceLine, traceOverview, traceStep } from "./trace-words.ts";

/** The steps of a run, or one of them. Throws `UsageError` `RUN_UNKNOWN`, `RUN_AMBIGUOUS`, `RUN_IS_CAMPAIGN`, `RUN_IS_EVALUATION` or `STEP_UNKNOWN`. */
export async function traceOf(store: Store, id: string, step: number | undefined): Promise<TraceLine[]> {
	const run = await store.run(id);
	assertNoEvaluation(run);
	if (parseCampaignInput(run.input)) throw await campaignHasNoSteps(store, run.id, step);
	const { log, state } = await loadLogSoFar(store, run.id);
	return step === undefined
		? traceOverview(state, run.status, log)
		: traceStep(state, step, log, await store.calls(run.id));
}

/** Names the traces of the pulses. */
async function campaignHasNoSteps(store: Store, id: string, step: number | undefined): Promise<UsageError> {
	const short = (runId: string) => runId.slice(0, 8);
	const pulses = await pulseRunsOf(store, id);
	const wanted = step === undefined ? "" : ` --step ${step}`;
	const commands = pulses.map(({ n, runId }) => `pulse ${n}: assay trace ${short(runId)}${wanted}`);
	return new UsageError("RUN_IS_CAMPAIGN", `${short(id)} is a campaign: its steps are those of its pulses`, {
		hint: commands.length === 0 ? "it has begun no pulse yet" : commands.join("; "),
	});
}
