import type { ModelSettings, ProviderId } from "../model.ts";

interface ProviderDefaults {
	/** Its name in messages. */
	title: string;
	baseUrl: string | undefined;
	/** Environment variables that may hold its key, the usual one first; none when a key is optional. */
	keys: readonly string[];
	/** The models when the user names only the provider. */
	lead: string | undefined;
	utility: string | undefined;
}

/** The defaults of each provider. */
export const providers: Readonly<Record<ProviderId, ProviderDefaults>> = {
	anthropic: {
		title: "Anthropic",
		baseUrl: "https://api.anthropic.com/v1",
		keys: ["ANTHROPIC_API_KEY"],
		lead: "claude-opus-5-5",
		utility: "claude-haiku-4-5",
	},
	openai: {
		title: "OpenAI",
		baseUrl: "https://api.openai.com/v1",
		keys: ["OPENAI_API_KEY"],
		lead: "gpt-6-sol",
		utility: "gpt-6-luna",
	},
	google: {
		title: "Google",
		baseUrl: "https://generativelanguage.googleapis.com/v1beta",
		keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
		lead: "gemini-3.8-flash",
		utility: "gemini-3.5-flash-lite",
	},
	openrouter: {
		title: "OpenRouter",
		baseUrl: "https://openrouter.ai/api/v1",
		keys: ["OPENROUTER_API_KEY"],
		lead: "anthropic/claude-opus-5.5",
		utility: "anthropic/claude-haiku-4.5",
	},
	zai: {
		title: "Z.AI",
		baseUrl: "https://api.z.ai/api/paas/v4",
		keys: ["ZAI_API_KEY"],
		lead: "glm-5.3",
		utility: "glm-5.3-flash",
	},
	"openai-compatible": {
		title: "the server",
		baseUrl: undefined,
		keys: [],
		lead: undefined,
		utility: undefined,
	},
};

/** The base URL of a provider's requests, without a slash at the end. A URL of a host alone gets the usual path. */
export function apiBaseUrl({ provider, baseUrl }: Pick<ModelSettings, "provider" | "baseUrl">): string {
	const usual = providers[provider].baseUrl;
	const address = (baseUrl ?? usual ?? "").replace(/\/+$/, "");
	if (URL.parse(address)?.pathname !== "/") return address;
	return address + (usual ? new URL(usual).pathname : "/v1");
}
