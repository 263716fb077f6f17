import { type Paint, pieceOf, type Span } from "./paint.ts";
import { pieces, widthOf } from "./text.ts";

/** A painted line and its width in cells. */
export interface Row {
	text: string;
	width: number;
}

export const empty: Row = { text: "", width: 0 };

export function before(prefix: string, cells: number, row: Row): Row {
	return { text: prefix + row.text, width: cells + row.width };
}

/** Flows pieces into lines. A `\n` begins a new line. */
export function flow(parts: readonly Span[], width: number, paint: Paint): Row[] {
	const rows: Row[] = [];
	let row = empty;
	for (const word of words(parts, width)) {
		const cells = word.reduce((sum, { text }) => sum + widthOf(text), 0);
		const text = word.map((span) => pieceOf(paint, span)).join("");
		if (word[0]?.text === "\n") {
			rows.push(row);
			row = empty;
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
function words(parts: readonly Span[], width: number): Span[][] {
	const found: Span[][] = [];
	let word: Span[] = [];
	const close = () => {
		if (word.length > 0) found.push(word);
		word = [];
	};
	for (const { style, text, link } of parts) {
		for (const part of text === "\n" ? ["\n"] : text.split(/(\s+)/)) {
			if (part === "") continue;
			if (part === "\n" && text === "\n") {
				close();
				found.push([{ style, text: "\n" }]);
			} else if (/^\s+$/.test(part)) close();
			else {
				const [first = "", ...more] = pieces(part, width);
				// Pieces that belong together but do not fit into a line are split like a long word.
				if (word.reduce((sum, { text: one }) => sum + widthOf(one), widthOf(first)) > width) close();
				word.push({ style, text: first, link });
				for (const piece of more) {
					close();
					word = [{ style, text: piece, link }];
				}
			}
		}
	}
	close();
	return found;
}
