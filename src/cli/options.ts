import { type Command, Option } from "commander";
import { choicesOf, parseOptions, parseOptionText } from "../app/options/parse.ts";
import {
	flagOf,
	infoOf,
	type OptionCommand,
	type OptionName,
	type OptionsInput,
	optionNames,
	optionsSchema,
} from "../app/options/schema.ts";
import { readUserFile } from "../app/user-file.ts";
import { messageOf, UsageError } from "../base/errors.ts";

/** Adds the options that a command takes, under their headings, as the schema of the options has them. `names`: only these. */
export function addOptions(command: Command, name: OptionCommand, names: readonly OptionName[] = optionNames): Command {
	let heading: string | undefined;
	for (const one of names) {
		const info = infoOf(one);
		if (!info.commands.includes(name)) continue;
		// `resume` takes a single option, which needs no heading.
		if (info.heading !== heading && name !== "resume") command.optionsGroup(info.heading ?? "Options:");
		heading = info.heading;
		const option = new Option(info.flags, helpOf(one));
		if (option.required) option.argParser(textParser(one)).argChoices = choicesOf(one);
		command.addOption(option);
		if (info.off) command.addOption(new Option(info.off.flags, info.off.help));
	}
	return command.optionsGroup("Options:");
}

/** The options that were typed, of those in the schema. */
export function typedOptions(command: Command): OptionsInput {
	const typed = optionNames.filter((name) => command.getOptionValueSource(name) === "cli");
	return Object.fromEntries(typed.map((name) => [name, command.getOptionValue(name)]));
}

const optionsFileHint = 'write a JSON object into it, like {"depth": "quick", "search": ["wikipedia"]}';

/** Options from a JSON file. Throws `OPTIONS_FILE_UNREADABLE`, or what `parseOptions` throws. */
export function readOptionsFile(path: string): OptionsInput {
	const error = { code: "OPTIONS_FILE_UNREADABLE", hint: optionsFileHint };
	const text = readUserFile(path, error);
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch (cause) {
		throw new UsageError(error.code, `${path} cannot be used: it is no JSON: ${messageOf(cause)}`, { ...error, cause });
	}
	try {
		parseOptions(content);
	} catch (cause) {
		if (!(cause instanceof UsageError)) throw cause;
		throw new UsageError(cause.code, `${path}: ${cause.message}`, { hint: cause.hint, cause });
	}
	return content as OptionsInput;
}

/** `… (default: standard; or set ASSAY_MODEL)`. */
function helpOf(name: OptionName): string {
	const { help, variable, defaultText } = infoOf(name);
	const schemaDefault = optionsSchema.parse({})[name];
	const shownDefault = defaultText ?? (/string|number/.test(typeof schemaDefault) ? String(schemaDefault) : undefined);
	const notes = [
		...(shownDefault === undefined ? [] : [`default: ${shownDefault}`]),
		...(variable === undefined ? [] : [`or set ${variable}`]),
	];
	return notes.length === 0 ? help : `${help} (${notes.join("; ")})`;
}

/** Parses an option's value; a repeated option collects its values in a list. */
function textParser(name: OptionName): (text: string, before: unknown) => unknown {
	return (text, before) => {
		const value: unknown = parseOptionText(name, text, flagOf(name));
		return Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value;
	};
}
