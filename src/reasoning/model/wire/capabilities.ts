import type { ModelRequest, ModelSettings } from "../model.ts";
import { apiBaseUrl } from "./providers.ts";

/** What a model's server was found to support. Requests are built accordingly. */
export interface Capabilities {
	/** How a JSON schema is enforced, best first: by the server, as a forced tool's parameters, by JSON mode, by words alone. */
	readonly schema: "native" | "tool" | "json" | "text";
	/** Tool calls are supported. Otherwise the tools are described in words. */
	readonly tools: boolean;
	/** A tool can be forced. Otherwise the prompt asks for it in words. */
	readonly choice: boolean;
	/** Reasoning effort can be set. */
	readonly effort: boolean;
	/** Summaries of reasoning can be sent, as a sign of life. */
	readonly summary: boolean;
	/** Usage can be requested in a stream. */
	readonly usage: boolean;
	/** The output limit is called `max_tokens`. */
	readonly maxTokens: boolean;
	/** The highest output limit that the server accepts; undefined until it states one. Tokens. */
	readonly most: number | undefined;
}

const allCapabilities: Capabilities = {
	schema: "native",
	tools: true,
	choice: true,
	effort: true,
	summary: true,
	usage: true,
	maxTokens: true,
	most: undefined,
};

/** No model has a smaller output limit: smaller numbers in an error mean something else. Tokens. */
const MIN_OUTPUT_LIMIT = 512;

const schemaModes = ["native", "tool", "json", "text"] as const;

/** By address and model, for the life of the process. */
const learnedByModel = new Map<string, Capabilities>();

export function capabilitiesOf(settings: ModelSettings): Capabilities {
	// Z.AI has JSON mode only, forces no tool, and sends usage unasked.
	const first: Capabilities =
		settings.provider === "zai" ? { ...allCapabilities, schema: "json", choice: false, usage: false } : allCapabilities;
	return learnedByModel.get(modelKey(settings)) ?? first;
}

/** Records what a request found out. What another request recorded in the meantime stays. Returns whether a retry may succeed. */
export function learnCapabilities(
	settings: ModelSettings,
	used: Capabilities,
	found: Partial<Capabilities> | undefined,
): boolean {
	if (!found) return false;
	if (capabilitiesOf(settings) === used || !learnedByModel.has(modelKey(settings)))
		learnedByModel.set(modelKey(settings), { ...used, ...found });
	return true;
}

/** The next weaker way to enforce a schema; undefined after the last. */
export function nextSchemaMode(schema: Capabilities["schema"]): Partial<Capabilities> | undefined {
	const next = schemaModes[schemaModes.indexOf(schema) + 1];
	return next && { schema: next };
}

/**
 * The capability that an error (400, 404, 422, 5xx) says the server lacks; undefined when the error is about something else.
 * Each result removes one capability that was used, so that retries come to an end.
 */
export function missingCapability(
	words: string,
	used: Capabilities,
	request: ModelRequest,
): Partial<Capabilities> | undefined {
	const forced = request.toolChoice !== undefined && request.toolChoice !== "auto";
	if (used.usage && /stream_options/i.test(words)) return { usage: false };
	if (used.maxTokens && /max_completion_tokens/i.test(words)) return { maxTokens: false };
	if (used.summary && /reasoning.?summar|summar\w+ .*verified|verified .*summar/i.test(words))
		return { summary: false };
	const most = statedOutputLimit(words, Math.min(request.maxOutput, used.most ?? request.maxOutput));
	if (most !== undefined) return { most };
	if (request.tools?.length) {
		if (used.choice && forced && /tool.?choice|forced tool|forces tool/i.test(words)) return { choice: false };
		if (used.tools && /\btools?\b|tool.?(use|choice|call)|function.?call/i.test(words)) return { tools: false };
	} else if (request.schema) {
		const pattern = {
			native:
				/response.?format|json.?schema|schema|structured|grammar|output_config|output format|response mime|requested parameters/i,
			tool: /\btools?\b|tool.?(use|choice|call)|function.?call|schema|requested parameters/i,
			json: /response.?format|json|structured|grammar|requested parameters/i,
			text: undefined,
		}[used.schema];
		if (pattern?.test(words)) return nextSchemaMode(used.schema);
	}
	if (used.effort && /reasoning|thinking|\beffort\b|\bthink\b/i.test(words)) return { effort: false };
	return undefined;
}

/** The output limit that an error states: its largest number below the requested limit. */
function statedOutputLimit(words: string, requested: number): number | undefined {
	if (!/max\w*.?(completion|output|new)?.?tokens/i.test(words)) return undefined;
	const numbers = [...words.matchAll(/\b\d{1,3}(?:,\d{3})+\b|\b\d{3,}\b/g)].map(([text]) =>
		Number(text.replaceAll(",", "")),
	);
	const below = numbers.filter((number) => number < requested && number >= MIN_OUTPUT_LIMIT);
	if (below.length === 0) return undefined;
	return /exclusive\)/i.test(words) ? Math.max(...below) - 1 : Math.max(...below);
}

function modelKey(settings: ModelSettings): string {
	return `${settings.provider} ${apiBaseUrl(settings)} ${settings.model}`;
}
