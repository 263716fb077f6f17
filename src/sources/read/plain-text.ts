import { type ParsedDocument, TextBuilder } from "./parsed-document.ts";

/** Minimum length of a line that was wrapped by an editor, if another line of words follows. Characters. */
const wrappedMin = 55;

/** Columns from one tab stop to the next. */
const tabStop = 8;

/** Reads a plain text file. Wrapped lines are joined; tables, lists and verse stay as they are. */
export function readText(source: string): ParsedDocument {
	const out = new TextBuilder();
	let previous = "";
	withoutLayoutTabs(source)
		.split("\n")
		.forEach((line, index) => {
			const content = line.trimEnd();
			if (content.trim() === "") {
				previous = "";
				return;
			}
			const isWrapped = isContinuation(previous, content);
			const start = out.addBlock(
				isWrapped ? content.trim() : content,
				isWrapped ? " " : previous === "" ? "\n\n" : "\n",
			);
			out.addMark(start, { kind: "line", line: index + 1 });
			previous = content;
		});
	return { kind: "text", text: out.text, marks: out.marks, headings: out.headings };
}

/**
 * Expands tabs that stand for spaces, as in manual pages that were made text. They are layout, and no borders of cells, where most of the
 * lines that hold one between words are indented.
 */
function withoutLayoutTabs(source: string): string {
	const tabbed = source.match(/^.*\S[ ]*\t[ \t]*\S.*$/gmu) ?? [];
	const indented = tabbed.filter((line) => /^\s/u.test(line));
	if (tabbed.length === 0 || indented.length * 2 < tabbed.length) return source;
	return source.replace(/^.*\t.*$/gmu, (line) => {
		const [first = "", ...rest] = line.split("\t");
		return rest.reduce((text, part) => text.padEnd((Math.floor(text.length / tabStop) + 1) * tabStop) + part, first);
	});
}

/** Whether `line` continues a sentence that was wrapped at the end of `previous`. */
export function isContinuation(previous: string, line: string): boolean {
	if (previous.length < wrappedMin || /\S(?: {3,}|\t)\S/.test(previous) || /\S(?: {3,}|\t)\S/.test(line)) return false;
	if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line)) return false;
	return /^\s*[\p{L}\p{N}("'“‘[]/u.test(line);
}
