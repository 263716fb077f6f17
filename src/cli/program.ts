import { Argument, Command, CommanderError, Help, Option } from "commander";
import { pulsesDefault, pulsesMax } from "../app/campaign/campaign.ts";
import { type ExportFormat, exportFormats, formatList, parseFormats } from "../app/export/formats.ts";
import type { MessageRequest } from "../app/inbox.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { furtherQuestion, parseDuration, questionFromWords, wholeNumberParser } from "./arguments.ts";
import { addCleanupOptions, type CleanupTask } from "./cleanup-options.ts";
import { type Shell, shells } from "./completion-script.ts";
import { addEvalCommands, type EvalTask } from "./eval-options.ts";
import { examples } from "./help.ts";
import { addInitOptions, type InitTask } from "./init-options.ts";
import { addOptions, readOptionsFile, typedOptions } from "./options.ts";
import { addMcpOptions, addOpenOptions, addServeOptions } from "./server-options.ts";
import { toUsageError, withOwnHelp } from "./usage-error.ts";

/** Flags that every command takes. */
export interface CommonFlags {
	home?: string | undefined;
	out?: string | undefined;
	json: boolean;
	quiet: boolean;
	/** Progress as lines, also on a terminal. */
	plain: boolean;
}

/** The command that the arguments ask for. A question of `-` is read from standard input later. */
export type ParsedCommand = (CommandTask & { flags: CommonFlags }) | { command: "print"; text: string };

/** `options`: those that were typed. `print`: help or the version. */
type CommandTask =
	| { command: "research"; question: string; options: OptionsInput }
	| { command: "ask"; id: string; question: string; options: OptionsInput }
	| { command: "extend"; id: string; options: OptionsInput }
	/** `every`: as it was typed. */
	| { command: "monitor"; id: string; every?: string | undefined; everyMs?: number | undefined; options: OptionsInput }
	| { command: "resume"; id: string; options: OptionsInput }
	| { command: "campaign"; question: string; pulses: number; options: OptionsInput }
	| { command: "show-campaign"; id: string }
	| { command: "watch"; id: string }
	| { command: "send"; id: string; message: MessageRequest }
	| { command: "list" }
	| { command: "show"; id: string; path: boolean }
	/** `out`: a file, a folder or `-`. */
	| { command: "export"; id: string; formats: ExportFormat[]; out?: string | undefined; force: boolean }
	| { command: "trace"; id: string; step?: number | undefined }
	| { command: "ablate"; questions: string; vary: string[]; parallel: number; options: OptionsInput }
	| ({ command: "eval" } & EvalTask)
	| { command: "worker"; slots: number }
	| { command: "doctor"; options: OptionsInput }
	| ({ command: "init" } & InitTask)
	| { command: "demo"; options: OptionsInput }
	/** `words`: those after the command's name, the last of them unfinished; absent: the script is printed. */
	| { command: "completion"; shell: Shell; words?: string[] | undefined }
	/** `open`: the run whose page is linked. */
	| {
			command: "serve";
			host: string;
			port: number;
			token?: string | undefined;
			open?: string | undefined;
			onWorkers: boolean;
	  }
	/** `http`: Streamable HTTP instead of standard input and output. */
	| { command: "mcp"; http: boolean; port?: number | undefined; token?: string | undefined; onWorkers: boolean }
	| { command: "trust"; folder: string; list: boolean; remove: boolean }
	| { command: "delete"; ids: string[]; yes: boolean; force: boolean }
	| ({ command: "cleanup" } & CleanupTask);

/** Maximum runs at once of an ablation. */
const parallelMax = 32;
const usage = "[options] QUESTION (--search NAMES | --corpus FOLDER)";

/** Parses the arguments. `columns`: maximum width of the help. Throws `UsageError`. */
export function parseCommandLine(args: readonly string[], version: string, columns: number): ParsedCommand {
	const outcome: { task?: ParsedCommand; printed: string } = { printed: "" };
	const program: Command = createProgram(version, columns, {
		act: (task) => {
			const flags = commonFlags(program);
			// `--out` of an export names its file; the folder of the runs stays what it is.
			outcome.task =
				task.command === "export"
					? { ...task, out: flags.out, flags: { ...flags, out: undefined } }
					: { ...task, flags };
		},
		print: (text) => {
			outcome.printed += text;
		},
	});
	try {
		program.parse([...args], { from: "user" });
	} catch (error) {
		if (error instanceof UsageError) throw withOwnHelp(error, program);
		if (!(error instanceof CommanderError)) throw error;
		if (error.code === "commander.help" && outcome.printed === "")
			throw new UsageError("COMMAND_UNKNOWN", `there is no command "${program.args[1] ?? ""}" to show help for`, {
				hint: "all commands: assay --help",
			});
		// `assay help` prints the same help as `assay --help`.
		if (error.exitCode === 0 || error.code === "commander.help") return { command: "print", text: outcome.printed };
		throw withOwnHelp(toUsageError(error, program), program);
	}
	if (!outcome.task) throw new TypeError("no command took the arguments");
	return outcome.task;
}

