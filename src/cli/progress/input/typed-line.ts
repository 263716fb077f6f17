import type { Key } from "ink";
import { textWidth, truncate } from "../../terminal/text.ts";

/** The line that the user types. `cursor`: offset in `text`, between two graphemes. */
export interface TypedLine {
	text: string;
	cursor: number;
}

export const emptyTypedLine: TypedLine = { text: "", cursor: 0 };

/** The keys that an edit looks at. */
export type EditKey = Partial<
	Pick<Key, "leftArrow" | "rightArrow" | "home" | "end" | "backspace" | "delete" | "ctrl" | "meta">
>;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
// A line break of a pasted text becomes a space; nothing else that moves the cursor gets into the line.
const unwritable = /\p{Cc}|[\u200b\u2028\u2029\ufeff]/gu;

/** The line after a key, or after text that was typed or pasted. */
export function editLine(line: TypedLine, input: string, key: EditKey = {}): TypedLine {
	const { text, cursor } = line;
	const before = text.slice(0, cursor);
	const after = text.slice(cursor);
	if (key.leftArrow) return { text, cursor: cursor - lastGrapheme(before).length };
	if (key.rightArrow) return { text, cursor: cursor + firstGrapheme(after).length };
	if (key.home) return { text, cursor: 0 };
	if (key.end) return { text, cursor: text.length };
	if (key.backspace) return joined(before.slice(0, before.length - lastGrapheme(before).length), after);
	if (key.delete) return joined(before, after.slice(firstGrapheme(after).length));
	if (key.ctrl) return editByControl(line, input);
	if (key.meta) return line;
	return joined(before + input.replace(/[\r\n\t]+/g, " ").replace(unwritable, ""), after);
}

/** As shells do: Ctrl-A, Ctrl-E, Ctrl-U, Ctrl-K, Ctrl-W. */
function editByControl({ text, cursor }: TypedLine, letter: string): TypedLine {
	const before = text.slice(0, cursor);
	switch (letter) {
		case "a":
			return { text, cursor: 0 };
		case "e":
			return { text, cursor: text.length };
		case "u":
			return joined("", text.slice(cursor));
		case "k":
			return joined(before, "");
		case "w":
			return joined(before.replace(/\S*\s*$/u, ""), text.slice(cursor));
		default:
			return { text, cursor };
	}
}

function joined(before: string, after: string): TypedLine {
	return { text: before + after, cursor: before.length };
}

function firstGrapheme(text: string): string {
	return graphemes.segment(text)[Symbol.iterator]().next().value?.segment ?? "";
}

function lastGrapheme(text: string): string {
	return [...graphemes.segment(text)].at(-1)?.segment ?? "";
}

/** The part of the line that fits into `width` cells, with the grapheme under the cursor apart. The cursor is always in it. */
export function visibleLine({ text, cursor }: TypedLine, width: number): { before: string; at: string; after: string } {
	const at = firstGrapheme(text.slice(cursor)) || " ";
	let before = text.slice(0, cursor);
	const room = Math.max(1, width - textWidth(at) - 1);
	while (textWidth(before) > room) before = before.slice(Math.max(1, firstGrapheme(before).length));
	const after = truncate(
		text.slice(cursor + (at === " " && cursor === text.length ? 0 : at.length)),
		width - textWidth(before) - textWidth(at),
	);
	return { before, at, after };
}
