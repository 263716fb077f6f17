import type { Outcome } from "../../evidence/outcome.ts";
import type { Spending } from "../../evidence/spending.ts";
import type { PulseDecision, PulseFigures } from "../../reasoning/pulse.ts";
import type { LoggedStep, RunRecord } from "../../store/store.ts";
import type { JsonOutput } from "../report/output.ts";
import type { CampaignInput } from "./campaign-input.ts";
import type { PulseRun } from "./pulse-runs.ts";

/** Pulses of a campaign, at most. */
export const pulsesMax = 20;
/** Pulses of a campaign unless the user says otherwise. */
export const pulsesDefault = 3;

/** A finished pulse, as the campaign's log keeps it. */
export interface PulseRecord extends PulseFigures {
	/** Its run: `assay show ID`. Empty if it could not begin. */
	runId: string;
	/** What it was to find out beside its objective. */
	focus: string[];
	stopReason?: string | undefined;
	outcome?: Outcome | undefined;
	/** Why it failed; the campaign ends with it. */
	error?: string | undefined;
	/** USD, of requests whose price is known, and the number of requests. */
	usd: number;
	calls: number;
	/** Every page that it read. `isNew`: no earlier pulse did. */
	sources: { url: string; title: string; isNew: boolean }[];
}

/** A campaign as far as it is. */
export interface Campaign {
	id: string;
	status: RunRecord["status"];
	createdAt: Date;
	input: CampaignInput;
	/** Each finished pulse with the decision after it, which may still be missing. */
	pulses: { pulse: PulseRecord; decision?: PulseDecision | undefined }[];
	/** The runs of all pulses, the one in flight included. */
	runs: PulseRun[];
	/** The judge's own requests; absent without a model. */
	judging?: Spending | undefined;
	error?: string | undefined;
}

/** A campaign with the report of all its pulses. */
export interface CampaignResult {
	campaign: Campaign;
	/** What `--json` prints. */
	output: CampaignOutput;
	/** The course of the campaign, then the report of all pulses. */
	markdown: string;
	/** The folder of its files. */
	files: string;
	/** As for a run; 1 while the campaign is unfinished. */
	exitCode: 0 | 1 | 3 | 4;
}

/** The object that `assay campaign … --json` prints. */
export interface CampaignOutput {
	version: 1;
	id: string;
	status: Campaign["status"];
	question: string;
	pulsesMost: number;
	maxCostUsd?: number | undefined;
	/** USD and requests of all pulses and of the judge. */
	cost: number;
	calls: number;
	/** Of all pulses. */
	steps: number;
	/** The pulse that has not ended; absent between two pulses and at the end. */
	current?: (Omit<PulseRun, "runId"> & { id: string }) | undefined;
	pulses: (Omit<PulseRecord, "runId"> & { id: string; decision?: PulseDecision | undefined })[];
	/** Every page of the campaign, with the numbers of the pulses that read it. */
	inventory: { url: string; title: string; pulses: number[] }[];
	/** The merged report, as `assay --json` prints one; absent before the first pulse has ended. */
	report?: JsonOutput | undefined;
}

export const pulseStep = (n: number) => `pulse:${n}`;
export const judgeStep = (n: number) => `judge:${n}`;

/** The finished pulses and decisions of a campaign's log. */
export function pulsesOf(log: readonly LoggedStep[]): Campaign["pulses"] {
	const outputs = new Map(log.map(({ name, output }) => [name, output]));
	const pulses: Campaign["pulses"] = [];
	for (let n = 1; outputs.has(pulseStep(n)); n++)
		pulses.push({
			pulse: outputs.get(pulseStep(n)) as unknown as PulseRecord,
			decision: outputs.get(judgeStep(n)) as unknown as PulseDecision | undefined,
		});
	return pulses;
}

/** A campaign whose last pulse has ended is finished, also if that run ended while the campaign was not at work. `most`: its pulses at most. */
export function campaignStatus<Status extends string>(
	status: Status,
	most: number,
	runs: readonly { n?: number | undefined; status: string }[],
): Status | "completed" {
	const isLastEnded = runs.some((one) => one.n === most && one.status === "completed");
	return status === "interrupted" && isLastEnded ? "completed" : status;
}
