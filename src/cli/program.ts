import { Command, CommanderError, Help, Option } from "commander";
import type { DepthName } from "../app/api.ts";
import { depths } from "../app/api.ts";
import type { ModelPreferences } from "../app/model-options.ts";
import type { WebPreferences } from "../app/web-options.ts";
import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { questionFromWords, wholeNumberParser } from "./arguments.ts";
import { examples } from "./help.ts";
import {
	addModelOptions,
	addRunModelOptions,
	type ModelFlags,
	modelsFromFlags,
	modelTimeoutOption,
} from "./model-options.ts";
import { toUsageError } from "./usage-error.ts";
import { addServiceOptions, addWebOptions, hasWebSource, type WebFlags, webFromFlags } from "./web-options.ts";

/** Flags that every command takes. */
export interface CommonFlags {
	home?: string | undefined;
	out?: string | undefined;
	json: boolean;
	quiet: boolean;
}

export interface ResearchFlags extends ModelFlags, WebFlags {
	corpus: string[];
	depth: DepthName;
	planner: "guided" | "baseline";
	vectors: boolean;
	/** Seconds. */
	deadline: number;
	maxSources?: number | undefined;
	maxSteps?: number | undefined;
	width?: number | undefined;
}

/** The command that the arguments ask for. A question of `-` is read from standard input later. */
export type ParsedCommand =
	| { command: "research"; question: string; research: ResearchFlags; flags: CommonFlags }
	| { command: "resume"; id: string; modelTimeout?: number | undefined; flags: CommonFlags }
	| { command: "watch"; id: string; flags: CommonFlags }
	| { command: "list"; flags: CommonFlags }
	| { command: "show"; id: string; path: boolean; flags: CommonFlags }
	| { command: "doctor"; asked: ModelPreferences; web: WebPreferences; flags: CommonFlags }
	| { command: "demo"; models: ModelFlags; flags: CommonFlags }
	| { command: "trust"; folder: string; list: boolean; remove: boolean; flags: CommonFlags }
	| { command: "cleanup"; olderDays: number; dryRun: boolean; flags: CommonFlags }
	/** Help or the version. */
	| { command: "print"; text: string };

const dayMs = 86_400_000;
const usage = "[options] QUESTION (--search NAMES | --corpus FOLDER)";

/** Parses the arguments. `columns`: maximum width of the help. Throws `UsageError`. */
export function parseCommandLine(args: readonly string[], version: string, columns: number): ParsedCommand {
	const outcome: { task?: ParsedCommand; printed: string } = { printed: "" };
	const program: Command = new Command("assay")
		.description(
			"Researches a question on the web or in your own documents; every factual sentence of the report can be checked.",
		)
		.usage(usage)
		.version(version, "-V, --version", "print the version")
		.helpOption("-h, --help", "show this help")
		.helpCommand("help [command]", "show the help of a command")
		.option("--home <folder>", "where runs and indexes are kept (or set ASSAY_HOME)")
		.option("--out <folder>", "where each run gets a folder for its files (default: HOME/runs)")
		.option("--json", "print one JSON object on standard output")
		.option("-q, --quiet", "print no progress, only the result")
		.exitOverride()
		.configureOutput({
			writeOut: (text) => {
				outcome.printed += text;
			},
			writeErr: () => undefined,
			outputError: () => undefined,
			getOutHelpWidth: () => columns,
		})
		.configureHelp({
			visibleOptions: (of) => visibleOptions(of, program),
			optionDescription: ({ description }) => description,
			subcommandTerm: (of) => `${of.name()} ${of.name() === "research" ? "QUESTION" : argumentNames(of)}`.trim(),
		});
	const common = (): CommonFlags => {
		const { home, out, json = false, quiet = false } = program.opts<Partial<CommonFlags>>();
		return { home, out, json, quiet };
	};
	addResearchCommand(program, (words, flags) => {
		const commands = ["help", ...program.commands.map((command) => command.name())];
		const question = questionFromWords(words, { corpus: flags.corpus, isWeb: hasWebSource(flags) }, commands);
		outcome.task = { command: "research", question, research: flags, flags: common() };
	});
	addRunCommands(program, (task) => {
		outcome.task = { ...task, flags: common() };
	});
	program.addHelpText("after", examples);
	try {
		program.parse([...args], { from: "user" });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		if (error.code === "commander.help" && outcome.printed === "")
			throw new UsageError("COMMAND_UNKNOWN", `there is no command "${program.args[1] ?? ""}" to show help for`, {
				hint: "all commands: assay --help",
			});
		// `assay help` prints the same help as `assay --help`.
		if (error.exitCode === 0 || error.code === "commander.help") return { command: "print", text: outcome.printed };
		throw toUsageError(error);
	}
	if (!outcome.task) throw new TypeError("no command took the arguments");
	return outcome.task;
}

/** A command's own options and the common ones. The program's help shows those of `research`, the default command. */
function visibleOptions(command: Command, program: Command): Option[] {
	const ownOptions = new Help().visibleOptions(command);
	if (command !== program) return [...ownOptions, ...program.options.filter(({ long }) => long !== "--version")];
	const research = program.commands.find((one) => one.name() === "research");
	return [...(research?.options ?? []), ...ownOptions];
}

