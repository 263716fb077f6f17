import { AssayError } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { type JudgePulseInput, judgePulseByRules, type PulseDecision } from "../../reasoning/pulse.ts";
import type { Reasoner } from "../../reasoning/reasoner.ts";
import type { RunContext, RunRecord, Store } from "../../store/store.ts";
import type { Hooks } from "../progress.ts";
import { parseRunInput, type RunInput } from "../run.ts";
import { loadState } from "../run-log.ts";
import { judgeStep, type PulseRecord, pulseStep } from "./campaign.ts";
import type { CampaignInput } from "./campaign-input.ts";
import { pulseRecord } from "./pulse-record.ts";
import { type PulseTask, pulseInput } from "./pulses.ts";

/** What a campaign needs of the program around it. */
export interface CampaignTools {
	store: Store;
	hooks: Hooks;
	/** Works on the run of a pulse until it ends. `existing`: the run, if it was begun before. */
	work(input: RunInput, existing: RunRecord | undefined): Promise<void>;
	/** The judge of a campaign with a model; undefined for rules. `first`: the run of the first pulse. */
	judge(run: RunContext, first: RunRecord | undefined): Promise<Pick<Reasoner, "judgePulse"> | undefined>;
	/** The newest report as text, for the judge. */
	reportText(state: ResearchState): string;
}

/**
 * Works on a campaign until it ends: one run for each pulse, then the judge's decision. A pulse is a run of its own and durable by
 * itself; the campaign's log keeps its figures and the decision, so a killed campaign goes on inside the pulse where it was.
 */
export async function runCampaign(run: RunContext, input: CampaignInput, tools: CampaignTools): Promise<Json> {
	const pulses: PulseRecord[] = [];
	const states: ResearchState[] = [];
	let task: PulseTask = { objective: input.question, focus: [] };
	for (let n = 1; n <= input.pulses; n++) {
		const { pulse, state } = await runPulse(run, input, n, task, { pulses, states }, tools);
		pulses.push(pulse);
		if (state) states.push(state);
		const decision = await decide(run, input, n, pulses, state, tools);
		const words = decision.objective === undefined ? "" : `; next: ${decision.objective}`;
		tools.hooks.onProgress({ type: "note", text: `pulse ${n}: ${decision.decision}, ${decision.reason}${words}` });
		if (decision.decision === "end" || decision.objective === undefined) break;
		task = { objective: decision.objective, focus: decision.focus };
	}
	return { pulses: pulses.length };
}

async function runPulse(
	run: RunContext,
	input: CampaignInput,
	n: number,
	task: PulseTask,
	earlier: { pulses: readonly PulseRecord[]; states: readonly ResearchState[] },
	{ store, hooks, work }: CampaignTools,
): Promise<{ pulse: PulseRecord; state?: ResearchState }> {
	const own = pulseInput(run.runId, input, n, task, earlier);
	const find = async () => (await store.runs()).find((one) => parseRunInput(one.input)?.key === own.key);
	let record = await find();
	if (record?.status !== "completed" && record?.status !== "failed") {
		hooks.onProgress({ type: "note", text: `pulse ${n} of at most ${input.pulses}: ${task.objective}` });
		// What was stored when it was begun counts: its limits were set then.
		const begun = record && parseRunInput(record.input);
		try {
			await work(begun ?? own, record);
		} catch (error) {
			record = await find();
			if (run.signal.aborted || (record?.status !== "failed" && !isTooCheap(error, n))) throw keptForLater(error);
		}
		record = await find();
	}
	const state = record?.status === "completed" ? await loadState(store, record.id) : undefined;
	const step = async () => (await pulseRecord(store, record, n, task, state, earlier.states)) as unknown as Json;
	const pulse = (await run.step(pulseStep(n), step)) as unknown as PulseRecord;
	return { pulse, ...(state ? { state } : {}) };
}

/** Whether what is left of the cost limit is too little for a further pulse. */
function isTooCheap(error: unknown, n: number): boolean {
	return n > 1 && error instanceof AssayError && error.code === "MAX_COST_TOO_SMALL";
}

/** An error that leaves the campaign as it is: it can be resumed when its cause is gone. */
function keptForLater(error: unknown): unknown {
	if (!(error instanceof AssayError) || error.keepsRun) return error;
	const { code, message, hint, exitCode } = error;
	return new AssayError(code, message, { hint, exitCode, cause: error, keepsRun: true });
}

async function decide(
	run: RunContext,
	input: CampaignInput,
	n: number,
	pulses: readonly PulseRecord[],
	state: ResearchState | undefined,
	{ store, judge, reportText }: CampaignTools,
): Promise<PulseDecision> {
	const work = async (signal: AbortSignal): Promise<Json> => {
		const error = pulses.at(-1)?.error;
		const isFinished = (await store.messages(run.runId)).length > 0;
		if (isFinished) return { decision: "end", reason: "you asked it to finish", focus: [] };
		if (error !== undefined) return { decision: "end", reason: `the pulse failed: ${error}`, focus: [] };
		const shown: JudgePulseInput = {
			question: input.question,
			pulses: pulses.map(({ n, objective, focus, newFacts, newOrigins, newPages, gaps, followUps, core, reported }) => {
				return { n, objective, focus, newFacts, newOrigins, newPages, gaps, followUps, core, reported };
			}),
			report: state ? reportText(state) : "",
			left: input.pulses - n,
		};
		// The last pulse leaves nothing to decide.
		const [first] = pulses;
		const byModel = n < input.pulses ? await judge(run, first && (await store.run(first.runId))) : undefined;
		const decision = byModel ? await byModel.judgePulse(shown, { signal }) : judgePulseByRules(shown);
		return decision as unknown as Json;
	};
	return (await run.step(judgeStep(n), work)) as unknown as PulseDecision;
}
