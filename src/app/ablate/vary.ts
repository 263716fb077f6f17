import { z } from "zod";
import { UsageError } from "../../base/errors.ts";
import { nearestWord } from "../../base/nearest-word.ts";
import { parseOptionText, valueSchema } from "../options/parse.ts";
import { flagOf, infoOf, type OptionName, type OptionsInput, optionNames, optionsSchema } from "../options/schema.ts";

/** One value of a varied option. */
export interface Setting {
	/** `planner=guided`, or the flag of a switch: `no-vectors`, `with vectors`. */
	label: string;
	/** Undefined: as the command gives it, or the default. */
	value: unknown;
}

/** An option that an ablation varies. The first setting is what the others are compared with. */
export interface Variation {
	/** As it was typed, without its values: `planner`, `no-vectors`. */
	name: string;
	option: OptionName;
	settings: Setting[];
}

/** The position of one setting of each variation. */
export type Combination = readonly number[];

/** Options that belong to the whole ablation. */
const fixedOptions: readonly OptionName[] = ["maxCost"];

const help = "e.g. --vary planner=guided,baseline or --vary no-vectors; all options: assay ablate --help";

/**
 * Parses `--vary name=a,b,…` and `--vary SWITCH`, by the schema of the options. The value `default` leaves an option as it is; a list
 * takes several elements with `+` between. Throws `UsageError` `VARY_INVALID`, or what `parseOptionText` throws.
 */
export function parseVariations(texts: readonly string[], given: OptionsInput): Variation[] {
	if (texts.length === 0) throw invalid("nothing is varied");
	const variations = texts.map(parseVariation);
	const seen = new Set<OptionName>();
	for (const { name, option } of variations) {
		if (seen.has(option)) throw invalid(`${name} is varied twice`);
		seen.add(option);
		if (given[option] !== undefined && option !== "model")
			throw invalid(`${name} is varied, and ${flagOf(option)} is given`, `leave out ${flagOf(option)}`);
	}
	return variations;
}

function parseVariation(text: string): Variation {
	const at = text.indexOf("=");
	const name = (at < 0 ? text : text.slice(0, at)).trim().replace(/^--/, "");
	if (at < 0) return switchOf(name);
	const option = optionCalled(name);
	const values = text
		.slice(at + 1)
		.split(",")
		.map((value) => value.trim());
	if (values.length < 2) throw invalid(`--vary ${text} names one value: there is nothing to compare it with`);
	if (new Set(values).size < values.length) throw invalid(`--vary ${text} names a value twice`);
	const settings = values.map((value) => ({ label: `${name}=${value}`, value: settingValue(option, name, value) }));
	return { name, option, settings };
}

/** A switch: first as it is without its flag, then with it. */
function switchOf(name: string): Variation {
	const option = optionNames.find((one) => isVariable(one) && switchFlags(one).includes(name));
	if (option === undefined) {
		const valued = optionNames.some((one) => isVariable(one) && namesOf(one).includes(name));
		throw valued ? lacksValues(name) : unknown(name);
	}
	const isOff = name.startsWith("no-");
	const without = isOff ? `with ${name.slice(3)}` : `no ${name}`;
	const settings = [
		// The default of some switches depends on other options, and could be what they are compared with.
		{ label: without, value: isSwitchWithoutDefault(option) ? isOff : undefined },
		{ label: name, value: !isOff },
	];
	return { name, option, settings };
}

/** A switch is named without its flag, or an option has no values. */
function lacksValues(name: string): UsageError {
	const option = optionNames.find((one) => isVariable(one) && namesOf(one).includes(name));
	const [flag] = option === undefined ? [] : switchFlags(option);
	const schema = option && valueSchema(optionsSchema.shape[option]);
	const [first = "A", second = "B"] = schema instanceof z.ZodEnum ? schema.options.map(String) : [];
	const switched = `write --vary ${flag}, or --vary ${name}=on,off`;
	return invalid(
		`--vary ${name} lacks values`,
		flag === undefined ? `write --vary ${name}=${first},${second}` : switched,
	);
}

function optionCalled(name: string): OptionName {
	const option = optionNames.find((one) => isVariable(one) && namesOf(one).includes(name));
	if (option !== undefined) return option;
	const isSwitch = optionNames.some((one) => isVariable(one) && switchFlags(one).includes(name));
	if (isSwitch)
		throw invalid(`--${name} is a switch and takes no values`, `write --vary ${name}: without it, and with it`);
	const fixed = fixedOptions.find((one) => namesOf(one).includes(name));
	throw fixed ? invalid(`${flagOf(fixed)} holds for the whole ablation and cannot be varied`) : unknown(name);
}

function settingValue(option: OptionName, name: string, text: string): unknown {
	if (text === "default") return undefined;
	if (valueSchema(optionsSchema.shape[option]) instanceof z.ZodBoolean) {
		const value = { on: true, true: true, off: false, false: false }[text.toLowerCase()];
		if (value === undefined) throw invalid(`--vary ${name} cannot be "${text}": it takes on, off`);
		return value;
	}
	const isList = Array.isArray(parseOptionText(option, text, `--vary ${name}`));
	if (!isList) return parseOptionText(option, text, `--vary ${name}`);
	return text.split("+").flatMap((element) => parseOptionText(option, element, `--vary ${name}`) as string[]);
}

function isVariable(option: OptionName): boolean {
	return infoOf(option).commands.includes("research") && !fixedOptions.includes(option);
}

function isSwitchWithoutDefault(option: OptionName): boolean {
	return (
		optionsSchema.parse({})[option] === undefined && valueSchema(optionsSchema.shape[option]) instanceof z.ZodBoolean
	);
}

/** The names of an option that takes a value: of its flag without `no-`, and in camel case. */
function namesOf(option: OptionName): string[] {
	return [flagOf(option).slice(2).replace(/^no-/, ""), option];
}

/** The flags without a value. */
function switchFlags(option: OptionName): string[] {
	const { flags, off } = infoOf(option);
	return [...(flags.includes("<") ? [] : [flags]), ...(off ? [off.flags] : [])].map((one) =>
		one.slice(one.indexOf("--") + 2),
	);
}

function unknown(name: string): UsageError {
	const names = optionNames.filter(isVariable).flatMap((one) => [...namesOf(one), ...switchFlags(one)]);
	const near = nearestWord(name, names);
	return invalid(`there is no option "${name}" to vary`, near === undefined ? help : `did you mean ${near}?`);
}

function invalid(message: string, hint = help): UsageError {
	return new UsageError("VARY_INVALID", message, { hint });
}

/** All combinations, the last variation changing fastest. */
export function combinationsOf(variations: readonly Variation[]): Combination[] {
	return variations.reduce<Combination[]>(
		(before, { settings }) => before.flatMap((positions) => settings.map((_one, at) => [...positions, at])),
		[[]],
	);
}

/** The setting of each variation. */
export function settingsOf(variations: readonly Variation[], combination: Combination): Setting[] {
	return variations.flatMap(({ settings }, at) => settings[combination[at] ?? 0] ?? []);
}

/** The options of a combination. */
export function withSettings(
	options: OptionsInput,
	variations: readonly Variation[],
	combination: Combination,
): OptionsInput {
	const chosen = settingsOf(variations, combination).flatMap(({ value }, at) => {
		const option = variations[at]?.option;
		return value === undefined || option === undefined ? [] : [[option, value]];
	});
	return { ...options, ...Object.fromEntries(chosen) };
}
