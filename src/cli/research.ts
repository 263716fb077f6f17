import type { Config } from "../app/config.ts";
import type { ModelConnection, RunResult, WhereToWork } from "../app/index.ts";
import { parseOptions } from "../app/options/parse.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { escapeInLine } from "../app/report/markdown-text.ts";
import { assertQuestionLength, readQuestion } from "./arguments.ts";
import { printEstimates } from "./estimate.ts";
import { takeFollowUps } from "./follow-up.ts";
import { chooseRun } from "./match.ts";
import { workWhileOffering } from "./offer-models.ts";
import { isRunResult, showResult } from "./present.ts";
import type { CommonFlags, ParsedCommand } from "./program.ts";
import { runWithInput } from "./run-with-input.ts";
import type { CommandState } from "./run-with-progress.ts";
import { say } from "./terminal/output.ts";
import { settleTrust } from "./trust.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";

/** `assay QUESTION`. Returns the exit code. */
export async function research(
	task: ParsedCommand & { command: "research" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	const { flags } = task;
	await settleTrust(config, flags, task.question !== "-");
	const question = task.question === "-" ? await readQuestion(process.stdin) : task.question;
	assertQuestionLength(question);
	if (task.options.estimate) return printEstimates(task, config);
	const request = { question, ...task.options };
	const choice = await chooseRun(request, flags, config);
	if (choice.kind === "view") return view(choice, task, config, commandState);
	if (choice.kind === "extend" && choice.otherWording) say(choice.otherWording);
	const shown = { config, flags, title: question, connection: connectionOf(task.options) };
	const { options } = task;
	const result = await runWithInput(commandState, shown, (app, hooks) =>
		choice.kind === "extend"
			? app.extend(choice.id, extendOptions(options), hooks)
			: workWhileOffering(() => app.research(request, hooks), { config, flags, options, hooks }),
	);
	return endOf(result, options, commandState, shown);
}

/** Takes further questions on a finished run. Returns the exit code of the run, or the one that is given instead of a run. */
async function endOf(
	result: RunResult | number,
	options: OptionsInput,
	commandState: CommandState,
	shown: { config: Config; flags: CommonFlags },
): Promise<number> {
	if (typeof result === "number") return result;
	await takeFollowUps(result, options, commandState, shown);
	return result.exitCode;
}

function connectionOf(options: OptionsInput): ModelConnection & WhereToWork {
	const { modelTimeout, modelParallel, onWorkers, detach } = parseOptions(options);
	return { modelTimeout, modelParallel, onWorkers, detach };
}

/** `assay resume ID`. Returns the exit code. */
export async function resume(
	{ id, options, flags }: ParsedCommand & { command: "resume" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	await settleTrust(config, flags);
	const result = await runWithInput(
		commandState,
		{ config, flags, title: `run ${id}`, connection: connectionOf(options) },
		(app, hooks) => app.resume(id, hooks, parseOptions(options)),
	);
	if (typeof result !== "number" && result.pulseOf && !flags.quiet && !flags.json) {
		const campaign = shortId(result.pulseOf.campaign);
		say(`Pulse ${result.pulseOf.pulse} of campaign ${campaign} has ended. Go on  assay campaign resume ${campaign}`);
	}
	return endOf(result, options, commandState, { config, flags });
}

/** The report of a finished run, instead of a new run. If it answers a question in other words, it begins with both questions. */
async function view(
	{ id, otherWording }: { id: string; otherWording?: string },
	{ flags, options }: ParsedCommand & { command: "research" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	const shown = await withApp(config, (app) => app.show(id), { toRead: true });
	if (!isRunResult(shown)) throw new TypeError(`run ${id} matched, but is not finished`);
	if (otherWording && flags.json) say(otherWording);
	const note = otherWording ? `> ${escapeInLine(otherWording)}\n\n` : "";
	await showResult({ ...shown, markdown: `${note}${shown.markdown}` }, config, flags);
	return endOf(shown, options, commandState, { config, flags });
}

/** The options of a run that extends another: all but those on how a new question begins. */
function extendOptions(options: OptionsInput): OptionsInput {
	const { view: _v, extend: _e, new: _n, clarify: _c, answer: _a, confirm: _f, plan: _p, ...others } = options;
	return others;
}
