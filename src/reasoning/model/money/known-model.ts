import type { ModelSettings, Price, ProviderId } from "../model.ts";
import { isOwnMachine } from "./own-machine.ts";
import { findInPriceList } from "./price-list.ts";

/** For an unknown model: what most servers and models of today have. Tokens. */
const DEFAULT_WINDOW = 32_768;
const DEFAULT_OUTPUT = 8_192;
/** The highest output limit that is assumed when only the window is known. Tokens. */
const MAX_LIKELY_OUTPUT = 32_000;

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
export async function lookUpModel(settings: ModelSettings): Promise<KnownModel> {
	const { provider, model, baseUrl } = settings;
	const isOwn = provider === "openai-compatible" && baseUrl !== undefined && isOwnMachine(baseUrl);
	const listedUnder = provider === "openai-compatible" ? { baseUrl } : { providerId: providerIds[provider] };
	const entry = isOwn ? undefined : await findInPriceList(model, listedUnder);
	const openRouterName = openRouterNames[provider];
	const window =
		settings.window ??
		entry?.window ??
		(openRouterName
			? (await findInPriceList(`${openRouterName}/${model}`, { providerId: "openrouter" }))?.window
			: undefined);
	const price = settings.price ?? (isOwn ? { input: 0, output: 0 } : entry?.price);
	return {
		window: window ?? DEFAULT_WINDOW,
		maxOutput: settings.maxOutput ?? (window ? Math.min(Math.floor(window / 4), MAX_LIKELY_OUTPUT) : DEFAULT_OUTPUT),
		price,
		source: settings.price ? "user" : isOwn ? "local" : entry?.price ? "genai-prices" : "unknown",
	};
}
