import type { ModelSettings, ProviderId } from "../model.ts";
import { createAnthropicBatches } from "./anthropic.ts";
import type { BatchApi } from "./batch-api.ts";
import { createGoogleBatches } from "./google.ts";
import { createOpenAiBatches } from "./openai.ts";

const createApi: Partial<Record<ProviderId, (settings: ModelSettings) => BatchApi>> = {
	anthropic: createAnthropicBatches,
	openai: createOpenAiBatches,
	"openai-compatible": createOpenAiBatches,
	google: createGoogleBatches,
};

/** The batch interface of a model's provider; undefined where it has none. */
export function openBatchApi(settings: ModelSettings): BatchApi | undefined {
	return createApi[settings.provider]?.(settings);
}
