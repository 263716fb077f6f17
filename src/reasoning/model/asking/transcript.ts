import type { InvestigatorExchange } from "../../reasoner.ts";
import type { ChatMessage } from "../model.ts";
import { fenced, visible } from "./fence.ts";
import { cut, messageTokens } from "./size.ts";

/** When old results are cut, so many that this share of the room is used: the rest stays the same for some turns. */
const AFTER_CUTS = 0.7;
/** Of a result that is cut. Characters. */
const LINE = 160;

/** What answers a message without a call: two of the model's in a row are refused by some servers. */
const silent = "(No tool was called, so nothing happened.)";

/** An investigator's transcript as messages of at most so many tokens: the oldest results are cut to a line each. */
export function transcriptMessages(transcript: readonly InvestigatorExchange[], tokens: number): ChatMessage[] {
	const messages: ChatMessage[] = [];
	for (const exchange of transcript) {
		messages.push(...exchangeMessages(exchange));
		if (size(messages) > tokens) shorten(messages, tokens);
	}
	return messages;
}

/** Cuts results from the oldest on; the newest only when nothing else helps, and then at its end. */
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

/** What tools gave was written by others: each text in its fence. */
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
