import type { CampaignResult } from "../app/campaign/campaign.ts";
import type { Config } from "../app/config.ts";
import type { App, Hooks } from "../app/index.ts";
import type { CommonFlags } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { renderForTerminal } from "./terminal/markdown.ts";
import { jsonText, printAll, say } from "./terminal/output.ts";
import { createPaint } from "./terminal/paint.ts";
import { terminalSize } from "./terminal/size.ts";
import { oneLine } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** Begins or resumes a campaign with progress, and shows it once it has ended. Returns the exit code. */
export async function workOnCampaign(
	title: string,
	config: Config,
	flags: CommonFlags,
	commandState: CommandState,
	work: (app: App, hooks: Hooks) => Promise<CampaignResult>,
): Promise<number> {
	const result = await runWithProgress(commandState, { config, flags, title }, work);
	await showCampaign(result, config, flags);
	return result.exitCode;
}

/** Shows a campaign: its course and its report on standard output, where its files are on standard error. */
export async function showCampaign(result: CampaignResult, config: Config, flags: CommonFlags): Promise<void> {
	if (flags.json) {
		await printAll(jsonText(result.output));
		return;
	}
	const { stdout } = process;
	const text = stdout.isTTY
		? renderForTerminal(result.markdown, terminalSize(stdout).columns, createPaint(stdout, config.color), undefined)
		: result.markdown;
	await printAll(text);
	if (flags.quiet) return;
	const { campaign, output } = result;
	const { id, status } = campaign;
	// A campaign is followed by the run that it works on.
	const followed = status === "running" ? output.current?.id : undefined;
	const next =
		status === "interrupted"
			? `Go on  assay resume ${shortId(id)}`
			: followed && `Follow assay watch ${shortId(followed)}`;
	const report = [`Files  ${oneLine(result.files)}`, `Again  assay campaign show ${shortId(id)}`];
	say(["", ...(output.report === undefined ? [] : report), ...(next ? [next] : [])].join("\n"));
}
