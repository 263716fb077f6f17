import type { Model, ModelSettings } from "../model.ts";
import { modelLabel } from "./fault.ts";
import { sendModelRequest } from "./send-model-request.ts";

/** The defaults: what most models of today have. Tokens. */
const DEFAULT_WINDOW = 32_768;
const DEFAULT_OUTPUT = 8_192;

/** A model behind its provider's own protocol. Nothing is loaded or sent before the first request. */
export function openModel(settings: ModelSettings): Model {
	return {
		name: modelLabel(settings),
		settings,
		window: settings.window ?? DEFAULT_WINDOW,
		maxOutput: settings.maxOutput ?? DEFAULT_OUTPUT,
		price: settings.price,
		send: (request, context) => sendModelRequest(settings, request, context),
	};
}
