import { type Draft, DraftText } from "./draft.ts";

/** A line this long that is followed by another line of words was broken by an editor, not by its author. */
const wrappedFrom = 55;

/** A plain text file: wrapped lines are joined into the sentences they were; tables, lists and verse stay as they are. */
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

/** Whether `line` goes on with the sentence that `previous` left open at the margin. */
export function continues(previous: string, line: string): boolean {
	if (previous.length < wrappedFrom || /\S(?: {3,}|\t)\S/.test(previous) || /\S(?: {3,}|\t)\S/.test(line)) return false;
	if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line)) return false;
	return /^\s*[\p{L}\p{N}("'“‘[]/u.test(line);
}
