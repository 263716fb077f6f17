import type { Config } from "../app/config.ts";
import { extendRun } from "../app/library/extend-run.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { assertQuestionLength, readQuestion } from "./arguments.ts";
import { chooseRun } from "./match.ts";
import { deliver, isRunResult, showResult } from "./present.ts";
import type { CommonFlags, ParsedCommand } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { settleTrust } from "./trust.ts";
import { withApp } from "./with-app.ts";

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
	const request = { question, ...task.options };
	const choice = await chooseRun(request, flags, config);
	if (choice.kind === "view") return view(choice.id, config, flags);
	const result = await runWithProgress(
		commandState,
		{ config, flags, title: question },
		(app, hooks) =>
			choice.kind === "extend"
				? extendRun(app, choice.id, extendOptions(task.options), hooks)
				: app.research(request, hooks),
		(app, done) => deliver(app, done, config, flags),
	);
	return result.exitCode;
}

/** The report of a finished run, instead of a new run. */
async function view(id: string, config: Config, flags: CommonFlags): Promise<number> {
	const shown = await withApp(config, (app) => app.show(id), { toRead: true });
	if (!isRunResult(shown)) throw new TypeError(`run ${id} matched, but is not finished`);
	await showResult(shown, config, flags);
	return shown.exitCode;
}

/** The options of a run that extends another: all but the choice to do so. */
function extendOptions({ view: _view, extend: _extend, new: _new, ...options }: OptionsInput): OptionsInput {
	return options;
}
