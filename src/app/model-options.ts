import { UsageError } from "../base/errors.ts";
import type { Effort, ModelOptions } from "../evidence/event.ts";
import type { ModelSettings } from "../reasoning/model/model.ts";
import { type ModelConfig, parseBaseUrl } from "./config/model-config.ts";
import { type ModelName, parseModelName } from "./config/model-name.ts";

/** The user's choice of language models. What is absent comes from the environment, or is the default. */
export interface ModelPreferences {
	/** False: no model, whatever the environment says. */
	use: boolean;
	lead?: string | undefined;
	utility?: string | undefined;
	leadEffort?: Effort | undefined;
	utilityEffort?: Effort | undefined;
	baseUrl?: string | undefined;
	gather?: ModelOptions["gather"] | undefined;
	/** The model of the investigators. */
	investigators?: "lead" | "utility" | undefined;
	session?: ModelOptions["session"] | undefined;
	maxCostUsd?: number | undefined;
	review: boolean;
	support: boolean;
	rewrite: boolean;
	/** How long a response may send nothing. ms */
	idleTimeoutMs?: number | undefined;
}

/**
 * The model options of a run; undefined for a run without models. Throws `UsageError` `MODEL_MISSING`, `MODEL_NAME_INVALID`,
 * `INVESTIGATORS_UNUSED`, `BASE_URL_…`.
 */
export function modelOptionsOf(preferences: ModelPreferences, config: ModelConfig): ModelOptions | undefined {
	if (!preferences.use) return undefined;
	const leadName = preferences.lead ?? config.lead;
	if (leadName === undefined) {
		assertNoModelOptions(preferences, config);
		return undefined;
	}
	const lead = parseModelName(leadName, preferences.lead === undefined ? "ASSAY_MODEL" : "--model", "lead");
	const utility = utilityModelName(preferences, config, lead);
	const sameModel = utility.text === lead.text;
	const leadEffort = preferences.leadEffort ?? config.leadEffort;
	const baseUrl = baseUrlOf(preferences, config, [lead, utility]);
	const gather = preferences.gather ?? "pipeline";
	const investigators = preferences.investigators ?? config.investigators;
	if (preferences.investigators !== undefined && gather !== "agent")
		throw new UsageError("INVESTIGATORS_UNUSED", "--investigators names their model, and the pipeline sends none", {
			hint: "add --gather agent",
		});
	return {
		lead: lead.text,
		utility: utility.text,
		leadEffort,
		utilityEffort: preferences.utilityEffort ?? config.utilityEffort ?? (sameModel ? leadEffort : undefined),
		...(baseUrl === undefined ? {} : { baseUrl }),
		gather,
		...(gather === "agent" && investigators === "lead" ? { investigators } : {}),
		session: preferences.session ?? "isolated",
		maxCostUsd: preferences.maxCostUsd,
		review: preferences.review,
		support: preferences.support,
		rewrite: preferences.rewrite,
	};
}

function utilityModelName(preferences: ModelPreferences, config: ModelConfig, lead: ModelName): ModelName {
	if (preferences.utility !== undefined) return parseModelName(preferences.utility, "--utility-model", "utility");
	// A model that is typed for one command does all of its work.
	const configured = preferences.lead === undefined ? config.utility : undefined;
	if (configured === undefined) return lead.isDefault ? parseModelName(lead.word, "--model", "utility") : lead;
	return parseModelName(configured, "ASSAY_UTILITY_MODEL", "utility");
}

/** Throws where an option needs a model, so that no option is silently ignored. */
function assertNoModelOptions(preferences: ModelPreferences, config: ModelConfig): void {
	const options: [string, unknown][] = [
		["--utility-model", preferences.utility],
		["--effort", preferences.leadEffort],
		["--utility-effort", preferences.utilityEffort],
		["--base-url", preferences.baseUrl],
		["--gather agent", preferences.gather === "agent" || undefined],
		["--investigators", preferences.investigators],
		["--session single", preferences.session === "single" || undefined],
		["ASSAY_UTILITY_MODEL", config.utility],
	];
	const modelOption = options.find(([, value]) => value !== undefined);
	if (modelOption)
		throw new UsageError("MODEL_MISSING", `${modelOption[0]} needs a language model, and none is named`, {
			hint: "name one: --model provider:name, or set ASSAY_MODEL",
		});
}

function baseUrlOf(
	preferences: ModelPreferences,
	config: ModelConfig,
	models: readonly ModelName[],
): string | undefined {
	const usesBaseUrl = models.some(({ provider }) => provider.id === "openai-compatible");
	if (preferences.baseUrl === undefined) return usesBaseUrl ? config.baseUrl : undefined;
	const firstModel = models[0];
	if (!usesBaseUrl && firstModel)
		throw new UsageError("BASE_URL_UNUSED", `--base-url is for servers of one's own, and ${firstModel.text} is none`, {
			hint: `did you mean --model openai-compatible:${firstModel.model}? Another address for ${firstModel.word}: set ${firstModel.provider.urlVariable}`,
		});
	return parseBaseUrl(preferences.baseUrl, "--base-url");
}

/** The settings of a run's two models, with the keys of the present environment. Throws `BASE_URL_MISSING`, `MODEL_KEY_MISSING`. */
export function modelSettingsOf(
	options: ModelOptions,
	config: ModelConfig,
	timeoutMs: number | undefined,
): { lead: ModelSettings; utility: ModelSettings } {
	const settingsFor = (text: string, effort: Effort | undefined): ModelSettings => {
		const name = parseModelName(text, "the run's model", "lead");
		const typedBaseUrl = name.provider.id === "openai-compatible" ? options.baseUrl : undefined;
		const { apiKey, baseUrl } = config.reach(name.provider, typedBaseUrl);
		if (name.provider.id === "openai-compatible" && baseUrl === undefined)
			throw new UsageError("BASE_URL_MISSING", `where ${name.text} is served is not known`, {
				hint: "say it: --base-url http://HOST:PORT/v1, or set ASSAY_BASE_URL",
			});
		if (name.provider.id !== "openai-compatible" && apiKey === undefined)
			throw new UsageError("MODEL_KEY_MISSING", `${name.text} needs a key, and none is set`, {
				hint: `set ${name.provider.keys.join(" or ")} in your environment or in a file .env`,
			});
		return {
			provider: name.provider.id,
			model: name.model,
			label: name.text,
			apiKey,
			baseUrl,
			effort,
			idleTimeoutMs: timeoutMs,
		};
	};
	return {
		lead: settingsFor(options.lead, options.leadEffort),
		utility: settingsFor(options.utility, options.utilityEffort),
	};
}
