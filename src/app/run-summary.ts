import type { Json } from "../base/json.ts";
import type { Outcome } from "../evidence/outcome.ts";
import type { Spending } from "../evidence/spending.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { UserMessage } from "../evidence/user-message.ts";
import type { RunRecord } from "../store/store.ts";
import { parseCampaignInput } from "./campaign/campaign.ts";
import type { OptionsInput } from "./options/schema.ts";
import { parseRunInput, type RunInput, type RunOutput, stopReasonOf, storedOutcome } from "./run.ts";

/** A run as a list shows it. */
export interface RunSummary {
	id: string;
	status: RunRecord["status"];
	createdAt: Date;
	question: string;
	shape?: string | undefined;
	stopReason?: string | undefined;
	/** Of a completed run. */
	outcome?: Outcome | undefined;
	/** Messages that the run has not taken yet; absent in a list. */
	waiting?: UserMessage[] | undefined;
	steps: number;
	sources: number;
	error?: string | undefined;
	/** Spending on models; absent in a list. */
	spending?: Spending | undefined;
	state?: ResearchState | undefined;
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

export function runSummaryOf(run: RunRecord): RunSummary {
	const output = (run.output ?? {}) as Partial<RunOutput>;
	return {
		id: run.id,
		status: run.status,
		createdAt: run.createdAt,
		question: questionOf(run.input),
		shape: output.shape,
		stopReason: output.stopReason,
		outcome: storedOutcome(output),
		steps: output.turns ?? 0,
		sources: output.sources ?? 0,
		error: run.error,
	};
}

/** The question of a run; of a campaign or a pulse with what it is. */
function questionOf(stored: Json): string {
	const campaign = parseCampaignInput(stored);
	if (campaign) return `campaign: ${campaign.question}`;
	const run = parseRunInput(stored);
	if (!run) return "(not a research run)";
	const { pulseOf, question } = run;
	return pulseOf ? `pulse ${pulseOf.pulse} of ${pulseOf.campaign.slice(0, 8)}: ${question}` : question;
}

export function stateSummaryOf(state: ResearchState): Partial<RunSummary> {
	return {
		shape: state.route?.shape,
		stopReason: stopReasonOf(state),
		steps: state.turns.length,
		sources: state.sources.length,
		state,
	};
}
