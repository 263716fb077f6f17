import { endsString } from "../repair-json.ts";

/** The extent of a JSON value in a text, with what is needed to close it where it breaks off. */
export interface JsonScan {
	start: number;
	/** The position after its last bracket; undefined when it breaks off. */
	end: number | undefined;
	/** The brackets that are open where the text ends, outermost first. */
	open: { bracket: "[" | "{"; lastComma: number | undefined }[];
	/** The text ends after a complete value or a comma, not within a word, a number or a string, nor where a list begins. */
	isClean: boolean;
}

/** The most brackets that are tried as the start of a value. Prose has few, and a page that a model copies is no answer. */
const startsTried = 200;

/** Text that starts like this and never ends was meant as JSON; any other open bracket is prose. */
const jsonStart = /^(?:\{\s*["'}]|\[\s*[[{"'])/;

/** The outermost values of a text that begin with a bracket, in order, and the one after them that breaks off. */
export function scanJson(text: string): { whole: JsonScan[]; broken: JsonScan | undefined } {
	const whole: JsonScan[] = [];
	let broken: JsonScan | undefined;
	let at = 0;
	for (let tried = 0; tried < startsTried; tried++) {
		const step = text.slice(at).search(/[[{]/);
		if (step < 0) break;
		const scan = scanValue(text, at + step);
		if (scan.end !== undefined) whole.push(scan);
		else if (jsonStart.test(text.slice(scan.start, scan.start + 200))) {
			broken = scan;
			break;
		}
		at = scan.end ?? scan.start + 1;
	}
	return { whole, broken };
}

function scanValue(text: string, start: number): JsonScan {
	const open: JsonScan["open"] = [];
	let quote: string | undefined;
	let last = "";
	for (let at = start; at < text.length; at++) {
		const character = text.charAt(at);
		if (quote !== undefined) {
			if (character === "\\") at++;
			else if (character === quote && endsString(text, at)) quote = undefined;
			continue;
		}
		if (/\s/.test(character)) continue;
		if (character === '"' || (character === "'" && /[[{,:]/.test(last))) quote = character;
		else if (character === "[" || character === "{") open.push({ bracket: character, lastComma: undefined });
		else if (character === "]" || character === "}") {
			open.pop();
			if (open.length === 0) return { start, end: at + 1, open, isClean: true };
		} else if (character === ",") {
			const top = open.at(-1);
			if (top) top.lastComma = at;
		}
		last = character;
	}
	return { start, end: undefined, open, isClean: quote === undefined && /["'\]},]/.test(last) };
}

/**
 * Ways to close a value that breaks off, the one that loses least first. A list ends before its unfinished item, from the
 * innermost list outwards; or nothing is dropped, where the text ends after a complete value. A word that was cut in two is
 * never kept.
 */
export function closeBroken(text: string, scan: JsonScan): string[] {
	const { open, start, isClean } = scan;
	const closedAt = (until: number, depth: number) => text.slice(start, until) + closingBrackets(open.slice(0, depth));
	const results: string[] = [];
	const isInList = open.at(-1)?.bracket === "[";
	if (isClean && isInList) results.push(closedAt(text.length, open.length));
	for (let depth = open.length; depth > 0; depth--) {
		const level = open[depth - 1];
		// A list without a complete item is not an empty list.
		if (level?.bracket === "[" && level.lastComma !== undefined) results.push(closedAt(level.lastComma, depth));
	}
	// Only outside of lists: an item of a list may lack the fields that come later.
	if (isClean && open.every(({ bracket }) => bracket === "{")) results.push(closedAt(text.length, open.length));
	return results;
}

function closingBrackets(open: JsonScan["open"]): string {
	return open
		.map(({ bracket }) => (bracket === "[" ? "]" : "}"))
		.reverse()
		.join("");
}
