import type { PromptPart } from "../asker.ts";
import type { ChatMessage } from "../model.ts";
import { fenceSeed, partText } from "./fence.ts";

/**
 * UTF-8 bytes per token, for text that must fit into a window. English has about 4, code and other scripts about 3. Where a text
 * has fewer, the provider reports it, and the window is assumed to be smaller.
 */
const BYTES_PER_TOKEN = 3;
/** The least that a cut leaves of a part, so that it still shows what it is. Bytes. */
const LEAST_BYTES = 300;
/** Room for the words that mark a cut. Bytes. */
const MARK_BYTES = 80;
/** The tokens that a message takes beside its text. */
const FRAME_TOKENS = 20;

/** An upper estimate of a text's tokens. */
export function tokensOf(text: string): number {
	return Math.ceil(bytesOf(text) / BYTES_PER_TOKEN) + FRAME_TOKENS;
}

/** An upper estimate of a message's tokens. */
export function messageTokens(message: ChatMessage): number {
	if (message.role === "tool") return message.results.reduce((sum, { text }) => sum + tokensOf(text), 0);
	const calls = message.role === "assistant" && message.toolCalls.length > 0 ? JSON.stringify(message.toolCalls) : "";
	return tokensOf(message.text + calls);
}

/** The characters of plain English text that fit this many tokens. */
export function charactersIn(tokens: number): number {
	return Math.max(0, Math.floor(tokens * BYTES_PER_TOKEN));
}

/** Joins the parts to one text of at most this many tokens, as far as cuts allow. The longest parts are cut first. */
export function fitParts(parts: readonly PromptPart[], tokens: number): string {
	const seed = fenceSeed(parts);
	const whole = joinParts(parts, seed);
	const over = bytesOf(whole) - tokens * BYTES_PER_TOKEN;
	if (over <= 0) return whole;
	const sizes = parts.filter(({ cuttable }) => cuttable).map(({ text }) => bytesOf(text));
	const level = cutLevel(sizes, sizes.reduce((a, b) => a + b, 0) - over);
	return joinParts(
		parts.map((part) => (part.cuttable ? { ...part, text: cutText(shortenPart(part, level), level) } : part)),
		seed,
	);
}

function shortenPart({ text, shorter }: PromptPart, bytes: number): string {
	const whole = bytesOf(text);
	return shorter && whole > bytes ? shorter(Math.floor((bytes * text.length) / whole)) : text;
}

/** The length to which the longest parts are cut so that all together fill `room`. */
function cutLevel(sizes: number[], room: number): number {
	let remaining = room;
	const sorted = [...sizes].sort((a, b) => a - b);
	for (const [at, size] of sorted.entries()) {
		const share = remaining / (sorted.length - at);
		if (size > share) return Math.max(LEAST_BYTES, Math.floor(share));
		remaining -= size;
	}
	return Number.POSITIVE_INFINITY;
}

/** The beginning of a text in at most this many bytes, with a note on what was left out. */
export function cutText(text: string, bytes: number): string {
	if (bytesOf(text) <= bytes) return text;
	const room = Math.max(0, bytes - MARK_BYTES);
	// A UTF-16 unit has at least one byte, so no more units than this can fit.
	let beginning = text.slice(0, room);
	while (bytesOf(beginning) > room) {
		// Each round comes nearer, and removes at least one unit so that the loop ends.
		beginning = beginning.slice(
			0,
			Math.max(0, Math.min(beginning.length - 1, Math.floor((beginning.length * room) / bytesOf(beginning)))),
		);
	}
	if (/[\ud800-\udbff]$/.test(beginning)) beginning = beginning.slice(0, -1);
	const removed = text.length - beginning.length;
	return `${beginning}\n[… cut: ${formatCount(removed)} of ${formatCount(text.length)} characters left out]`;
}

function joinParts(parts: readonly PromptPart[], seed: string): string {
	return parts.map((part) => partText(part, seed)).join("\n\n");
}

function bytesOf(text: string): number {
	return Buffer.byteLength(text, "utf8");
}

function formatCount(number: number): string {
	return number.toLocaleString("en-US");
}
