import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scrub } from "../../base/scrub.ts";
import { oneLine, pluralize } from "../../base/text.ts";
import { spendingOf } from "../../evidence/spending.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { mergeRuns } from "../../research/survey/merge-runs.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import { formatDollars } from "../report/spending-words.ts";
import { exitCodeOf } from "../run.ts";
import { writeRunFiles } from "../run-files.ts";
import { loadState } from "../run-log.ts";
import {
	type Campaign,
	type CampaignOutput,
	type CampaignResult,
	campaignStatus,
	type PulseRecord,
	pulsesOf,
} from "./campaign.ts";
import { campaignInputOf } from "./campaign-input.ts";
import { endedMeanwhile } from "./pulse-record.ts";
import { type PulseRun, pulseRunsOf } from "./pulse-runs.ts";

/** The campaign of a record, from its log. Throws `CAMPAIGN_UNKNOWN`. */
async function loadCampaign(store: Store, record: RunRecord): Promise<Campaign> {
	const { id, status, createdAt, error } = record;
	const input = campaignInputOf(record);
	const judging = input.options.model ? { judging: spendingOf(await store.calls(id)) } : {};
	const logged = pulsesOf(await store.log(id));
	const ended = logged.map(({ pulse }) => pulse);
	const runs = await pulseRunsOf(store, id, ended);
	const meanwhile = await endedMeanwhile(store, input.question, logged, runs);
	const pulses = meanwhile ? [...logged, { pulse: meanwhile }] : logged;
	return { id, status: campaignStatus(status, input.pulses, runs), createdAt, input, pulses, runs, ...judging, error };
}

/** A campaign's course without the report of all pulses, for which their evidence would have to be merged. Throws `CAMPAIGN_UNKNOWN`. */
export async function campaignCourse(store: Store, record: RunRecord): Promise<CampaignOutput> {
	return outputOf(await loadCampaign(store, record));
}

/**
 * A campaign as one: its course, and the report of all pulses that have ended, with one list of sources. Writes the report's files,
 * `campaign.md` and `campaign.json` into its folder below `out`; with `toRead` a folder that cannot be written is no error.
 */
export async function campaignResult(
	store: Store,
	record: RunRecord,
	out: string,
	toRead: boolean,
): Promise<CampaignResult> {
	const campaign = await loadCampaign(store, record);
	const state = await mergedState(store, campaign);
	const files = join(out, record.id);
	if (!state) {
		const output = outputOf(campaign);
		return { campaign, output, markdown: courseOf(campaign), files, exitCode: 1 };
	}
	const written = await writeRunFiles(files, record, state, store.pages, [], {
		toRead,
		pulses: campaign.runs.map(({ runId }) => runId),
	});
	const output: CampaignOutput = { ...outputOf(campaign), report: written.output };
	const markdown = `${courseOf(campaign)}\n${written.markdown}`;
	if (!written.unwritten) await writeCourse(files, markdown, output);
	return { campaign, output, markdown, files, exitCode: campaign.status === "completed" ? exitCodeOf(state) : 1 };
}

/** The state of all pulses that have ended, as if one run had done their work; undefined if none has ended. Throws `CAMPAIGN_UNKNOWN`. */
export async function mergedPulses(store: Store, record: RunRecord): Promise<ResearchState | undefined> {
	return mergedState(store, await loadCampaign(store, record));
}

async function mergedState(store: Store, { pulses, input }: Campaign): Promise<ResearchState | undefined> {
	const runs = await Promise.all(
		pulses
			.filter(({ pulse }) => pulse.error === undefined)
			.map(async ({ pulse }) => ({ objective: pulse.objective, state: await loadState(store, pulse.runId) })),
	);
	return runs.length === 0 ? undefined : mergeRuns(input.question, runs, store.pages);
}

async function writeCourse(files: string, markdown: string, output: CampaignOutput): Promise<void> {
	await mkdir(files, { recursive: true });
	await writeFile(join(files, "campaign.md"), scrub(markdown));
	await writeFile(join(files, "campaign.json"), scrub(`${JSON.stringify(output, null, "\t")}\n`));
}

/** The pulse that the campaign's log does not have yet. */
function currentPulse({ pulses, runs }: Campaign): PulseRun | undefined {
	return runs.find(({ runId }) => !pulses.some(({ pulse }) => pulse.runId === runId));
}

/** Whether no process works on a campaign, none of its runs is left unfinished, and another pulse may follow. */
function isBetween(campaign: Campaign): boolean {
	return campaign.status === "interrupted" && campaign.pulses.length > 0 && !currentPulse(campaign);
}

