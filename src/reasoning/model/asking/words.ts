import type { Part } from "../asker.ts";
import { formInWords } from "../form.ts";
import type { ChatMessage } from "../model.ts";
import type { Prompt } from "../prompts.ts";
import type { AnswerSchema } from "./schema.ts";
import type { Conversation } from "./session.ts";
import { fitted, messageTokens, tokensOf } from "./size.ts";

export interface Opening {
	prompt: Prompt;
	schema?: AnswerSchema | undefined;
	parts: readonly Part[];
	/** Later messages, which are not cut here: an answer and its fault, or an investigator's transcript. */
	since?: ChatMessage[] | undefined;
	/** The earlier messages of a single session. */
	conversation?: Conversation | undefined;
	/** The limit for all messages together. */
	tokens: number;
}

/** The messages of a request, sized to fit, and the words of its user message. */
export function opened(opening: Opening): { messages: ChatMessage[]; words: string } {
	const { prompt, schema, parts, since = [], conversation, tokens } = opening;
	const { task, rules } = prompt;
	// The form is the same for every request of a role, so it belongs to the beginning that a provider caches.
	const form = schema ? formInWords(schema.wire) : "";
	const system = conversation ? rules : together(task, rules, form);
	const head = conversation ? together(task, form) : "";
	const left = since.reduce(
		(room, message) => room - messageTokens(message),
		tokens - tokensOf(system) - tokensOf(head),
	);
	const words = together(head, fitted(parts, left));
	const before = conversation?.before(left - tokensOf(words) + tokensOf(head)) ?? [];
	const messages: ChatMessage[] = [
		{ role: "system", text: system },
		...before,
		{ role: "user", text: words },
		...since,
	];
	return { messages: inTurns(messages), words };
}

/** The messages of a repair in a single session. The conversation ends with the faulty answer, so only its fault is added. */
export function goneOn(
	conversation: Conversation,
	{ rules }: Prompt,
	repair: ChatMessage[],
	tokens: number,
): { messages: ChatMessage[]; words: string } {
	const end = repair.slice(-1);
	const words = end.map((message) => ("text" in message ? message.text : "")).join("");
	const before = conversation.before(tokens - tokensOf(rules) - tokensOf(words), 1);
	return { messages: [{ role: "system", text: rules }, ...before, ...end], words };
}

function together(...texts: string[]): string {
	return texts.filter(Boolean).join("\n\n");
}

/** Merges two user messages in a row. The templates of some local models take alternating roles only. */
function inTurns(messages: ChatMessage[]): ChatMessage[] {
	const result: ChatMessage[] = [];
	for (const message of messages) {
		const last = result.at(-1);
		if (message.role === "user" && last?.role === "user")
			result[result.length - 1] = { role: "user", text: together(last.text, message.text) };
		else result.push(message);
	}
	return result;
}