function commonFlags(program: Command): CommonFlags {
	const { home, out, json = false, quiet = false, plain = false } = program.opts<Partial<CommonFlags>>();
	return { home, out, json, quiet, plain };
}

/** All commands with their options. `act` gets the command that was parsed, `print` the help. */
export function createProgram(
	version: string,
	columns: number,
	{ act, print }: { act: Act; print: (text: string) => void } = { act: () => undefined, print: () => undefined },
): Command {
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
		.option("--plain", "print progress as lines, also on a terminal")
		.exitOverride()
		.configureOutput({
			writeOut: print,
			writeErr: () => undefined,
			outputError: () => undefined,
			getOutHelpWidth: () => columns,
		})
		.configureHelp({
			visibleOptions: (of) => visibleOptions(of, program),
			optionDescription: ({ description }) => description,
			subcommandTerm: (of) => `${of.name()} ${of.name() === "research" ? "QUESTION" : argumentNames(of)}`.trim(),
		});
	addResearchCommand(program, act);
	addRunCommands(program, act);
	return program.addHelpText("after", examples);
}

/** A command's own options and the common ones. The program's help shows those of `research`, the default command. */
function visibleOptions(command: Command, program: Command): Option[] {
	const ownOptions = new Help().visibleOptions(command);
	// A command with a default subcommand, such as `campaign`, takes its options.
	const byDefault = command === program ? undefined : command.commands.find((one) => one.name() === "begin");
	if (byDefault) return [...new Help().visibleOptions(byDefault), ...visibleOptions(byDefault, program).slice(-5)];
	const own = new Set(["--version", ...ownOptions.map(({ long }) => long)]);
	if (command !== program) return [...ownOptions, ...program.options.filter(({ long }) => !own.has(long ?? ""))];
	const research = program.commands.find((one) => one.name() === "research");
	return [...(research?.options ?? []), ...ownOptions];
}

function argumentNames(command: Command): string {
	return command.registeredArguments.map((one) => one.name().toUpperCase()).join(" ");
}

type Act = (task: CommandTask) => void;

function addResearchCommand(program: Command, act: Act): void {
	const command = addCommand(program, "research", "research a question; the word `research` may be left out", true)
		.usage(usage)
		.argument("[question...]", "the question, in quotation marks; - reads it from standard input");
	addOptions(command, "research")
		.option("--options <file>", "a JSON file of options, by their names in camel case; flags override it")
		.action((words: string[], { options: file }: { options?: string }) => {
			const options = { ...(file === undefined ? {} : readOptionsFile(file)), ...typedOptions(command) };
			const { corpus = [], search, searxng, url = [] } = options;
			const commands = ["help", ...program.commands.map((one) => one.name())];
			const isWeb = search !== undefined || searxng !== undefined || url.length > 0;
			act({ command: "research", question: questionFromWords(words, { corpus, isWeb }, commands), options });
		});
}