function outputOf(campaign: Campaign): CampaignOutput {
	const { id, status, input, pulses, judging, runs } = campaign;
	const { runId: currentId = "", ...current } = currentPulse(campaign) ?? {};
	const inventory = new Map<string, CampaignOutput["inventory"][number]>();
	for (const { pulse } of pulses)
		for (const { url, title } of pulse.sources) {
			const known = inventory.get(url) ?? { url, title, pulses: [] };
			inventory.set(url, { ...known, pulses: [...known.pulses, pulse.n] });
		}
	const cap = input.options.model?.maxCostUsd;
	return {
		...{ version: 1, id, status, question: input.question, pulsesMost: input.pulses },
		...(cap === undefined ? {} : { maxCostUsd: cap }),
		cost: runs.reduce((sum, { usd }) => sum + usd, judging?.usd ?? 0),
		calls: runs.reduce((sum, { calls }) => sum + calls, judging?.calls ?? 0),
		steps: runs.reduce((sum, { steps }) => sum + steps, 0),
		...("n" in current ? { current: { id: currentId, ...current } } : {}),
		pulses: pulses.map(({ pulse: { runId, ...pulse }, decision }) => ({ id: runId, ...pulse, decision })),
		inventory: [...inventory.values()],
	};
}

const decisionWords = { continue: "goes on", change: "changes course", end: "ends" } as const;

/** The course of a campaign as Markdown: each pulse with its objective, what it added, and the decision after it. */
function courseOf(campaign: Campaign): string {
	const { id, status, input, pulses, error } = campaign;
	const { cost, calls, steps, inventory } = outputOf(campaign);
	const current = currentPulse(campaign);
	const read = campaign.runs.reduce((sum, { sources }) => sum + sources, 0);
	const ended = pulses.flatMap(({ pulse, decision }) => [
		`${pulse.n}. **${escaped(pulse.objective)}** (run ${pulse.runId.slice(0, 8)}${pulse.stopReason ? `, ${pulse.stopReason}` : ""})`,
		...(pulse.focus.length > 0 ? [`   - To fill: ${escaped(pulse.focus.join("; "))}`] : []),
		pulse.error === undefined
			? `   - ${pluralize(pulse.newFacts, "new fact")} from ${pluralize(pulse.newPages, "new page")} of ${pluralize(pulse.newOrigins, "new origin")}; ${pluralize(pulse.sources.length, "page")} read; ${leftWords(pulse)}; ${formatDollars(pulse.usd)}`
			: `   - Failed: ${escaped(pulse.error)}`,
		...(decision ? [`   - The campaign ${decisionWords[decision.decision]}: ${escaped(decision.reason)}`] : []),
	]);
	const lines = [...ended, ...(current ? currentLines(current) : [])];
	const pages = `${pluralize(read, "page")} read${read === inventory.length || current ? "" : `, ${inventory.length} different`}`;
	return [
		`*Campaign ${id.slice(0, 8)}, ${statusWords[status]}${isBetween(campaign) ? ` after pulse ${pulses.length}` : ""}: ${pluralize(campaign.runs.length, "pulse")} of at most ${input.pulses}, ${pluralize(steps, "step")}, ${pages}, ${formatDollars(cost)}, ${pluralize(calls, "request")} to models*`,
		...(pulses.length === 0 ? [`Question: ${escaped(input.question)}`, "No pulse has ended yet."] : []),
		...(lines.length > 0 ? [lines.join("\n")] : []),
		...(error ? [`Error: ${escaped(error)}`] : []),
		"",
	].join("\n\n");
}

/** What a pulse left: gaps, and the core sub-questions that are open for another reason, such as a low certainty. */
function leftWords({ gaps, core = [] }: PulseRecord): string {
	const open = core.filter((one) => one.open !== undefined).length;
	const questions = open === 0 ? "" : `, ${pluralize(open, "core sub-question")} open`;
	return `${pluralize(gaps.length, "gap")} left${questions}`;
}

const statusWords = {
	queued: "queued",
	running: "in progress",
	interrupted: "interrupted",
	completed: "finished",
	failed: "failed",
} as const;

function currentLines({ n, objective, runId, status, steps, sources, usd }: PulseRun): string[] {
	return [
		`${n}. **${escaped(objective)}** (run ${runId.slice(0, 8)}, ${statusWords[status]})`,
		`   - ${pluralize(steps, "step")}, ${pluralize(sources, "page")} read so far; ${formatDollars(usd)}`,
	];
}

/** One line in which no character of Markdown marks anything. */
function escaped(text: string): string {
	return oneLine(text).replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`);
}
