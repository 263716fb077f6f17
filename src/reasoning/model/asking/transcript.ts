import type { InvestigatorExchange } from "../../reasoner.ts";
import type { ChatMessage } from "../model.ts";
import { fenced, visible } from "./fence.ts";
import { cut, messageTokens } from "./size.ts";

/** Old results are cut until this share of the room is used, so that the rest stays the same for some turns. */
const AFTER_CUTS = 0.7;
/** The length of a result that was cut. Characters. */
const LINE = 160;

/** The reply to a message without a call. Some servers refuse two messages of the model in a row. */
const silent = "(No tool was called, so nothing happened.)";

/** An investigator's transcript as messages of at most this many tokens. The oldest results are cut to a line each. */
export function transcriptMessages(transcript: readonly InvestigatorExchange[], tokens: number): ChatMessage[] {
	const messages: ChatMessage[] = [];
	for (const exchange of transcript) {
		messages.push(...exchangeMessages(exchange));
		if (size(messages) > tokens) shorten(messages, tokens);
	}
	return messages;
}

/** Cuts results, the oldest first. The newest is cut only when nothing else helps, and then at its end. */
function shorten(messages: ChatMessage[], tokens: number): void {
	const last = messages.length - 1;
	for (const [at, message] of messages.entries()) {
		if (message.role !== "tool" || at === last) continue;
		if (size(messages) <= tokens * AFTER_CUTS) return;
		messages[at] = eachResult(message, line);
	}
	const newest = messages[last];
	const over = size(messages) - tokens;
	if (newest?.role !== "tool" || over <= 0) return;
	const share = Math.max(1, messageTokens(newest) - over) / messageTokens(newest);
	messages[last] = eachResult(newest, (text) => cut(text, Math.floor(Buffer.byteLength(text) * share)));
}

function exchangeMessages({ message, results }: InvestigatorExchange): ChatMessage[] {
	const { text, toolCalls } = message;
	return [
		{ role: "assistant", text, toolCalls },
		results.length > 0 ? { role: "tool", results } : { role: "user", text: silent },
	];
}

/** Puts each tool result into its fence, as others wrote its text. */
export function withFences(messages: readonly ChatMessage[], seed: string): ChatMessage[] {
	return messages.map((message) =>
		message.role === "tool"
			? {
					...message,
					results: message.results.map(({ call, text }) => ({ call, text: fenced(call.name, text, seed) })),
				}
			: message,
	);
}

function eachResult(message: Extract<ChatMessage, { role: "tool" }>, change: (text: string) => string): ChatMessage {
	return { ...message, results: message.results.map(({ call, text }) => ({ call, text: change(text) })) };
}

function line(text: string): string {
	const plain = visible(text).replace(/\s+/g, " ").trim();
	return plain.length <= LINE
		? plain
		: `${plain.slice(0, LINE).toWellFormed()} [… ${plain.length - LINE} characters left out]`;
}

function size(messages: readonly ChatMessage[]): number {
	return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}
