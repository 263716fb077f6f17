import type { PromptPart } from "../asker.ts";
import type { ChatMessage } from "../model.ts";
import type { Prompt } from "../prompts.ts";
import { describeAnswerForm } from "../schema-as-type.ts";
import type { AnswerSchema } from "./answer-schema.ts";
import type { Conversation } from "./conversation.ts";
import { fitParts, messageTokens, tokensOf } from "./fit-prompt.ts";

export interface MessageParts {
	prompt: Prompt;
	schema?: AnswerSchema | undefined;
	parts: readonly PromptPart[];
	/** Later messages, which are not cut here: an answer and its fault, or an investigator's transcript. */
	since?: ChatMessage[] | undefined;
	/** The earlier messages of a single session. */
	conversation?: Conversation | undefined;
	/** The limit for all messages together. */
	tokens: number;
}

/** The messages of a request, sized to fit, and the words of its user message. */
export function composeMessages(opening: MessageParts): { messages: ChatMessage[]; words: string } {
	const { prompt, schema, parts, since = [], conversation, tokens } = opening;
	const { task, rules } = prompt;
	// The form is the same for every request of a role, so it belongs to the beginning that a provider caches.
	const form = schema ? describeAnswerForm(schema.wire) : "";
	const system = conversation ? rules : joinTexts(task, rules, form);
	const head = conversation ? joinTexts(task, form) : "";
	const room = since.reduce(
		(room, message) => room - messageTokens(message),
		tokens - tokensOf(system) - tokensOf(head),
	);
	const words = joinTexts(head, fitParts(parts, room));
	const before = conversation?.latestMessages(room - tokensOf(words) + tokensOf(head)) ?? [];
	const messages: ChatMessage[] = [
		{ role: "system", text: system },
		...before,
		{ role: "user", text: words },
		...since,
	];
	return { messages: mergeUserMessages(messages), words };
}

/** The messages of a repair in a single session. The conversation ends with the faulty answer, so only its fault is added. */
export function composeRepair(
	conversation: Conversation,
	{ rules }: Prompt,
	repair: ChatMessage[],
	tokens: number,
): { messages: ChatMessage[]; words: string } {
	const end = repair.slice(-1);
	const words = end.map((message) => ("text" in message ? message.text : "")).join("");
	const before = conversation.latestMessages(tokens - tokensOf(rules) - tokensOf(words), 1);
	return { messages: [{ role: "system", text: rules }, ...before, ...end], words };
}

function joinTexts(...texts: string[]): string {
	return texts.filter(Boolean).join("\n\n");
}

/** Merges two user messages in a row. The templates of some local models take alternating roles only. */
function mergeUserMessages(messages: ChatMessage[]): ChatMessage[] {
	const result: ChatMessage[] = [];
	for (const message of messages) {
		const last = result.at(-1);
		if (message.role === "user" && last?.role === "user")
			result[result.length - 1] = { role: "user", text: joinTexts(last.text, message.text) };
		else result.push(message);
	}
	return result;
}
