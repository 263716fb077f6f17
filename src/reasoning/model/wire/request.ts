import type { JSONObject, JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { Json } from "../../../base/json.ts";
import { formInWords } from "../form.ts";
import type { ChatMessage, ModelRequest, ModelSettings } from "../model.ts";
import type { Abilities } from "./abilities.ts";
import { appended, choiceInWords, withToolsInWords } from "./prompted.ts";
import { fitsStrict, plain, schemaName } from "./schema.ts";

type Options = LanguageModelV4CallOptions;
type ProviderOptions = NonNullable<Options["providerOptions"]>;

/** A request as options of the providers' SDKs, within the capabilities of the model's server. */
export function optionsOf(settings: ModelSettings, request: ModelRequest, abilities: Abilities): Options {
	const prompted = inWords(request, abilities);
	const { tools, choice } = toolsOf(request, abilities);
	const format = request.tools?.length ? undefined : formatOf(request, abilities);
	const forced = choice !== undefined && choice.type !== "auto";
	// Anthropic rejects thinking when a tool is forced.
	const thinks = abilities.effort && !(forced && settings.provider === "anthropic");
	const { effort } = settings;
	const provider = providerOptions(settings, request, abilities);
	return {
		prompt: promptOf(settings, prompted),
		maxOutputTokens: Math.min(request.maxOutput, abilities.most ?? request.maxOutput),
		...(tools ? { tools } : {}),
		...(choice ? { toolChoice: choice } : {}),
		...(format ? { responseFormat: format } : {}),
		...(thinks && effort && settings.provider !== "zai" ? { reasoning: effort } : {}),
		...(provider ? { providerOptions: provider } : {}),
	};
}

function inWords(request: ModelRequest, abilities: Abilities): ChatMessage[] {
	const { messages, tools, schema } = request;
	if (tools?.length) {
		if (!abilities.tools) return withToolsInWords(request);
		const choice = abilities.choice ? undefined : choiceInWords(request);
		return choice ? appended(messages, choice) : messages;
	}
	if (!schema) return messages;
	if (abilities.schema === "native" || abilities.schema === "tool") return messages;
	const json = plain(schema.json);
	const form = formInWords(json);
	const isTold = messages.some((message) => "text" in message && message.text.includes(form));
	return appended(messages, isTold ? "Answer with nothing but JSON of the form given above." : form);
}

function toolsOf(
	request: ModelRequest,
	abilities: Abilities,
): Pick<Options, "tools"> & { choice?: Options["toolChoice"] } {
	const { tools, toolChoice, schema } = request;
	if (tools?.length) {
		if (!abilities.tools) return {};
		const choice =
			!abilities.choice || toolChoice === undefined || toolChoice === "auto"
				? ({ type: "auto" } as const)
				: toolChoice === "required"
					? ({ type: "required" } as const)
					: ({ type: "tool", toolName: toolChoice.name } as const);
		return {
			tools: tools.map(({ name, description, parameters }) => ({
				type: "function",
				name,
				description,
				inputSchema: plain(parameters) as JSONSchema7,
			})),
			choice,
		};
	}
	if (!schema || abilities.schema !== "tool") return {};
	const name = schemaName(schema.name);
	return {
		tools: [
			{ type: "function", name, description: "Gives the answer.", inputSchema: plain(schema.json) as JSONSchema7 },
		],
		choice: { type: "tool", toolName: name },
	};
}

function formatOf({ schema }: ModelRequest, abilities: Abilities): Options["responseFormat"] {
	if (!schema || abilities.schema === "tool" || abilities.schema === "text") return undefined;
	if (abilities.schema === "json") return { type: "json" };
	return { type: "json", schema: plain(schema.json) as JSONSchema7, name: schemaName(schema.name) };
}

/** Whether the provider's strict mode accepts the request's schema. */
export function isStrict({ schema }: ModelRequest): boolean {
	return schema !== undefined && fitsStrict(plain(schema.json));
}

function providerOptions(
	settings: ModelSettings,
	request: ModelRequest,
	abilities: Abilities,
): ProviderOptions | undefined {
	const effort = abilities.effort ? settings.effort : undefined;
	switch (settings.provider) {
		case "openai":
			return {
				openai: {
					store: false,
					strictJsonSchema: isStrict(request),
					reasoningSummary: effort && effort !== "none" && abilities.summary ? "auto" : null,
				},
			};
		case "openrouter":
			return { openrouter: { ...routing(settings), ...openRouterThinking(effort) } };
		case "zai":
			return { server: { ...(request.tools?.length ? { tool_stream: true } : {}), ...glmThinking(effort) } };
		case "openai-compatible":
			return { server: { strictJsonSchema: isStrict(request) } };
		default:
			return undefined;
	}
}

/** OpenRouter passes a request on to any provider, at that provider's price. Its `max_price` is in USD a million tokens, like ours. */
function routing({ capPrice, price }: ModelSettings): Record<string, JSONObject> {
	if (!capPrice || !price) return {};
	const all = [price, ...(price.tiers ?? [])];
	const dearest = (rate: "input" | "output") => Math.max(...all.map((rates) => rates[rate]));
	return { provider: { max_price: { prompt: dearest("input"), completion: dearest("output") } } };
}

function openRouterThinking(effort: ModelSettings["effort"]): Record<string, JSONObject> {
	return effort ? { reasoning: { effort: effort === "max" ? "xhigh" : effort } } : {};
}

/** GLM turns thinking on or off; newer models have three efforts. */
function glmThinking(effort: ModelSettings["effort"]): Record<string, string | { type: string }> {
	if (effort === undefined) return {};
	if (effort === "none" || effort === "minimal") return { thinking: { type: "disabled" } };
	const three = effort === "low" ? "low" : effort === "xhigh" || effort === "max" ? "max" : "high";
	return { thinking: { type: "enabled" }, reasoningEffort: three };
}

const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Anthropic caches what precedes its marks: the system text, and the conversation without its last message. */
function promptOf(settings: ModelSettings, messages: ChatMessage[]): LanguageModelV4Message[] {
	const marks =
		settings.provider === "anthropic" || (settings.provider === "openrouter" && /^~?anthropic\//.test(settings.model));
	return messages.map((message, index) => {
		const isMarked = marks && (message.role === "system" || (index > 0 && index === messages.length - 2));
		return { ...messageOf(message), ...(isMarked ? { providerOptions: cached } : {}) };
	});
}

function messageOf(message: ChatMessage): LanguageModelV4Message {
	switch (message.role) {
		case "system":
			return { role: "system", content: message.text };
		case "user":
			return { role: "user", content: [{ type: "text", text: message.text }] };
		case "assistant":
			return {
				role: "assistant",
				content: [
					// Some providers refuse a message without content.
					...(message.text || message.toolCalls.length === 0
						? [{ type: "text" as const, text: message.text || "(nothing)" }]
						: []),
					...message.toolCalls.map((call) => ({
						type: "tool-call" as const,
						toolCallId: call.id,
						toolName: call.name,
						input: objectOf(call.arguments),
					})),
				],
			};
		case "tool":
			return {
				role: "tool",
				content: message.results.map(({ call, text }) => ({
					type: "tool-result" as const,
					toolCallId: call.id,
					toolName: call.name,
					output: { type: "text" as const, value: text },
				})),
			};
	}
}

/** Arguments that could not be parsed are sent as they came, inside an object, which every provider accepts. */
function objectOf(value: Json): Json {
	return value !== null && typeof value === "object" && !Array.isArray(value) ? value : { unreadable: value };
}
