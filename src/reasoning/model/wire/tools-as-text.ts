import type { Json } from "../../../base/json.ts";
import type { ToolCall } from "../../../evidence/call.ts";
import type { ToolSpec } from "../../reasoner.ts";
import type { ChatMessage, ModelRequest } from "../model.ts";
import { parseTolerantly } from "../repair-json.ts";

/** Adds words to the last message: models heed the end best, and the cached prefix stays the same. */
export function appendWords(messages: ChatMessage[], words: string): ChatMessage[] {
	const last = messages.at(-1);
	if (last?.role !== "user") return [...messages, { role: "user", text: words }];
	return messages.with(-1, { role: "user", text: `${last.text}\n\n${words}` });
}

/**
 * The messages of a request with tools, for a server without tools: the system text describes them, calls and results are plain
 * messages.
 */
export function messagesWithToolText(request: ModelRequest): ChatMessage[] {
	const tools = (request.tools ?? []).map(
		({ name, description, parameters }) => `- ${name}: ${description}\n  arguments: ${JSON.stringify(parameters)}`,
	);
	const words = [
		"These tools can be used:",
		...tools,
		'To use one, answer with one JSON object and nothing else: {"tool": "its name", "arguments": {…}}',
	].join("\n");
	const plainMessages = request.messages.map(plainMessage);
	const [first, ...rest] = plainMessages;
	const messages: ChatMessage[] =
		first?.role === "system"
			? [{ role: "system", text: `${first.text}\n\n${words}` }, ...rest]
			: [{ role: "system", text: words }, ...plainMessages];
	const choice = forcedToolText(request);
	return choice ? appendWords(messages, choice) : messages;
}

/** The words that force a tool, for a server that cannot force one; undefined when none is forced. */
export function forcedToolText({ toolChoice }: ModelRequest): string | undefined {
	if (toolChoice === undefined || toolChoice === "auto") return undefined;
	return toolChoice === "required"
		? "Use one of the tools now."
		: `Use the tool "${toolChoice.name}" now, and no other.`;
}

function plainMessage(message: ChatMessage): ChatMessage {
	if (message.role === "tool")
		return {
			role: "user",
			text: message.results.map(({ call, text }) => `Result of ${call.name}:\n${text}`).join("\n\n"),
		};
	if (message.role !== "assistant") return message;
	const calls = message.toolCalls.map((call) => JSON.stringify({ tool: call.name, arguments: call.arguments }));
	return { role: "assistant", text: [message.text, ...calls].filter(Boolean).join("\n"), toolCalls: [] };
}

/**
 * Tool calls that a model wrote as text: JSON, in fences, tags or prose. Empty when it names no known tool. `id` must be new in
 * its conversation.
 */
export function callsInText(text: string, tools: readonly ToolSpec[], id: string): ToolCall[] {
	const names = new Set(tools.map(({ name }) => name));
	for (const piece of objectsIn(text)) {
		const value = parseRepaired(piece);
		const calls = (Array.isArray(value) ? value : [value]).flatMap((one) => callOf(one, names));
		if (calls.length > 0) return calls.map((call, index) => ({ id: `${id}_${index + 1}`, ...call }));
	}
	return [];
}

function callOf(value: Json | undefined, names: ReadonlySet<string>): Omit<ToolCall, "id">[] {
	if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
	const inner = value.function;
	if (inner !== undefined) return callOf(inner, names);
	const name = value.tool ?? value.name ?? value.tool_name;
	if (typeof name !== "string" || !names.has(name)) return [];
	const input = value.arguments ?? value.parameters ?? value.input ?? {};
	return [{ name, arguments: typeof input === "string" ? (parseRepaired(input) ?? input) : input }];
}

/** The pieces of a text that may be JSON, outermost first. */
function* objectsIn(text: string): Generator<string> {
	for (const match of text.matchAll(/```(?:json)?\s*([\s\S]*?)```|<tool_call>\s*([\s\S]*?)(?:<\/tool_call>|$)/g))
		yield match[1] ?? match[2] ?? "";
	for (const open of ["{", "["] as const) {
		const from = text.indexOf(open);
		const to = text.lastIndexOf(open === "{" ? "}" : "]");
		if (from >= 0) yield text.slice(from, to > from ? to + 1 : undefined);
	}
}

/** Parses an object or list, repaired where possible; undefined when there is none. */
export function parseRepaired(text: string): Json | undefined {
	const value = parseTolerantly(text);
	return value !== null && typeof value === "object" ? (value as Json) : undefined;
}
