import { join } from "node:path";
import type { Config } from "../app/config.ts";
import type { App, RunResult } from "../app/index.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { AssayError } from "../base/errors.ts";
import { describeFailure } from "./failure.ts";
import { deliver } from "./present.ts";
import type { CommonFlags } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { offerSearch } from "./search-further.ts";
import { askLine, canAsk } from "./terminal/ask.ts";
import { openInBrowser } from "./terminal/open-in-browser.ts";
import { say } from "./terminal/output.ts";
import { oneLine } from "./terminal/text.ts";

/** A command instead of a question. They begin with a slash, as in the live view. */
async function command(typed: string, files: string): Promise<void> {
	const report = join(files, "report.html");
	if (typed !== "/report") say("type a question; or /report to open the report; an empty line ends");
	else if (!(await openInBrowser(report))) say(`open it yourself: ${oneLine(report)}`);
}

/**
 * Takes further questions on a run after its report, on a terminal, until an empty line. Each is answered as by `assay ask`; where the
 * pages that were read do not hold the answer, offers to search for it. A failure of one question is reported, and the next can be asked.
 */
export async function takeFollowUps(
	{ id, exitCode, files }: RunResult,
	{ followUps = true, vectors, maxCost, modelTimeout, modelParallel }: OptionsInput,
	commandState: CommandState,
	{ config, flags }: { config: Config; flags: CommonFlags },
): Promise<void> {
	if (!followUps || exitCode === 3 || flags.quiet || !canAsk(flags) || !process.stdout.isTTY) return;
	const options = { vectors, maxCost, modelTimeout, modelParallel };
	const show = (app: App, done: RunResult) => deliver(app, done, config, flags);
	for (;;) {
		say("");
		const question = await askLine("A further question, or /report to open the report (an empty line ends): ", {
			interrupt: "ends",
		});
		if (!question) return;
		if (/^\/\w*$/.test(question)) {
			await command(question, files);
			continue;
		}
		try {
			const shown = { config, flags, title: question };
			const answer = await runWithProgress(
				commandState,
				shown,
				(app, hooks) => app.ask(id, { question, ...options }, hooks),
				show,
			);
			await offerSearch(id, question, answer, options, commandState, { config, flags });
		} catch (error) {
			if (!(error instanceof AssayError) || error.code === "INTERRUPTED") throw error;
			commandState.endDisplay("stopped");
			const { message, hint } = describeFailure(error, commandState.runId);
			say(`assay: ${message}${hint === undefined ? "" : `\n  → ${hint}`}`);
		}
	}
}
