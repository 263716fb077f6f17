import type { ModelSettings, Price, ProviderId } from "../model.ts";
import { listed } from "./listed.ts";
import { isOwnMachine } from "./own-machine.ts";

/** For an unknown model: what most servers and models of today have. Tokens. */
const UNKNOWN_WINDOW = 32_768;
const UNKNOWN_OUTPUT = 8_192;
/** The highest output limit that is assumed when only the window is known. Tokens. */
const LIKELY_OUTPUT = 32_000;

export interface KnownModel {
	/** Input and output together. Tokens. */
	window: number;
	/** Tokens, reasoning included. */
	maxOutput: number;
	price: Price | undefined;
	/** The source of the price. `local`: the user's own machine costs nothing. */
	source: "user" | "genai-prices" | "local" | "unknown";
}

/** The providers' ids in genai-prices. */
const providerIds: Record<Exclude<ProviderId, "openai-compatible">, string> = {
	anthropic: "anthropic",
	openai: "openai",
	google: "google",
	openrouter: "openrouter",
	zai: "zai",
};

/** The names under which OpenRouter lists other providers' models. It knows windows that the providers' own lists lack. */
const openRouterNames: Partial<Record<ProviderId, string>> = {
	anthropic: "anthropic",
	openai: "openai",
	google: "google",
	zai: "z-ai",
};

/** The window and price of a model: the user's values first, then the maintained list. */
export async function knownModel(settings: ModelSettings): Promise<KnownModel> {
	const { provider, model, baseUrl } = settings;
	const own = provider === "openai-compatible" && baseUrl !== undefined && isOwnMachine(baseUrl);
	const where = provider === "openai-compatible" ? { baseUrl } : { providerId: providerIds[provider] };
	const found = own ? undefined : await listed(model, where);
	const elsewhere = openRouterNames[provider];
	const window =
		settings.window ??
		found?.window ??
		(elsewhere ? (await listed(`${elsewhere}/${model}`, { providerId: "openrouter" }))?.window : undefined);
	const price = settings.price ?? (own ? { input: 0, output: 0 } : found?.price);
	return {
		window: window ?? UNKNOWN_WINDOW,
		maxOutput: settings.maxOutput ?? (window ? Math.min(Math.floor(window / 4), LIKELY_OUTPUT) : UNKNOWN_OUTPUT),
		price,
		source: settings.price ? "user" : own ? "local" : found?.price ? "genai-prices" : "unknown",
	};
}
