import { z } from "zod";
import { UsageError } from "../../base/errors.ts";
import { nearestWord } from "../../base/nearest-word.ts";
import { allServiceNames } from "../../sources/search/service-names.ts";
import {
	flagOf,
	infoOf,
	type OptionName,
	type Options,
	type OptionsInput,
	optionNames,
	optionsSchema,
} from "./schema.ts";

const helpHint = "all options: assay --help";

/** Checks options given as JSON and adds the defaults. Throws `OPTION_UNKNOWN` or `OPTION_VALUE_INVALID`. */
export function parseOptions(input: unknown): Options {
	const parsed = optionsSchema.safeParse(input);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	if (issue?.code === "unrecognized_keys") {
		const [unknown = ""] = issue.keys;
		const near = nearestWord(unknown, optionNames);
		throw new UsageError("OPTION_UNKNOWN", `there is no option "${unknown}"`, {
			hint: near === undefined ? `the options: ${optionNames.join(", ")}` : `did you mean "${near}"?`,
		});
	}
	const name = optionNames.find((one) => one === issue?.path[0]);
	if (name === undefined)
		throw new UsageError("OPTION_VALUE_INVALID", "the options are no JSON object", {
			hint: 'give them as {"depth": "quick", "search": ["wikipedia"]}',
		});
	throw invalidValue(name, JSON.stringify((input as Record<string, unknown>)[name]), issue?.message ?? "");
}

/**
 * The value of an option that is given as text: of a list one element. `origin`: the flag or the variable, for messages. Throws
 * `OPTION_VALUE_MISSING` where the text is empty (an unset variable must not count as a choice), or `OPTION_VALUE_INVALID`.
 */
export function parseOptionText<N extends OptionName>(name: N, text: string, origin: string): OptionsInput[N] {
	if (text.trim() === "")
		throw new UsageError("OPTION_VALUE_MISSING", `${origin} is empty`, {
			hint: `give it a value, or leave it out; ${helpHint}`,
		});
	const schema = valueSchema(optionsSchema.shape[name]);
	const value = schema instanceof z.ZodArray ? [text] : schema instanceof z.ZodEnum ? text.trim().toLowerCase() : text;
	const parsed = schema.safeParse(value);
	if (!parsed.success) throw invalidValue(origin, `"${text}"`, parsed.error.issues[0]?.message ?? "");
	return parsed.data as OptionsInput[N];
}

/** The options that variables set, of those named. `settingOf` looks up a variable. Throws as `parseOptionText`. */
export function optionsFromVariables(
	names: readonly OptionName[],
	settingOf: (variable: string) => string | undefined,
): OptionsInput {
	const entries = names.flatMap((name) => {
		const { variable } = infoOf(name);
		const text = variable === undefined ? undefined : settingOf(variable);
		return variable === undefined || text === undefined ? [] : [[name, parseOptionText(name, text, variable)]];
	});
	return Object.fromEntries(entries);
}

/**
 * The flag of an option that was given although it is useless without a model, or without the web; undefined when there is none. So no
 * option is silently ignored.
 */
export function uselessOption(options: Options, lacking: "model" | "web"): string | undefined {
	const defaults = optionsSchema.parse({});
	const name = optionNames.find(
		(one) => infoOf(one).needs === lacking && JSON.stringify(options[one]) !== JSON.stringify(defaults[one]),
	);
	if (name === undefined) return undefined;
	// `--gather` alone would not say that its other choice is fine.
	return defaults[name] !== undefined && typeof options[name] === "string"
		? `${flagOf(name)} ${options[name]}`
		: flagOf(name);
}

/** Options with which a run waits for its user, or is not waited for. */
const userInput = ["clarify", "answer", "confirm", "plan", "accept", "detach"] as const;

/** Throws `USER_INPUT_UNUSED` where an option would let a run wait for its user, of a command that runs without one. */
export function refuseUserInput(options: Options): void {
	const defaults = optionsSchema.parse({});
	const name = userInput.find((one) => JSON.stringify(options[one]) !== JSON.stringify(defaults[one]));
	if (name !== undefined)
		throw new UsageError("USER_INPUT_UNUSED", `${flagOf(name)} is for a single question: nobody is asked here`, {
			hint: `leave out ${flagOf(name)}`,
		});
}

/** Throws `FOCUS_UNUSED`, `ACCEPT_UNUSED` or `ESTIMATE_UNUSED` where an option belongs to another command than a new run. */
export function refuseForNewRun(given: OptionsInput): void {
	if (given.focus !== undefined)
		throw new UsageError("FOCUS_UNUSED", "--focus belongs to a run that extends another", {
			hint: "put it into the question; or type: assay extend ID --focus TEXT",
		});
	if (given.accept)
		throw new UsageError("ACCEPT_UNUSED", "accept belongs to a run that waits for its plan to be accepted", {
			hint: "leave it out; or type: assay resume ID --accept",
		});
	if (given.estimate)
		throw new UsageError("ESTIMATE_UNUSED", "an estimate begins no run", {
			hint: "call estimate, or leave it out",
		});
}

/** The values that an option can have; empty where there is no list of them. */
export function choicesOf(name: OptionName): string[] {
	if (name === "search") return [...allServiceNames];
	const schema = valueSchema(optionsSchema.shape[name]);
	return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

/** An option's schema without its default. */
export function valueSchema(schema: z.ZodType): z.ZodType {
	return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
		? valueSchema(schema.unwrap() as z.ZodType)
		: schema;
}

function invalidValue(origin: string, shown: string, rule: string): UsageError {
	return new UsageError("OPTION_VALUE_INVALID", `${origin} cannot be ${shown}: ${rule}`, { hint: helpHint });
}
