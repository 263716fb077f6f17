import { endsString } from "./mend.ts";

/** How far a JSON value reaches in a text, with what is needed to end it where it breaks off. */
export interface Scan {
	start: number;
	/** Behind its last bracket; undefined when it breaks off. */
	end: number | undefined;
	/** The brackets that are open where the text ends, outermost first. */
	open: { bracket: "[" | "{"; lastComma: number | undefined }[];
	/** The text ends behind a whole value or a comma, not within a word, a number or a string, nor where a list begins. */
	isClean: boolean;
}

/** So many brackets are tried as the beginning of a value: prose has few, and a page that a model copies is no answer. */
const startsTried = 200;

/** What begins like JSON and never ends was meant as JSON; a bracket in prose was not. */
const likeJson = /^(?:\{\s*["'}]|\[\s*[[{"'])/;

/** The outermost values of a text that begin with a bracket, in order, and one that breaks off behind them. */
export function scansOf(text: string): { whole: Scan[]; broken: Scan | undefined } {
	const whole: Scan[] = [];
	let broken: Scan | undefined;
	let at = 0;
	for (let tried = 0; tried < startsTried; tried++) {
		const step = text.slice(at).search(/[[{]/);
		if (step < 0) break;
		const scan = scanned(text, at + step);
		if (scan.end !== undefined) whole.push(scan);
		else if (likeJson.test(text.slice(scan.start, scan.start + 200))) {
			broken = scan;
			break;
		}
		at = scan.end ?? scan.start + 1;
	}
	return { whole, broken };
}

function scanned(text: string, start: number): Scan {
	const open: Scan["open"] = [];
	let quote: string | undefined;
	let last = "";
	for (let at = start; at < text.length; at++) {
		const sign = text.charAt(at);
		if (quote !== undefined) {
			if (sign === "\\") at++;
			else if (sign === quote && endsString(text, at)) quote = undefined;
			continue;
		}
		if (/\s/.test(sign)) continue;
		if (sign === '"' || (sign === "'" && /[[{,:]/.test(last))) quote = sign;
		else if (sign === "[" || sign === "{") open.push({ bracket: sign, lastComma: undefined });
		else if (sign === "]" || sign === "}") {
			open.pop();
			if (open.length === 0) return { start, end: at + 1, open, isClean: true };
		} else if (sign === ",") {
			const top = open.at(-1);
			if (top) top.lastComma = at;
		}
		last = sign;
	}
	return { start, end: undefined, open, isClean: quote === undefined && /["'\]},]/.test(last) };
}

/**
 * Ways to end a value that breaks off, the one that loses least first: a list without its last, unfinished item, from the
 * innermost list out; or as it is, where the text ends behind a whole value. A word that was cut in two is never taken for one.
 */
export function endings(text: string, scan: Scan): string[] {
	const { open, start, isClean } = scan;
	const ended = (until: number, depth: number) => text.slice(start, until) + closing(open.slice(0, depth));
	const results: string[] = [];
	const isInList = open.at(-1)?.bracket === "[";
	if (isClean && isInList) results.push(ended(text.length, open.length));
	for (let depth = open.length; depth > 0; depth--) {
		const level = open[depth - 1];
		// A list of which nothing is whole is not an empty list.
		if (level?.bracket === "[" && level.lastComma !== undefined) results.push(ended(level.lastComma, depth));
	}
	// An item of a list may lack what comes behind.
	if (isClean && open.every(({ bracket }) => bracket === "{")) results.push(ended(text.length, open.length));
	return results;
}

function closing(open: Scan["open"]): string {
	return open
		.map(({ bracket }) => (bracket === "[" ? "]" : "}"))
		.reverse()
		.join("");
}
