import { opensEntry } from "../../text/entries.ts";
import { renderInline, renderInlineText } from "./markdown-inline.ts";
import { type ParsedDocument, TextBuilder, toIsoDate } from "./parsed-document.ts";

interface MarkdownLine {
	/** 1-based line of the file. */
	number: number;
	content: string;
}

/**
 * Reads a Markdown file as prose: one line of text per paragraph, `- ` before list items, table cells separated by ` | `, code
 * unchanged. Marks name the line of the file where each piece stands.
 */
export function readMarkdown(source: string): ParsedDocument {
	const lines = source.split("\n").map((content, index) => ({ number: index + 1, content }));
	const { fields, rest } = parseFrontMatter(lines);
	const out = new TextBuilder();
	let paragraph: MarkdownLine[] = [];
	let isDefinition = false;
	let firstHeading: string | undefined;

	const flush = () => {
		if (paragraph.length > 0) writeProse(out, paragraph, isDefinition);
		paragraph = [];
		isDefinition = false;
	};
	const writeHeading = (line: MarkdownLine, level: number, words: string) => {
		flush();
		const text = renderInlineText(words);
		if (text === "") return;
		const start = out.addBlock(text);
		out.addMark(start, { kind: "line", line: line.number });
		out.addHeading(start, level, text);
		firstHeading ??= text;
	};

	let fence: string | undefined;
	let inTable = false;
	let gap = "\n\n";
	const visible = removeComments(rest);
	for (const [at, line] of visible.entries()) {
		const { content } = line;
		const fenced = /^\s{0,3}(?:>\s?)*\s*(`{3,}|~{3,})(.*)$/.exec(content);
		if (fence !== undefined) {
			if (fenced?.[1]?.startsWith(fence) && (fenced[2] ?? "").trim() === "") fence = undefined;
			else if (content.trim() !== "") {
				out.addMark(out.addBlock(content.trimEnd(), gap), { kind: "line", line: line.number });
				gap = "\n";
			}
			continue;
		}
		if (fenced?.[1] !== undefined && !(fenced[2] ?? "").includes("`")) {
			flush();
			fence = fenced[1];
			gap = "\n\n";
			continue;
		}
		const unquoted = content.replace(/^\s{0,3}(?:>\s?)+/, "");
		if (unquoted.trim() === "") {
			flush();
			inTable = false;
			continue;
		}
		const atx = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(unquoted);
		if (atx) {
			writeHeading(line, (atx[1] ?? "#").length, withoutClosingMarks(atx[2] ?? ""));
			continue;
		}
		const underline = /^\s{0,3}(=+|-+)\s*$/.exec(unquoted);
		if (underline && paragraph.length > 0 && !isListItem(paragraph[0])) {
			const above = paragraph;
			paragraph = [];
			const top = above[0] ?? line;
			writeHeading(top, underline[1]?.startsWith("=") ? 1 : 2, above.map((each) => each.content.trim()).join(" "));
			continue;
		}
		if (
			/^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/.test(unquoted) ||
			/^\s{0,3}\[(?!\^)[^\]]+\]:\s*\S+/.test(unquoted)
		) {
			flush();
			continue;
		}
		if (isTableRow(unquoted) || (inTable && unquoted.includes("|"))) {
			flush();
			const cells = tableCells(unquoted);
			if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
				out.addMark(out.addBlock(cells.join(" | "), inTable ? "\n" : "\n\n"), { kind: "line", line: line.number });
			inTable = true;
			continue;
		}
		inTable = false;
		if (isListItem({ number: line.number, content: unquoted }) || opensEntry(unquoted)) flush();
		// A term stands on its own line above its definitions.
		const definition = definitionPattern.exec(unquoted)?.[1];
		if (definition !== undefined || definitionPattern.test(visible[at + 1]?.content ?? "")) flush();
		if (definition !== undefined) {
			paragraph.push({ number: line.number, content: definition });
			isDefinition = true;
			continue;
		}
		paragraph.push({ number: line.number, content: unquoted.replace(/^\s{0,3}\[\^[^\]]+\]:\s*/, "") });
	}
	flush();

	return {
		kind: "markdown",
		title: fields.title ?? firstHeading,
		date: toIsoDate(fields.date ?? fields.published ?? fields.updated),
		origin: fields.publisher ?? fields.author ?? fields.source,
		text: out.text,
		marks: out.marks,
		headings: out.headings,
	};
}

/** `:   What the term above means.` */
const definitionPattern = /^\s{0,3}:\s+(\S.*)$/;