function addRunCommands(program: Command, act: Act): void {
	const id = ["<id>", "the run's id, or its first digits"] as const;
	const ask = addCommand(
		program,
		"ask",
		"answer a further question from the pages that a run has read; searches nothing else",
	)
		.argument(...id)
		.argument("<question...>", "the question, in quotation marks");
	addOptions(ask, "ask").action((id: string, words: string[]) =>
		act({ command: "ask", id, question: furtherQuestion(words), options: typedOptions(ask) }),
	);
	const extend = addCommand(
		program,
		"extend",
		"continue a run as a new one: from all that it found, for what it lacks and what is newer",
	).argument(...id);
	addOptions(extend, "extend").action((id: string) => act({ command: "extend", id, options: typedOptions(extend) }));
	const monitor = addCommand(
		program,
		"monitor",
		"look whether the answer of a run has changed: reads its pages again and repeats its searches",
	).argument(...id);
	addOptions(monitor, "monitor")
		.option("--every <time>", "look again and again: every 12h, 7d, …", (text) => {
			parseDuration(text);
			return text.trim();
		})
		.action((id: string, { every }: { every?: string }) => {
			const everyMs = every === undefined ? undefined : parseDuration(every);
			act({ command: "monitor", id, every, everyMs, options: typedOptions(monitor) });
		});
	addCampaignCommands(program, act);
	const resume = addCommand(program, "resume", "resume an interrupted run or campaign").argument(...id);
	addOptions(resume, "resume").action((id: string) => act({ command: "resume", id, options: typedOptions(resume) }));
	addCommand(program, "steer", "tell a run what to look for from now on; it changes its plan before the next wave")
		.argument(...id)
		.argument("<text...>", "what to look for, in quotation marks")
		.action((id: string, words: string[]) =>
			act({ command: "send", id, message: { kind: "redirect", text: words.join(" ") } }),
		);
	for (const [kind, description] of Object.entries(controlDescriptions))
		addCommand(program, kind, description)
			.argument(...id)
			.action((id: string) => act({ command: "send", id, message: { kind: kind as MessageRequest["kind"] } }));
	addCommand(program, "list", "list all runs, newest first").action(() => act({ command: "list" }));
	addCommand(program, "show", "show the report of a run, or what is known so far")
		.argument(...id)
		.option("--path", "print only the folder of its files")
		.action((id: string, { path = false }: { path?: boolean }) => act({ command: "show", id, path }));
	addExportCommand(program, act, id);
	addCommand(program, "trace", "show why each step of a run was taken and what it brought")
		.argument(...id)
		.option("--step <n>", "show one step in full", wholeNumberParser(1, 1_000_000))
		.action((id: string, { step }: { step?: number }) => act({ command: "trace", id, step }));
	addCommand(program, "watch", "follow a run in another terminal until it ends")
		.argument(...id)
		.action((id: string) => act({ command: "watch", id }));
	const ablate = addCommand(program, "ablate", "compare options: run every question with every combination, in pairs")
		.usage("--questions FILE --vary NAME=A,B [options] (--search NAMES | --corpus FOLDER)")
		.requiredOption("--questions <file>", "JSON lines with question, and if known id, gold and decomposition")
		.addOption(
			new Option(
				"--vary <option>",
				"an option with its values, or a switch: planner=guided,baseline or no-second-hop; repeat it",
			)
				.argParser((text: string, before: string[]) => [...before, text])
				.default([], "none"),
		)
		.option("--parallel <n>", "runs at once (default: 2)", wholeNumberParser(1, parallelMax), 2);
	addOptions(ablate, "unattended").action(
		({ questions, vary, parallel }: { questions: string; vary: string[]; parallel: number }) =>
			act({ command: "ablate", questions, vary, parallel, options: typedOptions(ablate) }),
	);
	addEvalCommands(
		addCommand(
			program,
			"eval",
			"measure how good your model is on your sources: suites, judges, where points were lost",
		),
		addCommand,
		(task) => act({ command: "eval", ...task }),
	);
	addCommand(
		program,
		"worker",
		"take runs of other commands (--on-workers) from a Postgres database, until it is stopped",
	)
		.option(
			"--slots <n>",
			`runs at once (default: ${limits.workerSlots})`,
			wholeNumberParser(1, limits.workerSlotsMax),
			limits.workerSlots,
		)
		.action(({ slots }: { slots: number }) => act({ command: "worker", slots }));
	addInitOptions(
		addCommand(program, "init", "choose the model and the search of later runs, try them, and keep the choice"),
		(task) => act({ command: "init", ...task }),
	);
	const doctor = addCommand(program, "doctor", "check that each part works; sends each model one tiny request");
	addOptions(doctor, "doctor").action(() => act({ command: "doctor", options: typedOptions(doctor) }));
	const demo = addCommand(
		program,
		"demo",
		"answer a sample question from an invented web; needs no key and no outside connection",
	);
	addOptions(demo, "demo").action(() => act({ command: "demo", options: typedOptions(demo) }));
	addCommand(program, "completion", "print the script with which a shell completes commands, options and ids of runs")
		.usage('SHELL, e.g. in ~/.bashrc: eval "$(assay completion bash)"')
		.addArgument(new Argument("<shell>", "the shell").choices(shells))
		.argument("[words...]", "for the script: what was typed so far")
		.action((shell: Shell, words: string[]) =>
			act({ command: "completion", shell, words: words.length === 0 ? undefined : words }),
		);
	addServeOptions(
		addCommand(program, "serve", "serve a web page and the HTTP API on this machine; prints the link that lets in"),
		act,
	);
	const open = "print the link of a run's web page; serves the page until Ctrl-C unless it is served already";
	addOpenOptions(addCommand(program, "open", open), act);
	const mcp = "serve AI clients over the Model Context Protocol, on standard input and output";
	addMcpOptions(addCommand(program, "mcp", mcp), act);
	addCommand(program, "trust", "show what the .env of a folder sets, and use it there from now on")
		.argument("[folder]", "the folder (default: the working directory)", ".")
		.addOption(new Option("--list", "list the trusted folders").conflicts("remove"))
		.option("--remove", "stop trusting the folder")
		.action((folder: string, { list = false, remove = false }: { list?: boolean; remove?: boolean }) =>
			act({ command: "trust", folder, list, remove }),
		);
	addCommand(program, "delete", "delete runs with their files and the pages that no other run has read")
		.argument("<ids...>", "the runs' ids, or their first digits")
		.option("-y, --yes", "do not ask first")
		.option("--force", "delete a run also if the looks of a monitor depend on it")
		.action((ids: string[], { yes = false, force = false }: { yes?: boolean; force?: boolean }) =>
			act({ command: "delete", ids, yes, force }),
		);
	addCleanupOptions(
		addCommand(program, "cleanup", "delete stored pages that no run has read for a long time, or old runs"),
		(task) => act({ command: "cleanup", ...task }),
	);
}

