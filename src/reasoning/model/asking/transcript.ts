import type { InvestigatorExchange } from "../../reasoner.ts";
import type { ChatMessage } from "../model.ts";
import { fenceText, removeInvisible } from "./fence.ts";
import { cutText, messageTokens } from "./fit-prompt.ts";

/** Old results are cut until this share of the room is used, so that the rest stays the same for some turns. */
const SHARE_AFTER_CUTS = 0.7;
/** The length of a result that was cut. Characters. */
const CUT_RESULT_LENGTH = 160;

/** The reply to a message without a call. Some servers refuse two messages of the model in a row. */
const noCallReply = "(No tool was called, so nothing happened.)";

/** An investigator's transcript as messages of at most this many tokens. The oldest results are cut to a line each. */
export function transcriptMessages(transcript: readonly InvestigatorExchange[], tokens: number): ChatMessage[] {
	const messages: ChatMessage[] = [];
	for (const exchange of transcript) {
		messages.push(...exchangeMessages(exchange));
		if (totalTokens(messages) > tokens) shorten(messages, tokens);
	}
	return messages;
}

/** Cuts results, the oldest first. The newest is cut only when nothing else helps, and then at its end. */
function shorten(messages: ChatMessage[], tokens: number): void {
	const last = messages.length - 1;
	for (const [at, message] of messages.entries()) {
		if (message.role !== "tool" || at === last) continue;
		if (totalTokens(messages) <= tokens * SHARE_AFTER_CUTS) return;
		messages[at] = mapResults(message, cutToLine);
	}
	const newest = messages[last];
	const over = totalTokens(messages) - tokens;
	if (newest?.role !== "tool" || over <= 0) return;
	const share = Math.max(1, messageTokens(newest) - over) / messageTokens(newest);
	messages[last] = mapResults(newest, (text) => cutText(text, Math.floor(Buffer.byteLength(text) * share)));
}

function exchangeMessages({ message, results }: InvestigatorExchange): ChatMessage[] {
	const { text, toolCalls } = message;
	return [
		{ role: "assistant", text, toolCalls },
		results.length > 0 ? { role: "tool", results } : { role: "user", text: noCallReply },
	];
}

/** Puts each tool result into its fence, as others wrote its text. */
export function withFences(messages: readonly ChatMessage[], seed: string): ChatMessage[] {
	return messages.map((message) =>
		message.role === "tool"
			? {
					...message,
					results: message.results.map(({ call, text }) => ({ call, text: fenceText(call.name, text, seed) })),
				}
			: message,
	);
}

function mapResults(message: Extract<ChatMessage, { role: "tool" }>, change: (text: string) => string): ChatMessage {
	return { ...message, results: message.results.map(({ call, text }) => ({ call, text: change(text) })) };
}

function cutToLine(text: string): string {
	const plain = removeInvisible(text).replace(/\s+/g, " ").trim();
	return plain.length <= CUT_RESULT_LENGTH
		? plain
		: `${plain.slice(0, CUT_RESULT_LENGTH).toWellFormed()} [… ${plain.length - CUT_RESULT_LENGTH} characters left out]`;
}

function totalTokens(messages: readonly ChatMessage[]): number {
	return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}
