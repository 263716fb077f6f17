import { isUncertain } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import type { App, RunResult } from "../app/index.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { deliver } from "./present.ts";
import type { CommonFlags } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { askYesNo, canAsk } from "./terminal/ask.ts";
import { doubleQuoted, say } from "./terminal/output.ts";
import { oneLine } from "./terminal/text.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";

/**
 * Offers to search for a further question that the pages of a run do not hold, or are not certain to answer: on a terminal as a question,
 * elsewhere as commands. `id`: the run that was asked.
 */
export async function offerSearch(
	id: string,
	question: string,
	{ exitCode, state }: RunResult,
	options: OptionsInput,
	commandState: CommandState,
	{ config, flags }: { config: Config; flags: CommonFlags },
): Promise<RunResult | undefined> {
	const isOpen = exitCode === 3 || (state.report !== undefined && isUncertain(state.report));
	if (!isOpen || flags.quiet) return undefined;
	const researched = await withApp(config, (app) => researchOf(app, id), { toRead: true });
	const words = exitCode === 3 ? "The pages that were read do not hold the answer" : "No passage is certain to answer";
	if (canAsk(flags) && process.stdout.isTTY) {
		if (!(await askYesNo(`${words}. Search for it? [y/N] `))) return undefined;
		const title = `extending run ${shortId(researched)}`;
		const work = (app: App, hooks: Parameters<App["extend"]>[2]) =>
			app.extend(researched, { ...options, focus: question }, hooks);
		return runWithProgress(commandState, { config, flags, title }, work, (app, done) =>
			deliver(app, done, config, flags),
		);
	}
	const text = doubleQuoted(oneLine(question));
	const extend = `assay extend ${shortId(researched)} --focus ${text}`;
	// Without evidence, the run's own last line names the other command.
	if (exitCode === 3) say(`With the sources of run ${shortId(researched)}: ${extend}`);
	else say(`\n${words}; to search for it: ${extend}; elsewhere: assay ${text} --search NAMES, or with --corpus FOLDER`);
	return undefined;
}

/** The run that searched: a question to a run may itself be asked a question. */
async function researchOf(app: App, id: string): Promise<string> {
	const { id: whole, kind, of } = await app.find(id);
	return kind === "ask" && of !== undefined ? researchOf(app, of) : whole;
}
