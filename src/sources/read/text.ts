import { type Draft, DraftText } from "./draft.ts";

/** Minimum length of a line that was wrapped by an editor, if another line of words follows. Characters. */
const wrappedFrom = 55;

/** Reads a plain text file. Wrapped lines are joined; tables, lists and verse stay as they are. */
export function readText(source: string): Draft {
	const out = new DraftText();
	let previous = "";
	source.split("\n").forEach((line, index) => {
		const content = line.trimEnd();
		if (content.trim() === "") {
			previous = "";
			return;
		}
		const goesOn = continues(previous, content);
		const start = out.block(goesOn ? content.trim() : content, goesOn ? " " : previous === "" ? "\n\n" : "\n");
		out.mark(start, { kind: "line", line: index + 1 });
		previous = content;
	});
	return { kind: "text", text: out.text, marks: out.marks, headings: out.headings };
}

/** Whether `line` continues a sentence that was wrapped at the end of `previous`. */
export function continues(previous: string, line: string): boolean {
	if (previous.length < wrappedFrom || /\S(?: {3,}|\t)\S/.test(previous) || /\S(?: {3,}|\t)\S/.test(line)) return false;
	if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line)) return false;
	return /^\s*[\p{L}\p{N}("'“‘[]/u.test(line);
}
