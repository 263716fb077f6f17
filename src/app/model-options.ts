import { UsageError } from "../base/errors.ts";
import type { Effort, ModelOptions } from "../evidence/event.ts";
import type { ModelSettings } from "../reasoning/model/model.ts";
import { type ModelName, readModelName } from "./config/model-name.ts";
import { type ModelConfig, readBaseUrl } from "./config/models.ts";

/** The user's choice of language models. What is absent comes from the environment, or is the default. */
export interface ModelAsked {
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
	silenceMs?: number | undefined;
}

/**
 * The model options of a run; undefined for a run without models. Throws `UsageError` `MODEL_MISSING`, `MODEL_NAME_INVALID`,
 * `INVESTIGATORS_UNUSED`, `BASE_URL_…`.
 */
export function modelOptionsOf(asked: ModelAsked, config: ModelConfig): ModelOptions | undefined {
	if (!asked.use) return undefined;
	const typed = asked.lead ?? config.lead;
	if (typed === undefined) {
		assertNothingAsked(asked, config);
		return undefined;
	}
	const lead = readModelName(typed, asked.lead === undefined ? "ASSAY_MODEL" : "--model", "lead");
	const utility = utilityOf(asked, config, lead);
	const sameModel = utility.text === lead.text;
	const leadEffort = asked.leadEffort ?? config.leadEffort;
	const baseUrl = baseUrlOf(asked, config, [lead, utility]);
	const gather = asked.gather ?? "pipeline";
	const investigators = asked.investigators ?? config.investigators;
	if (asked.investigators !== undefined && gather !== "agent")
		throw new UsageError("INVESTIGATORS_UNUSED", "--investigators names their model, and the pipeline sends none", {
			hint: "add --gather agent",
		});
	return {
		lead: lead.text,
		utility: utility.text,
		leadEffort,
		utilityEffort: asked.utilityEffort ?? config.utilityEffort ?? (sameModel ? leadEffort : undefined),
		...(baseUrl === undefined ? {} : { baseUrl }),
		gather,
		...(gather === "agent" && investigators === "lead" ? { investigators } : {}),
		session: asked.session ?? "isolated",
		maxCostUsd: asked.maxCostUsd,
		review: asked.review,
		support: asked.support,
		rewrite: asked.rewrite,
	};
}

function utilityOf(asked: ModelAsked, config: ModelConfig, lead: ModelName): ModelName {
	if (asked.utility !== undefined) return readModelName(asked.utility, "--utility-model", "utility");
	// A model that is typed for one command does all of its work.
	const known = asked.lead === undefined ? config.utility : undefined;
	if (known === undefined) return lead.isDefault ? readModelName(lead.word, "--model", "utility") : lead;
	return readModelName(known, "ASSAY_UTILITY_MODEL", "utility");
}

/** Throws where an option needs a model, so that no option is silently ignored. */
function assertNothingAsked(asked: ModelAsked, config: ModelConfig): void {
	const options: [string, unknown][] = [
		["--utility-model", asked.utility],
		["--effort", asked.leadEffort],
		["--utility-effort", asked.utilityEffort],
		["--base-url", asked.baseUrl],
		["--gather agent", asked.gather === "agent" || undefined],
		["--investigators", asked.investigators],
		["--session single", asked.session === "single" || undefined],
		["ASSAY_UTILITY_MODEL", config.utility],
	];
	const one = options.find(([, value]) => value !== undefined);
	if (one)
		throw new UsageError("MODEL_MISSING", `${one[0]} needs a language model, and none is named`, {
			hint: "name one: --model provider:name, or set ASSAY_MODEL",
		});
}

function baseUrlOf(asked: ModelAsked, config: ModelConfig, models: readonly ModelName[]): string | undefined {
	const takes = models.some(({ provider }) => provider.id === "openai-compatible");
	if (asked.baseUrl === undefined) return takes ? config.baseUrl : undefined;
	const hosted = models[0];
	if (!takes && hosted)
		throw new UsageError("BASE_URL_UNUSED", `--base-url is for servers of one's own, and ${hosted.text} is none`, {
			hint: `did you mean --model openai-compatible:${hosted.model}? Another address for ${hosted.word}: set ${hosted.provider.urlVariable}`,
		});
	return readBaseUrl(asked.baseUrl, "--base-url");
}

/** The settings of a run's two models, with the keys of the present environment. Throws `BASE_URL_MISSING`, `MODEL_KEY_MISSING`. */
export function modelSettingsOf(
	options: ModelOptions,
	config: ModelConfig,
	silenceMs: number | undefined,
): { lead: ModelSettings; utility: ModelSettings } {
	const reach = (text: string, effort: Effort | undefined): ModelSettings => {
		const name = readModelName(text, "the run's model", "lead");
		const own = name.provider.id === "openai-compatible" ? options.baseUrl : undefined;
		const { apiKey, baseUrl } = config.reach(name.provider, own);
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
			idleTimeoutMs: silenceMs,
		};
	};
	return { lead: reach(options.lead, options.leadEffort), utility: reach(options.utility, options.utilityEffort) };
}
