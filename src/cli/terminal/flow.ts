import { type Paint, paintPiece, type StyledText } from "./paint.ts";
import { splitToWidth, textWidth } from "./text.ts";

/** A painted line and its width in cells. */
export interface PaintedLine {
	text: string;
	width: number;
}

export const emptyLine: PaintedLine = { text: "", width: 0 };

export function withPrefix(prefix: string, cells: number, row: PaintedLine): PaintedLine {
	return { text: prefix + row.text, width: cells + row.width };
}

/** Flows pieces into lines. A `\n` begins a new line. */
export function flowLines(parts: readonly StyledText[], width: number, paint: Paint): PaintedLine[] {
	const rows: PaintedLine[] = [];
	let row = emptyLine;
	for (const word of splitWords(parts, width)) {
		const cells = word.reduce((sum, { text }) => sum + textWidth(text), 0);
		const text = word.map((span) => paintPiece(paint, span)).join("");
		if (word[0]?.text === "\n") {
			rows.push(row);
			row = emptyLine;
		} else if (row.width === 0) row = { text, width: cells };
		else if (row.width + 1 + cells <= width) row = { text: `${row.text} ${text}`, width: row.width + 1 + cells };
		else {
			rows.push(row);
			row = { text, width: cells };
		}
	}
	return row.width === 0 ? rows : [...rows, row];
}

/** Words, each of one or more pieces that belong together. A word longer than a line is broken. */
function splitWords(parts: readonly StyledText[], width: number): StyledText[][] {
	const result: StyledText[][] = [];
	let word: StyledText[] = [];
	const close = () => {
		if (word.length > 0) result.push(word);
		word = [];
	};
	for (const { style, text, link } of parts) {
		for (const part of text === "\n" ? ["\n"] : text.split(/(\s+)/)) {
			if (part === "") continue;
			if (part === "\n" && text === "\n") {
				close();
				result.push([{ style, text: "\n" }]);
			} else if (/^\s+$/.test(part)) close();
			else {
				const [first = "", ...more] = splitToWidth(part, width);
				// Pieces that belong together but do not fit into a line are split like a long word.
				if (word.reduce((sum, { text: one }) => sum + textWidth(one), textWidth(first)) > width) close();
				word.push({ style, text: first, link });
				for (const piece of more) {
					close();
					word = [{ style, text: piece, link }];
				}
			}
		}
	}
	close();
	return result;
}
