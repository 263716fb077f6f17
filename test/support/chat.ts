import { createHash } from "node:crypto";

/** The body of a request to an OpenAI-compatible server, as far as it decides the answer. */
export interface ChatBody {
	messages: { role: string; content: unknown; tool_calls?: unknown }[];
	tools?: unknown;
	tool_choice?: unknown;
	response_format?: { json_schema?: { name?: string; schema?: unknown } };
}

/** The role that a request asks for: its schema is named after it; only an investigator has tools. */
export function roleOf(body: ChatBody): string {
	return body.response_format?.json_schema?.name ?? (body.tools ? "nextAction" : "unknown");
}

export function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}

/** What was said last to the model. */
export function askedOf({ messages }: ChatBody): string {
	return textOf(messages.findLast(({ role }) => role !== "system")?.content);
}

/** What a draft of one shape consists of stands in its message, but is a prompt file; the ids of fences are made of all parts. */
const ownPart = /^## What to write\n[\s\S]*?\n(?=## |<data )/mu;
const fenceId = /(?<=<\/?data id=")[0-9a-f]+/gu;
const withoutPrompt = (text: string) => (ownPart.test(text) ? text.replace(ownPart, "").replace(fenceId, "") : text);

/**
 * What an answer depends on: the role, and every message but the role's own prompt. A prompt file may be mended without
 * making recorded answers worthless; what the flow asks may not change unseen.
 */
export function keyOf(body: ChatBody): string {
	const said = body.messages
		.filter(({ role }) => role !== "system")
		.map(({ role, content }) => [role, withoutPrompt(textOf(content))]);
	return createHash("sha256")
		.update(JSON.stringify([roleOf(body), said]))
		.digest("hex")
		.slice(0, 24);
}
