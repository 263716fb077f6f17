import type { JSONObject, JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { Json } from "../../../base/json.ts";
import type { ChatMessage, ModelRequest, ModelSettings } from "../model.ts";
import { describeAnswerForm } from "../schema-as-type.ts";
import type { Capabilities } from "./capabilities.ts";
import { fitsStrictMode, schemaName, withoutDialect } from "./strict-schema.ts";
import { appendWords, forcedToolText, messagesWithToolText } from "./tools-as-text.ts";

type Options = LanguageModelV4CallOptions;
type ProviderOptions = NonNullable<Options["providerOptions"]>;

/** A request as options of the providers' SDKs, within the capabilities of the model's server. */
export function sdkOptions(settings: ModelSettings, request: ModelRequest, capabilities: Capabilities): Options {
	const prompted = promptedMessages(request, capabilities);
	const { tools, choice } = toolsOf(request, capabilities);
	const format = request.tools?.length ? undefined : responseFormat(request, capabilities);
	const forced = choice !== undefined && choice.type !== "auto";
	// Anthropic rejects thinking when a tool is forced.
	const thinks = capabilities.effort && !(forced && settings.provider === "anthropic");
	const { effort } = settings;
	const provider = providerOptions(settings, request, capabilities);
	return {
		prompt: sdkPrompt(settings, prompted),
		maxOutputTokens: Math.min(request.maxOutput, capabilities.most ?? request.maxOutput),
		...(tools ? { tools } : {}),
		...(choice ? { toolChoice: choice } : {}),
		...(format ? { responseFormat: format } : {}),
		...(thinks && effort && settings.provider !== "zai" ? { reasoning: effort } : {}),
		...(provider ? { providerOptions: provider } : {}),
	};
}

function promptedMessages(request: ModelRequest, capabilities: Capabilities): ChatMessage[] {
	const { messages, tools, schema } = request;
	if (tools?.length) {
		if (!capabilities.tools) return messagesWithToolText(request);
		const choice = capabilities.choice ? undefined : forcedToolText(request);
		return choice ? appendWords(messages, choice) : messages;
	}
	if (!schema) return messages;
	if (capabilities.schema === "native" || capabilities.schema === "tool") return messages;
	const json = withoutDialect(schema.json);
	const form = describeAnswerForm(json);
	const isShown = messages.some((message) => "text" in message && message.text.includes(form));
	return appendWords(messages, isShown ? "Answer with nothing but JSON of the form given above." : form);
}

function toolsOf(
	request: ModelRequest,
	capabilities: Capabilities,
): Pick<Options, "tools"> & { choice?: Options["toolChoice"] } {
	const { tools, toolChoice, schema } = request;
	if (tools?.length) {
		if (!capabilities.tools) return {};
		const choice =
			!capabilities.choice || toolChoice === undefined || toolChoice === "auto"
				? ({ type: "auto" } as const)
				: toolChoice === "required"
					? ({ type: "required" } as const)
					: ({ type: "tool", toolName: toolChoice.name } as const);
		return {
			tools: tools.map(({ name, description, parameters }) => ({
				type: "function",
				name,
				description,
				inputSchema: withoutDialect(parameters) as JSONSchema7,
			})),
			choice,
		};
	}
	if (!schema || capabilities.schema !== "tool") return {};
	const name = schemaName(schema.name);
	return {
		tools: [
			{
				type: "function",
				name,
				description: "Gives the answer.",
				inputSchema: withoutDialect(schema.json) as JSONSchema7,
			},
		],
		choice: { type: "tool", toolName: name },
	};
}

function responseFormat({ schema }: ModelRequest, capabilities: Capabilities): Options["responseFormat"] {
	if (!schema || capabilities.schema === "tool" || capabilities.schema === "text") return undefined;
	if (capabilities.schema === "json") return { type: "json" };
	return { type: "json", schema: withoutDialect(schema.json) as JSONSchema7, name: schemaName(schema.name) };
}

/** Whether the provider's strict mode accepts the request's schema. */
export function hasStrictSchema({ schema }: ModelRequest): boolean {
	return schema !== undefined && fitsStrictMode(withoutDialect(schema.json));
}

function providerOptions(
	settings: ModelSettings,
	request: ModelRequest,
	capabilities: Capabilities,
): ProviderOptions | undefined {
	const effort = capabilities.effort ? settings.effort : undefined;
	switch (settings.provider) {
		case "openai":
			return {
				openai: {
					store: false,
					strictJsonSchema: hasStrictSchema(request),
					reasoningSummary: effort && effort !== "none" && capabilities.summary ? "auto" : null,
				},
			};
		case "openrouter":
			return { openrouter: { ...priceRouting(settings), ...openRouterThinking(effort) } };
		case "zai":
			return { server: { ...(request.tools?.length ? { tool_stream: true } : {}), ...glmThinking(effort) } };
		case "openai-compatible":
			return { server: { strictJsonSchema: hasStrictSchema(request) } };
		default:
			return undefined;
	}
}

/** OpenRouter passes a request on to any provider, at that provider's price. Its `max_price` is in USD a million tokens, like ours. */
function priceRouting({ capPrice, price }: ModelSettings): Record<string, JSONObject> {
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
	const level = effort === "low" ? "low" : effort === "xhigh" || effort === "max" ? "max" : "high";
	return { thinking: { type: "enabled" }, reasoningEffort: level };
}

const cacheMark = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Anthropic caches what precedes its marks: the system text, and the conversation without its last message. */
function sdkPrompt(settings: ModelSettings, messages: ChatMessage[]): LanguageModelV4Message[] {
	const usesMarks =
		settings.provider === "anthropic" || (settings.provider === "openrouter" && /^~?anthropic\//.test(settings.model));
	return messages.map((message, index) => {
		const isMarked = usesMarks && (message.role === "system" || (index > 0 && index === messages.length - 2));
		return { ...sdkMessage(message), ...(isMarked ? { providerOptions: cacheMark } : {}) };
	});
}

function sdkMessage(message: ChatMessage): LanguageModelV4Message {
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
						input: asObject(call.arguments),
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
function asObject(value: Json): Json {
	return value !== null && typeof value === "object" && !Array.isArray(value) ? value : { unreadable: value };
}