/** The commands that end a run, and what each does. */
const controlDescriptions = {
	pause: "end a run's process after the step in progress; the run can be resumed",
	finish: "let a run begin no further wave, and write its report from what there is",
	stop: "end a run's process now; the run can be resumed",
};

/** `assay export ID --format pdf,docx --out FILE`. */
function addExportCommand(program: Command, act: Act, id: readonly [string, string]): void {
	const formats = Object.entries(exportFormats).map(([name, { words }]) => `${name}: ${words}`);
	addCommand(program, "export", "write the report of a run or campaign as PDF, Word, a spreadsheet, BibTeX, …")
		.usage("ID --format NAMES [--out FILE]")
		.argument(...id)
		.option("--format <names>", `one or more of ${formatList}, with commas between`)
		.option("--out <file>", "the file or folder to write to; - for standard output (default: assay-ID in this folder)")
		.option("--force", "replace files that exist")
		.addHelpText("after", `\nFormats:\n  ${formats.join("\n  ")}`)
		.action((id: string, { format, force = false }: { format?: string; force?: boolean }) => {
			if (format === undefined)
				throw new UsageError("FORMAT_MISSING", "no format is named", {
					hint: `type: assay export ${id} --format pdf; formats: ${formatList}`,
				});
			act({ command: "export", id, formats: parseFormats(format), force });
		});
}

/** What `campaign resume` takes: the rest is in the campaign. */
const connectionOptions = ["modelTimeout", "modelParallel", "onWorkers"] as const;
const campaignId = ["<id>", "the campaign's id, or its first digits"] as const;

/** `assay campaign "question" …` begins a campaign, `assay campaign show ID` shows one, `assay campaign resume ID` goes on with one. */
function addCampaignCommands(program: Command, act: Act): void {
	const campaign = addCommand(
		program,
		"campaign",
		"study a question in several runs; a judge decides after each whether another follows",
	).usage(
		"[options] QUESTION (--search NAMES | --corpus FOLDER)\n       assay campaign show ID\n       assay campaign resume ID",
	);
	const begin = addCommand(campaign, "begin", "begin a campaign; the word `begin` may be left out", true).argument(
		"<question...>",
		"the question, in quotation marks",
	);
	addOptions(begin, "unattended")
		.addOption(
			new Option("--pulses <n>", `runs at most (default: ${pulsesDefault})`)
				.argParser(wholeNumberParser(1, pulsesMax))
				.default(pulsesDefault),
		)
		.action((words: string[], { pulses }: { pulses: number }) => {
			const options = typedOptions(begin);
			const { corpus = [], search, searxng, url = [] } = options;
			const isWeb = search !== undefined || searxng !== undefined || url.length > 0;
			const question = questionFromWords(words, { corpus, isWeb }, ["show", "resume"], "assay campaign");
			act({ command: "campaign", question, pulses, options });
		});
	addCommand(campaign, "show", "show a campaign: its course, and one report of all its runs")
		.argument(...campaignId)
		.action((id: string) => act({ command: "show-campaign", id }));
	const resume = addCommand(campaign, "resume", "go on with a campaign, also with the pulse that was interrupted");
	addOptions(resume.argument(...campaignId), "resume", connectionOptions).action((id: string) =>
		act({ command: "resume", id, options: typedOptions(resume) }),
	);
}

function addCommand(program: Command, name: string, description: string, isDefault = false): Command {
	return program.command(name, { isDefault }).description(description).helpOption("-h, --help", "show this help");
}
