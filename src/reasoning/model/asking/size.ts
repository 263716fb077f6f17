import type { Part } from "../asker.ts";
import type { ChatMessage } from "../model.ts";
import { seedOf, shown } from "./fence.ts";

/**
 * UTF-8 bytes a token, for what must fit a window. English text has about 4, code and other scripts about 3; with fewer
 * a provider says so, and the window is taken to be smaller.
 */
const BYTES_PER_TOKEN = 3;
/** What a cut leaves of a part at least, so that it still says what it is. Bytes. */
const LEAST = 300;
/** Room for the words that mark a cut. Bytes. */
const MARK = 80;
/** What a message's frame takes beside its text. Tokens. */
const FRAME = 20;

/** An upper guess at a text's tokens. */
export function tokensOf(text: string): number {
	return Math.ceil(bytesOf(text) / BYTES_PER_TOKEN) + FRAME;
}

/** An upper guess at what a message takes. */
export function messageTokens(message: ChatMessage): number {
	if (message.role === "tool") return message.results.reduce((sum, { text }) => sum + tokensOf(text), 0);
	const calls = message.role === "assistant" && message.toolCalls.length > 0 ? JSON.stringify(message.toolCalls) : "";
	return tokensOf(message.text + calls);
}

/** As many characters of plain English text as fit so many tokens. */
export function charactersIn(tokens: number): number {
	return Math.max(0, Math.floor(tokens * BYTES_PER_TOKEN));
}

/** The parts as one text of at most so many tokens where cuts can bring that about; the longest are cut first. */
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

/** The length to which the longest are cut so that all together come to `room`. */
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

/** The beginning of a text, at most so many bytes, with a word on what is left out. */
export function cut(text: string, bytes: number): string {
	if (bytesOf(text) <= bytes) return text;
	const room = Math.max(0, bytes - MARK);
	// A character has at most three bytes a UTF-16 unit, so this many units hold more than the room.
	let kept = text.slice(0, room);
	while (bytesOf(kept) > room) {
		// Each round goes nearer; one unit more than the ratio says, so that it ends.
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
