import { stripVTControlCharacters } from "node:util";

/** Text from outside is data: nothing in it may move the cursor, colour, ring, link, or change the writing direction. */
const controlCharacters = /(?!\n)\p{Cc}/gu;
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Several lines of text from outside, made safe for a terminal. */
export function safeText(text: string): string {
	return stripVTControlCharacters(text.toWellFormed())
		.replace(/\r\n?/g, "\n")
		.replace(/\t/g, "    ")
		.replace(controlCharacters, "")
		.replace(invisible, "");
}

/** Like `safeText`, as one line. */
export function oneLine(text: string): string {
	return safeText(text).replace(/\s+/g, " ").trim();
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const zeroWidth = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Cc}]+$/u;
const doubleWidth =
	/^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.*\ufe0f)/u;

/** The graphemes of a text, with the cells that each takes on a terminal. */
function* graphemeCells(text: string): Generator<{ text: string; width: number }> {
	for (const { segment } of graphemes.segment(text)) {
		yield { text: segment, width: zeroWidth.test(segment) ? 0 : doubleWidth.test(segment) ? 2 : 1 };
	}
}

const ascii = /^[\x20-\x7e]*$/;

/** Cells that a line of clean, unpainted text takes. */
export function textWidth(text: string): number {
	if (ascii.test(text)) return text.length;
	let width = 0;
	for (const cell of graphemeCells(text)) width += cell.width;
	return width;
}

/** At most `width` cells of a line. A cut end is replaced by `…`. */
export function truncate(text: string, width: number): string {
	if (textWidth(text) <= width) return text;
	if (width < 1) return "";
	return `${prefixOfWidth(text, width - 1).trimEnd()}…`;
}

/** The characters that fit into `width` cells. */
function prefixOfWidth(text: string, width: number): string {
	let [prefix, used] = ["", 0];
	for (const cell of graphemeCells(text)) {
		if (used + cell.width > width) break;
		prefix += cell.text;
		used += cell.width;
	}
	return prefix;
}

/** Splits a word that is longer than `width` cells into pieces. */
export function splitToWidth(word: string, width: number): string[] {
	const found: string[] = [];
	let rest = word;
	while (textWidth(rest) > width) {
		const piece = prefixOfWidth(rest, width) || [...rest].slice(0, 1).join("");
		found.push(piece);
		rest = rest.slice(piece.length);
	}
	return rest === "" ? found : [...found, rest];
}

/** A text broken into lines of at most `width` cells. */
export function wrapText(text: string, width: number): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(/\s+/).flatMap((one) => splitToWidth(one, Math.max(1, width)))) {
		if (line === "") line = word;
		else if (textWidth(line) + 1 + textWidth(word) <= width) line += ` ${word}`;
		else {
			lines.push(line);
			line = word;
		}
	}
	return line === "" ? lines : [...lines, line];
}

/** `0:07`, `12:40`, `1:02:09`. */
export function formatDuration(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const twoDigits = (n: number) => String(n).padStart(2, "0");
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	return hours > 0
		? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
		: `${minutes}:${twoDigits(seconds % 60)}`;
}
