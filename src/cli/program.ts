import { Command, CommanderError, Option } from "commander";
import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import type { DepthName } from "../evidence/plan.ts";
import { depths } from "../evidence/plan.ts";
import { questionOf, wholeNumber } from "./arguments.ts";
import { examples } from "./help.ts";

/** Flags that every command takes. */
export interface CommonFlags {
	home?: string | undefined;
	out?: string | undefined;
	json: boolean;
	quiet: boolean;
}

export interface ResearchFlags {
	corpus: string[];
	depth: DepthName;
	planner: "guided" | "baseline";
	vectors: boolean;
	/** Seconds. */
	deadline: number;
	maxSources?: number | undefined;
	maxSteps?: number | undefined;
}

/** What the words after `assay` ask for. A question of `-` is still to be read from standard input. */
export type Task =
	| { command: "research"; question: string; research: ResearchFlags; flags: CommonFlags }
	| { command: "resume" | "watch"; id: string; flags: CommonFlags }
	| { command: "list"; flags: CommonFlags }
	| { command: "show"; id: string; path: boolean; flags: CommonFlags }
	/** Help or the version. */
	| { command: "print"; text: string };

/** Reads the arguments. `columns`: how wide help may be. Throws `UsageError`. */
export function parse(args: readonly string[], version: string, columns: number): Task {
	let task: Task | undefined;
	let printed = "";
	const program = new Command("assay")
		.description("Researches a question in your own documents; every factual sentence of the report can be checked.")
		.usage("[options] QUESTION --corpus FOLDER")
		.version(version, "-V, --version", "print the version")
		.helpOption("-h, --help", "show this help")
		.helpCommand(false)
		.option("--home <folder>", "where runs and indexes are kept (or set ASSAY_HOME)")
		.option("--out <folder>", "where each run's files go, in a folder of its id (default: HOME/runs)")
		.option("--json", "print one JSON object on standard output", false)
		.option("-q, --quiet", "no progress, only the result", false)
		.showSuggestionAfterError(true)
		.exitOverride()
		.configureOutput({
			writeOut: (text) => {
				printed += text;
			},
			writeErr: () => undefined,
			outputError: () => undefined,
			getOutHelpWidth: () => columns,
		});
	const common = (): CommonFlags => program.opts<CommonFlags>();
	const command = (name: string, description: string, hidden = false, isDefault = false): Command =>
		program
			.command(name, { isDefault, hidden })
			.description(description)
			.helpOption("-h, --help", "show this help")
			.exitOverride();

	const research = command("research", "research a question; `research` may be left out", false, true)
		.usage("[options] QUESTION --corpus FOLDER")
		.argument("[question...]", "the question, in quotation marks; - reads it from standard input")
		.option(
			"-c, --corpus <folder>",
			"a folder of documents; repeat it for more",
			(one: string, all: string[]) => [...all, one],
			[],
		)
		.addOption(new Option("-d, --depth <depth>", "how much to spend").choices(Object.keys(depths)).default("standard"))
		.addOption(
			new Option("--planner <planner>", "how the next step is chosen")
				.choices(["guided", "baseline"])
				.default("guided"),
		)
		.option("--no-vectors", "search by words only, not by meaning too (starts faster)")
		.option(
			"--deadline <seconds>",
			"write the report from what is there by then",
			wholeNumber("--deadline", 1, 86_400),
			limits.runMs / 1000,
		)
		.option("--max-sources <n>", "pages to read, at most (default: by depth)", wholeNumber("--max-sources", 1, 200))
		.option("--max-steps <n>", "steps to take, at most (default: by depth)", wholeNumber("--max-steps", 1, 200))
		.action((words: string[], flags: ResearchFlags) => {
			task = {
				command: "research",
				question: questionOf(words, flags.corpus, names(program)),
				research: flags,
				flags: common(),
			};
		});
	for (const [name, description] of [
		["resume", "go on with an interrupted run"],
		["watch", "follow a run of another terminal until it ends"],
	] as const)
		command(name, description)
			.argument("<id>", "the run's id, or its first digits")
			.action((id: string) => {
				task = { command: name, id, flags: common() };
			});
	command("list", "all runs, newest first").action(() => {
		task = { command: "list", flags: common() };
	});
	command("show", "the report of a run, or what is known so far")
		.argument("<id>", "the run's id, or its first digits")
		.option("--path", "print only the folder of its files", false)
		.action((id: string, { path }: { path: boolean }) => {
			task = { command: "show", id, path, flags: common() };
		});
	program.configureHelp({
		visibleOptions: (of) =>
			(of === program ? [...research.options, ...program.options] : [...of.options, ...program.options]).filter(
				({ hidden }) => !hidden,
			),
	});
	program.addHelpText("after", examples);

	try {
		program.parse([...args], { from: "user" });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		if (error.exitCode === 0) return { command: "print", text: printed };
		throw usageError(error);
	}
	if (!task) throw new TypeError("no command took the arguments");
	return task;
}

function names(program: Command): string[] {
	return program.commands.map((command) => command.name());
}

/** Commander's own complaint, in our form. */
function usageError({ code, message }: CommanderError): UsageError {
	const [, said = message, suggestion] = /^(?:error: )?(.*?)\s*(?:\(Did you mean (.*?)\?\))?$/s.exec(message) ?? [];
	const hints: Record<string, string> = {
		"commander.missingArgument": "see the runs and their ids: assay list",
		"commander.optionMissingArgument": "give the option a value, or leave it out; all options: assay --help",
		"commander.excessArguments": "put a question in quotation marks; all commands: assay --help",
	};
	const hint = suggestion
		? `did you mean ${suggestion}? All options: assay --help`
		: (hints[code] ?? "all options: assay --help");
	return new UsageError(codes[code] ?? "USAGE", said.trim().replace(/\.$/, ""), { hint });
}

const codes: Record<string, string> = {
	"commander.unknownOption": "OPTION_UNKNOWN",
	"commander.missingArgument": "ARGUMENT_MISSING",
	"commander.optionMissingArgument": "OPTION_VALUE_MISSING",
	"commander.invalidArgument": "OPTION_VALUE_INVALID",
	"commander.excessArguments": "ARGUMENT_UNEXPECTED",
	"commander.unknownCommand": "COMMAND_UNKNOWN",
};
