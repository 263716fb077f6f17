import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelSettings } from "../model.ts";
import type { Capabilities } from "./capabilities.ts";
import { apiBaseUrl } from "./providers.ts";

/** What a model of an SDK makes of one response. */
export type GeneratedResponse = Awaited<ReturnType<LanguageModelV4["doGenerate"]>>;
type Fetch = typeof globalThis.fetch;

/** The model of the provider's SDK, which is imported on first use: a run without models loads none. */
export async function createLanguageModel(
	settings: ModelSettings,
	capabilities: Capabilities,
	strict: boolean,
	fetch: Fetch,
): Promise<LanguageModelV4> {
	const { model } = settings;
	const common = { baseURL: apiBaseUrl(settings), apiKey: settings.apiKey?.reveal() ?? "", fetch };
	switch (settings.provider) {
		case "anthropic":
			return (await import("@ai-sdk/anthropic")).createAnthropic(common)(model);
		case "openai":
			return (await import("@ai-sdk/openai")).createOpenAI(common).responses(model);
		case "google":
			return (await import("@ai-sdk/google")).createGoogle(common)(model);
		case "openrouter":
			return (await import("@openrouter/ai-sdk-provider"))
				.createOpenRouter({ ...common, compatibility: "strict", appName: "assay" })
				.chat(model, { structuredOutputs: { strict } });
		case "zai":
		case "openai-compatible": {
			const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
			return createOpenAICompatible({
				name: "server",
				baseURL: common.baseURL,
				...(common.apiKey ? { apiKey: common.apiKey } : {}),
				fetch,
				includeUsage: capabilities.usage,
				supportsStructuredOutputs: true,
				transformRequestBody: (body) => (capabilities.maxTokens ? body : renameLimit(body)),
			}).chatModel(model);
		}
	}
}

/** Newer OpenAI-compatible servers accept `max_completion_tokens` only. */
function renameLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
	return { ...body, max_completion_tokens: max_tokens };
}
