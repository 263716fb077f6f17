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
	/** What was said since, of which nothing is cut here: an answer and its fault, or an investigator's transcript. */
	since?: ChatMessage[] | undefined;
	/** Set in a single session: what was said before. */
	conversation?: Conversation | undefined;
	/** For all messages together. */
	tokens: number;
}

/** The messages of a request, sized, and its user message's words. */
export function opened(opening: Opening): { messages: ChatMessage[]; words: string } {
	const { prompt, schema, parts, since = [], conversation, tokens } = opening;
	const { task, rules } = prompt;
	// The form, too, is the same for every request of a role: it belongs to the beginning that a provider's cache keeps.
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

/** In a single session the faulty answer was said just now: only what is wrong with it is added. */
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

/** Two messages of the user in a row as one: the templates of some local models take nothing but turns. */
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
