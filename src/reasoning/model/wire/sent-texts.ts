import { createHash } from "node:crypto";
import type { ChatMessage, ModelRequest, ModelSettings } from "../model.ts";
import { minInputTokens, minTokens } from "../money/min-tokens.ts";
import { apiBaseUrl } from "./providers.ts";

/** Texts are compared in blocks of this many characters. A message's last block may be shorter. */
const BLOCK_LENGTH = 256;
/** The most blocks that are remembered of one model: 16 million characters. */
const MAX_BLOCKS = 65_536;

/** How much of a request's input a provider can have read from its cache. */
export interface Cacheable {
	/** The part of the input that was sent to the same model before, 0 to 1. */
	share: number;
	/**
	 * The least tokens that no cache can hold. Zero for the first request to a model, as an earlier process may have sent it.
	 * For the same reason system messages do not count. Answers do not count either, as some servers cache them as they write
	 * them.
	 */
	uncached: number;
}

/** What this process sent to one model and paid for: hashes of each request's beginnings, not the texts. */
export class SentTexts {
	/** The oldest first. */
	readonly #beginnings = new Set<string>();

	/** Finds how much of a request's beginning earlier requests have sent. */
	cacheable(request: ModelRequest): Cacheable {
		const rests = unsentTexts(request.messages, this.#beginnings);
		const total = minInputTokens(request);
		const unsent = rests.reduce((sum, { tokens }) => sum + tokens, 0);
		const fresh = rests.filter(({ role }) => role === "user" || role === "tool");
		const isFirst = this.#beginnings.size === 0;
		return {
			share: isFirst || total === 0 ? 0 : 1 - unsent / total,
			uncached: isFirst ? 0 : fresh.reduce((sum, { tokens }) => sum + tokens, 0),
		};
	}

	/** Remembers a request that was paid for. One that was refused for free is not in any cache, so it is not added. */
	add({ messages }: ModelRequest): void {
		for (const { beginning } of blocksOf(messages)) {
			this.#beginnings.delete(beginning);
			this.#beginnings.add(beginning);
		}
		for (const oldest of this.#beginnings) {
			if (this.#beginnings.size <= MAX_BLOCKS) break;
			this.#beginnings.delete(oldest);
		}
	}
}

const sentByModel = new Map<string, SentTexts>();

/** The texts sent to a model, for the life of the process. */
export function sentTextsOf(settings: ModelSettings): SentTexts {
	const key = JSON.stringify([settings.provider, apiBaseUrl(settings), settings.model]);
	const sent = sentByModel.get(key) ?? new SentTexts();
	sentByModel.set(key, sent);
	return sent;
}

interface TextBlock {
	role: ChatMessage["role"];
	/** The number of its message or tool result. */
	message: number;
	text: string;
	/** A hash of all text up to the block's end. */
	beginning: string;
}

/** The least tokens of each message after the longest known beginning. */
function unsentTexts(
	messages: readonly ChatMessage[],
	beginnings: ReadonlySet<string>,
): { role: ChatMessage["role"]; tokens: number }[] {
	let isSent = true;
	const rests: { role: ChatMessage["role"]; message: number; text: string }[] = [];
	for (const { role, message, text, beginning } of blocksOf(messages)) {
		isSent &&= beginnings.has(beginning);
		if (isSent) continue;
		const last = rests.at(-1);
		if (last?.message === message) last.text += text;
		else rests.push({ role, message, text });
	}
	return rests.map(({ role, text }) => ({ role, tokens: minTokens(text) }));
}

function* blocksOf(messages: readonly ChatMessage[]): Generator<TextBlock> {
	let beginning = "";
	let count = 0;
	for (const { role, text } of messages.flatMap(textsOf)) {
		const message = count++;
		for (let at = 0; at === 0 || at < text.length; at += BLOCK_LENGTH) {
			const block = text.slice(at, at + BLOCK_LENGTH);
			beginning = createHash("sha256")
				.update(JSON.stringify([beginning, role, block]))
				.digest("base64url");
			yield { role, message, text: block, beginning };
		}
	}
}

function textsOf(message: ChatMessage): { role: ChatMessage["role"]; text: string }[] {
	const { role } = message;
	return role === "tool" ? message.results.map(({ text }) => ({ role, text })) : [{ role, text: message.text }];
}
