import { parts } from "../../evidence/parts.ts";
import type { Hooks } from "../progress.ts";
import {
	flagOf,
	infoOf,
	type OptionName,
	type Options,
	type OptionsInput,
	optionNames,
	optionsSchema,
} from "./schema.ts";

/** An option that was typed and changes nothing of the run. */
export interface WithoutEffect {
	/** Its flag. */
	option: string;
	why: string;
}

const noModel = "no language model is used";
const noSurvey = "the depth is not survey";

/** Options that only a model's work can use, beside those that are refused without one. */
const ofModels: ReadonlySet<OptionName> = new Set<OptionName>([
	...(["width", "modelTimeout", "modelParallel", "maxCost", "review", "support", "rewrite"] as const),
	...(Object.keys(parts) as (keyof typeof parts)[]).filter((part) => parts[part].startsWith("with a model:")),
]);

/** The options of those that were typed that change nothing of a run with these options. `hasModel`: it uses a language model. */
export function withoutEffect(typed: OptionsInput, options: Options, hasModel: boolean): WithoutEffect[] {
	const defaults = optionsSchema.parse({});
	return optionNames
		.filter((name) => typed[name] !== undefined && JSON.stringify(options[name]) !== JSON.stringify(defaults[name]))
		.flatMap((name) => {
			const isIdle = !hasModel && (ofModels.has(name) || infoOf(name).needs === "model");
			const why = isIdle ? noModel : name === "survey" && options.depth !== "survey" ? noSurvey : undefined;
			return why === undefined ? [] : [{ option: flagOf(name), why }];
		});
}

/** Says once, in one line, which of the options that were typed have no effect, and why. */
export function noteWithoutEffect(options: readonly WithoutEffect[] | undefined, { onProgress }: Hooks): void {
	const groups = [...Map.groupBy(options ?? [], ({ why }) => why)];
	const words = groups.map(([why, those]) => `${those.map(({ option }) => option).join(", ")} (${why})`);
	if (words.length > 0) onProgress({ type: "note", text: `without effect in this run: ${words.join("; ")}` });
}