/** Writes a paragraph, item or definition as one line of text, and marks where each line of the file begins in it. */
function writeProse(out: TextBuilder, lines: MarkdownLine[], isDefinition: boolean): void {
	let source = "";
	const lineStarts: { at: number; line: number }[] = [];
	const item = isListItem(lines[0]);
	for (const { number, content } of lines) {
		const words = source === "" ? content.replace(/^\s*[*+•-]\s+(?:\[[ xX]\]\s+)?/, "- ").trim() : content.trim();
		if (source !== "") source += " ";
		lineStarts.push({ at: source.length, line: number });
		source += words;
	}
	const pieces = renderInline(source);
	const text = pieces
		.map((piece) => piece.text)
		.join("")
		.trim();
	if (text === "" || text === "-") return;
	const leadingSpace =
		pieces.map((piece) => piece.text).join("").length -
		pieces
			.map((piece) => piece.text)
			.join("")
			.trimStart().length;
	const afterItem = item && /^(?:- |\d+[.)] )/.test(out.lastLine);
	const start = out.addBlock(text, afterItem || isDefinition ? "\n" : "\n\n");
	let next = 0;
	let length = -leadingSpace;
	for (const piece of pieces) {
		while (next < lineStarts.length && (lineStarts[next]?.at ?? 0) <= piece.at + piece.text.length - 1) {
			const begin = lineStarts[next];
			if (begin === undefined) break;
			const inside = Math.max(0, begin.at - piece.at);
			const at = Math.min(Math.max(0, length + inside), text.length - 1);
			out.addMark(start + at, { kind: "line", line: begin.line });
			next++;
		}
		length += piece.text.length;
	}
}

/** A heading's words without the `#` marks that may close it. */
function withoutClosingMarks(words: string): string {
	let end = words.trimEnd().length;
	while (words[end - 1] === "#") end--;
	return words.slice(0, end).trimEnd();
}

function isListItem(line: MarkdownLine | undefined): boolean {
	return line !== undefined && /^\s*(?:[*+•-]|\d{1,9}[.)])\s+\S/.test(line.content);
}

function isTableRow(content: string): boolean {
	return /^\s*\|.*\|\s*$/.test(content) || /^\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+$/.test(content);
}

function tableCells(row: string): string[] {
	return row
		.trim()
		.replace(/^\||(?<!\\)\|$/g, "")
		.split(/(?<!\\)\|/)
		.map((cell) => renderInlineText(cell.trim()));
}

/** Removes HTML comments, which may span lines, except inside code. */
function removeComments(lines: MarkdownLine[]): MarkdownLine[] {
	let inComment = false;
	let fence: string | undefined;
	return lines.map(({ number, content }) => {
		const fenced = /^\s{0,3}(`{3,}|~{3,})/.exec(content)?.[1];
		if (!inComment && fenced !== undefined)
			fence = fence === undefined ? fenced : fenced.startsWith(fence) ? undefined : fence;
		if (fence !== undefined) return { number, content };
		let visible = "";
		let rest = content;
		for (;;) {
			const at = rest.indexOf(inComment ? "-->" : "<!--");
			if (at < 0) break;
			if (!inComment) visible += rest.slice(0, at);
			rest = rest.slice(at + (inComment ? 3 : 4));
			inComment = !inComment;
		}
		return { number, content: inComment ? visible : visible + rest };
	});
}

/** Parses the `key: value` lines between two `---` at the head of a file. Nested values and lists are ignored. */
function parseFrontMatter(lines: MarkdownLine[]): { fields: Record<string, string>; rest: MarkdownLine[] } {
	const fence = lines[0]?.content.trim();
	if (fence !== "---" && fence !== "+++") return { fields: {}, rest: lines };
	const end = lines.findIndex(
		(line, index) => index > 0 && (line.content.trim() === fence || line.content.trim() === "..."),
	);
	if (end < 0 || end > 200) return { fields: {}, rest: lines };
	const fields: Record<string, string> = {};
	for (const { content } of lines.slice(1, end)) {
		const field = /^([A-Za-z][\w-]*)\s*[:=]\s*(.+)$/.exec(content.trimEnd());
		if (!field) continue;
		const value = (field[2] ?? "").replace(/^(["'])(.*)\1$/, "$2").trim();
		if (value !== "" && !/^[[{|>]/.test(value)) fields[(field[1] ?? "").toLowerCase()] = value;
	}
	return { fields, rest: lines.slice(end + 1) };
}
