import type { Part } from "../asker.ts";
import type { ChatMessage } from "../model.ts";
import { seedOf, shown } from "./fence.ts";

/**
 * UTF-8 bytes per token, for text that must fit into a window. English has about 4, code and other scripts about 3. Where a text
 * has fewer, the provider reports it, and the window is assumed to be smaller.
 */
const BYTES_PER_TOKEN = 3;
/** The least that a cut leaves of a part, so that it still shows what it is. Bytes. */
const LEAST = 300;
/** Room for the words that mark a cut. Bytes. */
const MARK = 80;
/** The tokens that a message takes beside its text. */
const FRAME = 20;

/** An upper estimate of a text's tokens. */
export function tokensOf(text: string): number {
	return Math.ceil(bytesOf(text) / BYTES_PER_TOKEN) + FRAME;
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
export function fitted(parts: readonly Part[], tokens: number): string {
	const seed = seedOf(parts);
	const whole = joined(parts, seed);
	const over = bytesOf(whole) - tokens * BYTES_PER_TOKEN;
	if (over <= 0) return whole;
	const sizes = parts.filter(({ cuttable }) => cuttable).map(({ text }) => bytesOf(text));
	const level = levelFor(sizes, sizes.reduce((a, b) => a + b, 0) - over);
	return joined(
		parts.map((part) => (part.cuttable ? { ...part, text: cut(shortened(part, level), level) } : part)),
		seed,
	);
}

function shortened({ text, shorter }: Part, bytes: number): string {
	const whole = bytesOf(text);
	return shorter && whole > bytes ? shorter(Math.floor((bytes * text.length) / whole)) : text;
}

/** The length to which the longest parts are cut so that all together fill `room`. */
function levelFor(sizes: number[], room: number): number {
	let left = room;
	const sorted = [...sizes].sort((a, b) => a - b);
	for (const [at, size] of sorted.entries()) {
		const share = left / (sorted.length - at);
		if (size > share) return Math.max(LEAST, Math.floor(share));
		left -= size;
	}
	return Number.POSITIVE_INFINITY;
}

/** The beginning of a text in at most this many bytes, with a note on what was left out. */
export function cut(text: string, bytes: number): string {
	if (bytesOf(text) <= bytes) return text;
	const room = Math.max(0, bytes - MARK);
	// A UTF-16 unit has at least one byte, so no more units than this can fit.
	let kept = text.slice(0, room);
	while (bytesOf(kept) > room) {
		// Each round comes nearer, and removes at least one unit so that the loop ends.
		kept = kept.slice(0, Math.max(0, Math.min(kept.length - 1, Math.floor((kept.length * room) / bytesOf(kept)))));
	}
	if (/[\ud800-\udbff]$/.test(kept)) kept = kept.slice(0, -1);
	const left = text.length - kept.length;
	return `${kept}\n[… cut: ${count(left)} of ${count(text.length)} characters left out]`;
}

function joined(parts: readonly Part[], seed: string): string {
	return parts.map((part) => shown(part, seed)).join("\n\n");
}

function bytesOf(text: string): number {
	return Buffer.byteLength(text, "utf8");
}

function count(number: number): string {
	return number.toLocaleString("en-US");
}