function argumentNames(command: Command): string {
	return command.registeredArguments.map((one) => one.name().toUpperCase()).join(" ");
}

function addResearchCommand(program: Command, act: (words: string[], flags: ResearchFlags) => void): void {
	const { runMs, runMsMax, sourcesMax, stepsMax, widthMax } = limits;
	const command = addCommand(program, "research", "research a question; the word `research` may be left out", true)
		.usage(usage)
		.argument("[question...]", "the question, in quotation marks; - reads it from standard input")
		.option("-c, --corpus <folder>", "a folder of documents; repeat it for more", collectFolder, [])
		.addOption(
			new Option("-d, --depth <depth>", "quick, standard or deep: how much to read (default: standard)")
				.choices(Object.keys(depths))
				.default("standard"),
		)
		.addOption(
			new Option("--planner <planner>", "guided, or baseline: sub-questions in fixed order (default: guided)")
				.choices(["guided", "baseline"])
				.default("guided"),
		)
		.option("--no-vectors", "search by words only, not also by meaning; starts faster")
		.addOption(
			new Option("--deadline <seconds>", `end by then, with the evidence found so far (default: ${runMs / 1000})`)
				.argParser(wholeNumberParser(1, runMsMax / 1000))
				.default(runMs / 1000),
		)
		.option(
			"--max-sources <n>",
			"maximum number of pages to read (default: by depth)",
			wholeNumberParser(1, sourcesMax),
		)
		.option("--max-steps <n>", "maximum number of steps (default: by depth)", wholeNumberParser(1, stepsMax))
		.option(
			"--width <n>",
			"with a model: maximum number of sub-questions per wave (default: all of the plan, then 5, then 2)",
			wholeNumberParser(1, widthMax),
		);
	addRunModelOptions(addWebOptions(command)).action(act);
}

type RunCommand =
	| { command: "resume"; id: string; modelTimeout?: number | undefined }
	| { command: "watch"; id: string }
	| { command: "list" }
	| { command: "show"; id: string; path: boolean }
	| { command: "doctor"; asked: ModelPreferences; web: WebPreferences }
	| { command: "demo"; models: ModelFlags }
	| { command: "trust"; folder: string; list: boolean; remove: boolean }
	| { command: "cleanup"; olderDays: number; dryRun: boolean };

function addRunCommands(program: Command, act: (task: RunCommand) => void): void {
	const id = ["<id>", "the run's id, or its first digits"] as const;
	addCommand(program, "resume", "resume an interrupted run")
		.argument(...id)
		.addOption(modelTimeoutOption())
		.action((id: string, flags: ModelFlags) => act({ command: "resume", id, modelTimeout: flags.modelTimeout }));
	addCommand(program, "list", "list all runs, newest first").action(() => act({ command: "list" }));
	addCommand(program, "show", "show the report of a run, or what is known so far")
		.argument(...id)
		.option("--path", "print only the folder of its files")
		.action((id: string, { path = false }: { path?: boolean }) => act({ command: "show", id, path }));
	addCommand(program, "watch", "follow a run in another terminal until it ends")
		.argument(...id)
		.action((id: string) => act({ command: "watch", id }));
	const doctor = addCommand(program, "doctor", "check that each part works; sends each model one tiny request");
	addModelOptions(addServiceOptions(doctor)).action((flags: ModelFlags & WebFlags) =>
		act({ command: "doctor", asked: modelsFromFlags(flags), web: webFromFlags(flags) }),
	);
	const demo = addCommand(
		program,
		"demo",
		"answer a sample question from an invented web; needs no key and no outside connection",
	);
	addRunModelOptions(demo).action((models: ModelFlags) => act({ command: "demo", models }));
	addCommand(program, "trust", "show what the .env of a folder sets, and use it there from now on")
		.argument("[folder]", "the folder (default: the working directory)", ".")
		.addOption(new Option("--list", "list the trusted folders").conflicts("remove"))
		.option("--remove", "stop trusting the folder")
		.action((folder: string, { list = false, remove = false }: { list?: boolean; remove?: boolean }) =>
			act({ command: "trust", folder, list, remove }),
		);
	const keptDays = limits.pageCacheMs / dayMs;
	addCommand(program, "cleanup", "delete stored pages that no run has read for a long time")
		.addOption(
			new Option("--older-than <days>", `not read for this many days (default: ${keptDays})`)
				.argParser(wholeNumberParser(0, 36_500))
				.default(keptDays),
		)
		.option("--dry-run", "only show what would be deleted")
		.action(({ olderThan, dryRun = false }: { olderThan: number; dryRun?: boolean }) =>
			act({ command: "cleanup", olderDays: olderThan, dryRun }),
		);
}

function addCommand(program: Command, name: string, description: string, isDefault = false): Command {
	return program.command(name, { isDefault }).description(description).helpOption("-h, --help", "show this help");
}

/** Adds a folder. Throws `FOLDER_EMPTY`: an unset variable must not turn the working directory into a corpus. */
function collectFolder(one: string, all: string[]): string[] {
	if (one.trim() === "")
		throw new UsageError("FOLDER_EMPTY", "--corpus is empty", { hint: "give a folder: --corpus FOLDER" });
	return [...all, one];
}
