import { jsonrepair } from "jsonrepair";
import { isTooDeep } from "../../base/json.ts";

/** What may follow the end of a string. A quote before anything else belongs to the string and lacks its backslash. */
const afterString = /^\s*(?:[,:\]}]|\/[/*]|#|$|\n\s*["'])/;
/** Text of this length after a quote shows whether it ends its string. Characters. */
const LOOKAHEAD = 80;
/** Python's literals in JSON. */
const literals: Record<string, string> = { True: "true", False: "false", None: "null" };

/** Whether the quote at `at` ends the string that it stands in. */
export function endsString(text: string, at: number): boolean {
	return afterString.test(text.slice(at + 1, at + 1 + LOOKAHEAD));
}

/** Parses JSON exactly. Undefined when the text is no JSON, or is nested too deep. */
export function parseExactly(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/**
 * Parses JSON with the usual faults: comments, trailing commas, Python's literals, line ends and quotes without backslash in
 * strings. Then tries `jsonrepair`, which repairs more, but sometimes takes the inside of a string for its outside.
 */
export function parseTolerantly(text: string): unknown {
	const value = parseExactly(text) ?? parseExactly(repairJson(text));
	if (value !== undefined) return value;
	try {
		return parseExactly(jsonrepair(text));
	} catch {
		return undefined;
	}
}

function repairJson(text: string): string {
	let result = "";
	let at = 0;
	while (at < text.length) {
		const sign = text.charAt(at);
		if (sign === '"') {
			const end = stringEnd(text, at);
			result += `"${escapeInString(text.slice(at + 1, end))}"`;
			at = end + 1;
			continue;
		}
		const rest = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[\]}])|[A-Za-z]+)/.exec(
			text.slice(at, at + LOOKAHEAD * 4),
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

/** Adds the missing backslashes inside a string. */
function escapeInString(text: string): string {
	return text
		.replace(/\\[\s\S]|"/g, (piece) => (piece === '"' ? '\\"' : piece))
		.replaceAll("\n", "\\n")
		.replaceAll("\r", "\\r")
		.replaceAll("\t", "\\t");
}
