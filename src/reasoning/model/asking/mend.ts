import { jsonrepair } from "jsonrepair";
import { isTooDeep } from "../../../base/json.ts";

/** What stands behind the end of a string; before anything else a quote is a part of it that lacks its backslash. */
const behindString = /^\s*(?:[,:\]}]|\/[/*]|#|$|\n\s*["'])/;
/** So much behind a quote says whether it ends its string. Characters. */
const LOOK = 80;
/** What Python writes. */
const literals: Record<string, string> = { True: "true", False: "false", None: "null" };

/** Whether the quote at `at` ends the string that it stands in. */
export function endsString(text: string, at: number): boolean {
	return behindString.test(text.slice(at + 1, at + 1 + LOOK));
}

/** A JSON value, or undefined, also for a nonsense of brackets. */
export function exactly(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/**
 * JSON with the usual faults: comments, commas at the end, Python's words, line ends and quotes in strings that lack their
 * backslash; then whatever `jsonrepair` can do, which is more, but now and then takes the inside of a string for its outside.
 */
export function tolerantly(text: string): unknown {
	const value = exactly(text) ?? exactly(mended(text));
	if (value !== undefined) return value;
	try {
		return exactly(jsonrepair(text));
	} catch {
		return undefined;
	}
}

function mended(text: string): string {
	let result = "";
	let at = 0;
	while (at < text.length) {
		const sign = text.charAt(at);
		if (sign === '"') {
			const end = stringEnd(text, at);
			result += `"${inside(text.slice(at + 1, end))}"`;
			at = end + 1;
			continue;
		}
		const rest = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[\]}])|[A-Za-z]+)/.exec(
			text.slice(at, at + LOOK * 4),
		);
		const piece = rest?.[0] ?? sign;
		if (/^[A-Za-z]/.test(piece)) result += literals[piece] ?? piece;
		else if (!rest) result += sign;
		at += piece.length;
	}
	return result;
}

function stringEnd(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		const sign = text.charAt(at);
		if (sign === "\\") at++;
		else if (sign === '"' && endsString(text, at)) return at;
	}
	return text.length;
}

/** The inside of a string with the backslashes that it lacks. */
function inside(text: string): string {
	return text
		.replace(/\\[\s\S]|"/g, (piece) => (piece === '"' ? '\\"' : piece))
		.replaceAll("\n", "\\n")
		.replaceAll("\r", "\\r")
		.replaceAll("\t", "\\t");
}
