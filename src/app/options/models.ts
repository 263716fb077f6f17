import { UsageError } from "../../base/errors.ts";
import type { Effort, ModelOptions } from "../../evidence/event.ts";
import type { ModelSettings } from "../../reasoning/model/model.ts";
import { type ModelConfig, type ModelConnection, parseBaseUrl } from "../config/model-config.ts";
import { type ModelName, parseModelName } from "../config/model-name.ts";
import { uselessOption } from "./parse.ts";
import { flagOf, infoOf, type OptionName, type Options } from "./schema.ts";

/**
 * The model options that are stored with a run, from the user's options and the environment's; undefined for a run without models.
 * Throws `UsageError` `MODEL_MISSING`, `MODEL_NAME_INVALID`, `INVESTIGATORS_UNUSED`, `REVIEW_MODEL_UNUSED`,
 * `BASE_URL_…`.
 */
export function modelOptionsOf(options: Options, config: ModelConfig): ModelOptions | undefined {
	if (options.model === false) return undefined;
	const configured = config.options;
	const leadName = options.model ?? configured.model;
	if (!leadName) {
		assertNoModelOptions(options, config);
		return undefined;
	}
	const lead = parseModelName(leadName, nameOf("model", options), "lead");
	const utility = utilityModelName(options, config, lead);
	const sameModel = utility.text === lead.text;
	const leadEffort = options.effort ?? configured.effort;
	const reviewer = reviewModelName(options, config);
	const baseUrl = baseUrlOf(options, config, [lead, utility, ...(reviewer ? [reviewer] : [])]);
	const investigators = options.investigators ?? configured.investigators;
	const { gather, session, maxCost, maxRequests, maxTokens, review, support, rewrite } = options;
	if (options.investigators !== undefined && gather !== "agent")
		throw new UsageError("INVESTIGATORS_UNUSED", "--investigators names their model, and the pipeline sends none", {
			hint: "add --gather agent",
		});
	return {
		lead: lead.text,
		utility: utility.text,
		...(reviewer ? { reviewer: reviewer.text } : {}),
		leadEffort,
		utilityEffort: options.utilityEffort ?? configured.utilityEffort ?? (sameModel ? leadEffort : undefined),
		...(baseUrl === undefined ? {} : { baseUrl }),
		gather,
		...(gather === "agent" && investigators === "lead" ? { investigators } : {}),
		session,
		maxCostUsd: maxCost,
		...(maxRequests === undefined ? {} : { maxRequests }),
		...(maxTokens === undefined ? {} : { maxTokens }),
		review,
		support,
		rewrite,
	};
}

/** Where an option was given, for messages: its flag, or its variable. */
function nameOf(name: OptionName, options: Options): string {
	return options[name] === undefined ? (infoOf(name).variable ?? name) : flagOf(name);
}

function utilityModelName(options: Options, config: ModelConfig, lead: ModelName): ModelName {
	// A model that is typed for one command does all of its work.
	const configured = options.model === undefined ? config.options.utilityModel : undefined;
	const typed = options.utilityModel ?? configured;
	if (typed !== undefined) return parseModelName(typed, nameOf("utilityModel", options), "utility");
	return lead.isDefault ? parseModelName(lead.word, "--model", "utility") : lead;
}

/** The model of the roles that check others' work, if the run has one and uses it. Throws `REVIEW_MODEL_UNUSED` where one is typed in vain. */
function reviewModelName(options: Options, config: ModelConfig): ModelName | undefined {
	const { reviewModel, review, support, session } = options;
	const isUsed = session === "isolated" && (review || support);
	if (reviewModel !== undefined && !isUsed)
		throw new UsageError(
			"REVIEW_MODEL_UNUSED",
			session === "single"
				? "--review-model names another model, and a single session is one conversation with the lead model"
				: "--review-model reviews and checks, and both are switched off",
			{
				hint:
					session === "single"
						? "leave out --session single, or --review-model"
						: "leave out --no-review or --no-support, or --review-model",
			},
		);
	// As with the utility model: a model that is typed for one command does all of its work.
	const configured = options.model === undefined ? config.options.reviewModel : undefined;
	const name = reviewModel ?? configured;
	return name === undefined || !isUsed ? undefined : parseModelName(name, nameOf("reviewModel", options), "lead");
}

/** Throws where an option needs a model, so that no option is silently ignored. */
function assertNoModelOptions(options: Options, { options: configured }: ModelConfig): void {
	const names = ["utilityModel", "reviewModel"] as const;
	const variable = names.filter((name) => configured[name]).map((name) => infoOf(name).variable)[0];
	const useless = uselessOption(options, "model") ?? variable;
	if (useless !== undefined)
		throw new UsageError("MODEL_MISSING", `${useless} needs a language model, and none is named`, {
			hint: "name one: --model provider:name, or set ASSAY_MODEL",
		});
}

function baseUrlOf(options: Options, config: ModelConfig, models: readonly ModelName[]): string | undefined {
	const usesBaseUrl = models.some(({ provider }) => provider.id === "openai-compatible");
	const { baseUrl } = options;
	if (baseUrl === undefined) return usesBaseUrl ? config.options.baseUrl : undefined;
	const firstModel = models[0];
	if (!usesBaseUrl && firstModel)
		throw new UsageError("BASE_URL_UNUSED", `--base-url is for servers of one's own, and ${firstModel.text} is none`, {
			hint: `did you mean --model openai-compatible:${firstModel.model}? Another address for ${firstModel.word}: set ${firstModel.provider.urlVariable}`,
		});
	return parseBaseUrl(baseUrl, "--base-url");
}

/**
 * The settings of a run's models, with the keys of the present environment. An estimate needs none.
 * Throws `BASE_URL_MISSING`, `MODEL_KEY_MISSING`.
 */
export function modelSettingsOf(
	options: ModelOptions,
	config: ModelConfig,
	{ modelTimeout, modelParallel, isEstimate }: ModelConnection & { isEstimate?: boolean | undefined },
): { lead: ModelSettings; utility: ModelSettings; reviewer?: ModelSettings } {
	const settingsFor = (text: string, effort: Effort | undefined): ModelSettings => {
		const name = parseModelName(text, "the run's model", "lead");
		const typedBaseUrl = name.provider.id === "openai-compatible" ? options.baseUrl : undefined;
		const { apiKey, baseUrl } = config.reach(name.provider, typedBaseUrl);
		if (name.provider.id === "openai-compatible" && baseUrl === undefined)
			throw new UsageError("BASE_URL_MISSING", `where ${name.text} is served is not known`, {
				hint: "say it: --base-url http://HOST:PORT/v1, or set ASSAY_BASE_URL",
			});
		if (name.provider.id !== "openai-compatible" && apiKey === undefined && !isEstimate)
			throw new UsageError("MODEL_KEY_MISSING", `${name.text} needs a key, and none is set`, {
				hint: `set ${name.provider.keys.join(" or ")} in your environment or in a file .env; what it would cost, without a key: --estimate`,
			});
		return {
			provider: name.provider.id,
			model: name.model,
			label: name.text,
			apiKey,
			baseUrl,
			effort,
			idleTimeoutMs: modelTimeout === undefined ? undefined : modelTimeout * 1_000,
			parallel: modelParallel,
		};
	};
	return {
		lead: settingsFor(options.lead, options.leadEffort),
		utility: settingsFor(options.utility, options.utilityEffort),
		...(options.reviewer === undefined ? {} : { reviewer: settingsFor(options.reviewer, options.leadEffort) }),
	};
}
