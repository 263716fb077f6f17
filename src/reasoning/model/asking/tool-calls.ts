import type { Json } from "../../../base/json.ts";
import type { ModelMessage, ToolCall } from "../../../evidence/call.ts";
import type { ToolSpec } from "../../reasoner.ts";
import { parseTolerantly } from "../repair-json.ts";

/** The calls in a message whose tools may be called. */
export function allowedCalls(message: ModelMessage, allowed: readonly ToolSpec[]): ToolCall[] {
	const names = new Set(allowed.map(({ name }) => name));
	return message.toolCalls
		.filter(({ name }) => names.has(name))
		.map((call) => ({ ...call, arguments: parseArguments(call.arguments) }));
}

/** Parses arguments that came as a string of JSON, or of nearly JSON. */
function parseArguments(value: Json): Json {
	if (typeof value !== "string") return value;
	const read = parseTolerantly(value);
	return read !== null && typeof read === "object" ? (read as Json) : value;
}
