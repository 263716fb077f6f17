import type { Json } from "../base/json.ts";
import type { Outcome } from "../evidence/outcome.ts";
import type { Spending } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { UserMessage } from "../evidence/user-message.ts";
import type { NeededInput } from "../research/input-needed.ts";
import type { RunRecord } from "../store/store.ts";
import { campaignStatus } from "./campaign/campaign.ts";
import { parseCampaignInput } from "./campaign/campaign-input.ts";
import { parseEvaluationInput } from "./evaluation/record.ts";
import type { OptionsInput } from "./options/schema.ts";
import { parseRunInput, type RunInput, type RunOutput, stopReasonOf, storedOutcome } from "./run.ts";
import { type ShownPass, shownPassOf } from "./survey-so-far.ts";
import type { QueuePlace } from "./workers/queue-place.ts";

/** The command that began a run; `pulse`: a campaign began it. `unknown`: it is of another program. */
export type RunKind =
	| "research"
	| "ask"
	| "extend"
	| "monitor"
	| "campaign"
	| "pulse"
	| "evaluation"
	| "evaluated"
	| "unknown";

/** A run as a list shows it. */
export interface RunSummary {
	id: string;
	/** `waiting`: for what `needed` holds. */
	status: RunRecord["status"] | "waiting";
	createdAt: Date;
	question: string;
	kind: RunKind;
	/** The id of the run or campaign that an `ask`, `extend`, `monitor`, `pulse` or `evaluated` run belongs to. */
	of?: string | undefined;
	/** The number of a pulse. */
	pulse?: number | undefined;
	/** Of a campaign: its pulses at most. */
	pulsesMost?: number | undefined;
	/** What the run waits for. */
	needed?: NeededInput | undefined;
	shape?: string | undefined;
	stopReason?: string | undefined;
	/** Of a completed run. */
	outcome?: Outcome | undefined;
	/** Of a run that waits for a worker; absent in a list. */
	queue?: QueuePlace | undefined;
	/** Messages that the run has not taken yet; absent in a list. */
	waiting?: UserMessage[] | undefined;
	steps: number;
	sources: number;
	error?: string | undefined;
	/** The passes of a survey; absent in a list. */
	passes?: ShownPass[] | undefined;
	/** Spending on models; absent in a list. */
	spending?: Spending | undefined;
	state?: ResearchState | undefined;
	/** Of a completed run, as in `RunResult`; absent in a list. */
	exitCode?: 0 | 3 | 4 | undefined;
	files?: string | undefined;
}

/** The model options of a run, as a user would give them. */
export function modelsOfRun(input: RunInput | undefined): OptionsInput {
	const model = input?.options.model;
	if (!model) return {};
	const { lead, utility, reviewer, baseUrl } = model;
	return {
		...{ model: lead, utilityModel: utility },
		...(reviewer === undefined ? {} : { reviewModel: reviewer }),
		...(baseUrl === undefined ? {} : { baseUrl }),
	};
}

/**
 * The runs as a list shows them: the steps and pages of a campaign or an evaluation are the sums of its runs, and those of an evaluation,
 * which may be hundreds, stand for themselves only once it is deleted. `runs`: all runs of a store.
 */
export function withTotals(runs: readonly RunSummary[]): RunSummary[] {
	const parts = Map.groupBy(runs, ({ kind, of }) => (kind === "pulse" || kind === "evaluated" ? of : undefined));
	const isShown = ({ kind, of }: RunSummary) => kind !== "evaluated" || !runs.some(({ id }) => id === of);
	return runs.filter(isShown).map((run) => {
		const own = parts.get(run.id) ?? [];
		const sum = (of: (part: RunSummary) => number) => own.reduce((all, part) => all + of(part), 0);
		if (own.length === 0) return run;
		const pulses = own.map(({ pulse, status }) => ({ n: pulse, status }));
		const status = campaignStatus(run.status, run.pulsesMost ?? Number.POSITIVE_INFINITY, pulses);
		return { ...run, status, steps: sum(({ steps }) => steps), sources: sum(({ sources }) => sources) };
	});
}

export function runSummaryOf(run: RunRecord): RunSummary {
	const output = (run.output ?? {}) as Partial<RunOutput>;
	return {
		id: run.id,
		status: run.status,
		createdAt: run.createdAt,
		...identityOf(run.input),
		shape: output.shape,
		stopReason: output.stopReason,
		outcome: storedOutcome(output),
		steps: output.turns ?? 0,
		sources: output.sources ?? 0,
		error: run.error,
	};
}

/** What a run is: its question, and the run that it belongs to. */
function identityOf(stored: Json): Pick<RunSummary, "question" | "kind" | "of" | "pulse" | "pulsesMost"> {
	const campaign = parseCampaignInput(stored);
	if (campaign) return { question: campaign.question, kind: "campaign", pulsesMost: campaign.pulses };
	const evaluation = parseEvaluationInput(stored);
	if (evaluation) return { question: evaluation.suite, kind: "evaluation" };
	const run = parseRunInput(stored);
	if (!run) return { question: "(not a research run)", kind: "unknown" };
	const { question, pulseOf, evaluatedBy } = run;
	const { earlier, from } = run.options;
	if (pulseOf) return { question, kind: "pulse", of: pulseOf.campaign, pulse: pulseOf.pulse };
	if (evaluatedBy) return { question, kind: "evaluated", of: evaluatedBy.evaluation };
	if (earlier) return { question, kind: earlier.purpose, of: earlier.monitored ?? earlier.id };
	return from === undefined ? { question, kind: "research" } : { question, kind: "ask", of: from };
}

/** A run's question after what the run is: `extends 1a2b3c4d: When was it built?` */
export function runTitle({
	question,
	kind,
	of = "",
	pulse,
}: Pick<RunSummary, "question" | "kind" | "of" | "pulse">): string {
	const id = of.slice(0, 8);
	const words: Partial<Record<RunKind, string>> = {
		campaign: "campaign",
		evaluation: "evaluation",
		evaluated: `evaluated by ${id}`,
		pulse: `pulse ${pulse} of ${id}`,
		extend: `extends ${id}`,
		monitor: `look at ${id}`,
		ask: `question to ${id}`,
	};
	const what = words[kind];
	return what === undefined ? question : `${what}: ${question}`;
}

/** The status of an unfinished run that waits for its user. One that a process works on, or that failed, does not wait. */
export function waitingFor({ status }: RunRecord, needed: NeededInput | undefined): Partial<RunSummary> {
	return status === "interrupted" && needed ? { status: "waiting", needed } : {};
}

export function stateSummaryOf(state: ResearchState, status: RunRecord["status"]): Partial<RunSummary> {
	return {
		shape: state.route?.shape,
		stopReason: stopReasonOf(state),
		steps: state.turns.length,
		sources: state.sources.length,
		...(state.passes ? { passes: state.passes.map((pass) => shownPassOf(pass, status)) } : {}),
		state,
	};
}
