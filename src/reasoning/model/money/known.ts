import type { ModelSettings, Price, ProviderId } from "../model.ts";
import { listed } from "./listed.ts";
import { isOwnMachine } from "./own-machine.ts";

/** When nobody knows better: what most servers and models of today hold. Tokens. */
const UNKNOWN_WINDOW = 32_768;
const UNKNOWN_OUTPUT = 8_192;
/** The most that one answer may hold when only the window is known. Tokens. */
const LIKELY_OUTPUT = 32_000;

export interface KnownModel {
	/** Input and output together. Tokens. */
	window: number;
	/** Tokens, reasoning included. */
	maxOutput: number;
	price: Price | undefined;
	/** Where the price is from; `local`: a machine of the user's own asks for no money. */
	source: "user" | "genai-prices" | "local" | "unknown";
}

/** Their ids in genai-prices. */
const providerIds: Record<Exclude<ProviderId, "openai-compatible">, string> = {
	anthropic: "anthropic",
	openai: "openai",
	google: "google",
	openrouter: "openrouter",
	zai: "zai",
};

/** Under these names OpenRouter lists other providers' models: it knows windows that the providers' own lists leave out. */
const openRouterNames: Partial<Record<ProviderId, string>> = {
	anthropic: "anthropic",
	openai: "openai",
	google: "google",
	zai: "z-ai",
};

/** The window and price of a model: what the user says first, then the maintained list. */
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
