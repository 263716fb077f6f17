import type { Command, CommanderError } from "commander";
import { UsageError } from "../base/errors.ts";

const codes: Record<string, string> = {
	"commander.unknownOption": "OPTION_UNKNOWN",
	"commander.missingArgument": "ARGUMENT_MISSING",
	"commander.optionMissingArgument": "OPTION_VALUE_MISSING",
	"commander.invalidArgument": "OPTION_VALUE_INVALID",
	"commander.excessArguments": "ARGUMENT_UNEXPECTED",
	"commander.unknownCommand": "COMMAND_UNKNOWN",
};

const allOptions = "all options: assay --help";
const hints: Record<string, string> = {
	ARGUMENT_MISSING: "see the runs and their ids: assay list",
	OPTION_VALUE_MISSING: `give it a value, or leave it out; ${allOptions}`,
	ARGUMENT_UNEXPECTED: `put words that belong together into quotation marks; ${allOptions}`,
};
/** What to type where an argument that is no id is missing, by command. */
const argumentHints: Record<string, string> = {
	eval: "type: assay eval run SUITE, or a file of questions with answers; how a suite is written: docs/evaluation.md",
	steer: 'type: assay steer ID "TEXT"',
	completion: "type: assay completion bash, or zsh, or fish",
	ask: 'put the question into quotation marks: assay ask ID "QUESTION"',
	campaign: 'put the question into quotation marks: assay campaign "QUESTION" --corpus FOLDER',
};

/** The command that was typed, as far as there is one; the program where it is a question. */
function typedCommand(program: Command): Command {
	let command = program;
	for (const word of program.args) {
		const next = command.commands.find((one) => one.name() === word);
		if (!next) break;
		command = next;
	}
	return command;
}

/** `campaign show`; empty for the program, whose help shows the options of a question. */
function nameOf(command: Command): string {
	if (!command.parent || command.name() === "research") return "";
	return `${nameOf(command.parent)} ${command.name()}`.trim();
}

/** The error with a hint that names the help of the command that was typed. */
export function withOwnHelp(error: UsageError, program: Command): UsageError {
	const name = nameOf(typedCommand(program));
	if (name === "" || !error.hint?.includes(allOptions.slice(1))) return error;
	const hint = error.hint.replace("options: assay --help", `options: assay ${name} --help`);
	return new UsageError(error.code, error.message, { hint, cause: error.cause });
}

/** The commands that have an option which the typed one lacks. */
function ownersOf(flag: string, program: Command): string[] {
	return program.commands
		.filter((one) =>
			[one, ...one.commands].some(({ options }) => options.some(({ short, long }) => flag === long || flag === short)),
		)
		.map((one) => one.name());
}

/** Converts the parser's error: what is wrong, and what to type. */
export function toUsageError({ code: parserCode, message }: CommanderError, program: Command): UsageError {
	const code = codes[parserCode] ?? "USAGE";
	const [, text = message, suggestion] = /^(?:error: )?(.*?)\s*(?:\(Did you mean (.*?)\?\))?$/s.exec(message) ?? [];
	const isNoId = code === "ARGUMENT_MISSING" && /question|shell|text|suite/.test(text);
	const flag = code === "OPTION_UNKNOWN" ? (/'(--?[\w-]+)'/.exec(text)?.[1] ?? "") : "";
	const owners = ownersOf(flag, program);
	const hint =
		owners.length > 0
			? `${flag} is an option of ${owners.join(", ")}; ${allOptions}`
			: suggestion
				? `did you mean ${suggestion}? A${allOptions.slice(1)}`
				: (leaveOut(code, text) ??
					(isNoId ? argumentHints[program.args[0] ?? ""] : undefined) ??
					hints[code] ??
					allOptions);
	return new UsageError(code, rewordMessage(text.trim().replace(/\.$/, "")), { hint });
}

/** What to do with a word after a command that takes none. */
function leaveOut(code: string, text: string): string | undefined {
	const [, word] = /Expected 0 arguments but got \d+: (.*?)\.?$/s.exec(text) ?? [];
	return code === "ARGUMENT_UNEXPECTED" && word !== undefined ? `leave out ${word}; ${allOptions}` : undefined;
}

/** Rewords parser messages, e.g. `option '-d, --depth <depth>' argument 'x' is invalid. Allowed choices are …`. */
function rewordMessage(text: string): string {
	const invalid = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s.exec(text);
	if (invalid) {
		const [, option, value, rule = ""] = invalid;
		return `${option} cannot be "${value}": ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`;
	}
	const missing = /^option '(?:-\w, )?(--[\w-]+) <(.*)>' argument missing$/.exec(text);
	return missing
		? `${missing[1]} needs a value: ${missing[1]} ${missing[2]?.toUpperCase()}`
		: text.replaceAll("'", '"');
}
