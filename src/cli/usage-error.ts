import type { CommanderError } from "commander";
import { UsageError } from "../base/errors.ts";

const codes: Record<string, string> = {
	"commander.unknownOption": "OPTION_UNKNOWN",
	"commander.missingArgument": "ARGUMENT_MISSING",
	"commander.optionMissingArgument": "OPTION_VALUE_MISSING",
	"commander.invalidArgument": "OPTION_VALUE_INVALID",
	"commander.excessArguments": "ARGUMENT_UNEXPECTED",
	"commander.unknownCommand": "COMMAND_UNKNOWN",
};

const hints: Record<string, string> = {
	ARGUMENT_MISSING: "see the runs and their ids: assay list",
	OPTION_VALUE_MISSING: "give it a value, or leave it out; all options: assay --help",
	ARGUMENT_UNEXPECTED: "all commands: assay --help",
};

/** Converts the parser's error: what is wrong, and what to type. */
export function toUsageError({ code: parserCode, message }: CommanderError): UsageError {
	const code = codes[parserCode] ?? "USAGE";
	const [, text = message, suggestion] = /^(?:error: )?(.*?)\s*(?:\(Did you mean (.*?)\?\))?$/s.exec(message) ?? [];
	const isQuestion = code === "ARGUMENT_MISSING" && text.includes("question");
	const hint = isQuestion
		? 'put the question into quotation marks: assay campaign "QUESTION" --corpus FOLDER, or assay ask ID "QUESTION"'
		: suggestion
			? `did you mean ${suggestion}? All options: assay --help`
			: (hints[code] ?? "all options: assay --help");
	return new UsageError(code, rewordMessage(text.trim().replace(/\.$/, "")), { hint });
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
