import type { Json } from "../../../base/json.ts";
import type { ModelMessage, ToolCall } from "../../../evidence/call.ts";
import type { ToolSpec } from "../../reasoner.ts";

/** The calls of a message that name a tool that may be called. */
export function called(message: ModelMessage, allowed: readonly ToolSpec[]): ToolCall[] {
	const names = new Set(allowed.map(({ name }) => name));
	return message.toolCalls
		.filter(({ name }) => names.has(name))
		.map((call) => ({ ...call, arguments: opened(call.arguments) }));
}

/** Arguments that came as a JSON string. */
function opened(value: Json): Json {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value) as Json;
	} catch {
		return value;
	}
}
