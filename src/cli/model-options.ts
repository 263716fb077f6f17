import { type Command, InvalidArgumentError, Option } from "commander";
import type { Effort, ModelOptions } from "../app/api.ts";
import { efforts, idleTimeoutSecondsMax, investigatorModels } from "../app/config/model-config.ts";
import type { ModelPreferences } from "../app/model-options.ts";
import { wholeNumberParser } from "./arguments.ts";

/** The values of the options below, under the parser's names. */
export interface ModelFlags {
	/** A name, or false: `--no-model`. */
	model?: string | false | undefined;
	utilityModel?: string | undefined;
	effort?: Effort | undefined;
	utilityEffort?: Effort | undefined;
	baseUrl?: string | undefined;
	gather?: ModelOptions["gather"] | undefined;
	investigators?: "lead" | "utility" | undefined;
	session?: ModelOptions["session"] | undefined;
	maxCost?: number | undefined;
	review?: boolean | undefined;
	support?: boolean | undefined;
	rewrite?: boolean | undefined;
	/** Seconds. */
	modelTimeout?: number | undefined;
}

/** Maximum cost in USD that a user can allow for a run: a typing error should not cost a house. */
const costMax = 10_000;

/** Adds the options that name models and set how they are called. */
export function addModelOptions(command: Command): Command {
	return command
		.optionsGroup("Language models (none is used unless you name one):")
		.option("-m, --model <name>", "provider:model that reasons, e.g. anthropic, ollama:qwen3:8b (or set ASSAY_MODEL)")
		.option("--utility-model <name>", "a cheaper model for frequent small requests (default: the same)")
		.addOption(new Option("--effort <effort>", `reasoning effort: ${efforts.join(", ")}`).choices([...efforts]))
		.addOption(new Option("--utility-effort <effort>", "the same for the utility model").choices([...efforts]))
		.option(
			"--base-url <url>",
			"URL of an OpenAI-compatible server (or set ASSAY_BASE_URL); its key, if any: ASSAY_API_KEY",
		)
		.addOption(modelTimeoutOption())
		.option("--no-model", "use no model, even if ASSAY_MODEL is set");
}

export function modelTimeoutOption(): Option {
	return new Option(
		"--model-timeout <seconds>",
		"give up on a model that sends nothing for this long (or set ASSAY_MODEL_TIMEOUT)",
	).argParser(wholeNumberParser(1, idleTimeoutSecondsMax));
}

/** Adds the model options, and those on what a run does with models. */
export function addRunModelOptions(command: Command): Command {
	return addModelOptions(command)
		.option("--max-cost <usd>", "the run never costs more than this", parseUsd)
		.addOption(
			new Option("--gather <way>", "pipeline, or agent: one investigator per sub-question (default: pipeline)").choices(
				["pipeline", "agent"],
			),
		)
		.addOption(
			new Option(
				"--investigators <model>",
				"model that investigators use: utility or lead (default: utility; or set ASSAY_INVESTIGATORS)",
			).choices([...investigatorModels]),
		)
		.addOption(
			new Option("--session <kind>", "isolated, or single: one growing conversation (default: isolated)").choices([
				"isolated",
				"single",
			]),
		)
		.option("--no-review", "do not review and revise the draft")
		.option("--no-support", "do not let the model check each sentence against its quotes")
		.option("--no-rewrite", "do not rewrite sentences that fail the support check")
		.optionsGroup("Options:");
}

export function modelsFromFlags(flags: ModelFlags): ModelPreferences {
	return {
		use: flags.model !== false,
		lead: flags.model === false ? undefined : flags.model,
		utility: flags.utilityModel,
		leadEffort: flags.effort,
		utilityEffort: flags.utilityEffort,
		baseUrl: flags.baseUrl,
		gather: flags.gather,
		investigators: flags.investigators,
		session: flags.session,
		maxCostUsd: flags.maxCost,
		review: flags.review ?? true,
		support: flags.support ?? true,
		rewrite: flags.rewrite ?? true,
		idleTimeoutMs: flags.modelTimeout === undefined ? undefined : flags.modelTimeout * 1_000,
	};
}

function parseUsd(value: string): number {
	const amount = /^\$?(\d{1,5}(?:\.\d{1,6})?|\.\d{1,6})$/.exec(value.trim())?.[1];
	const number = amount === undefined ? 0 : Number(amount);
	if (!(number > 0 && number <= costMax))
		throw new InvalidArgumentError(`it takes US dollars above 0, e.g. 0.50, up to ${costMax}.`);
	return number;
}
