import type { Model, ModelSettings } from "../model.ts";
import { nameOf } from "./fault.ts";
import { send } from "./send.ts";

/** The defaults: what most models of today have. Tokens. */
const UNKNOWN_WINDOW = 32_768;
const UNKNOWN_OUTPUT = 8_192;

/** A model behind its provider's own protocol. Nothing is loaded or sent before the first request. */
export function openModel(settings: ModelSettings): Model {
	return {
		name: nameOf(settings),
		settings,
		window: settings.window ?? UNKNOWN_WINDOW,
		maxOutput: settings.maxOutput ?? UNKNOWN_OUTPUT,
		price: settings.price,
		send: (request, context) => send(settings, request, context),
	};
}
