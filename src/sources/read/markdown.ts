import { type Draft, DraftText, isoDate } from "./draft.ts";
import { inlinePieces, inlineText } from "./inline.ts";

interface Line {
	/** 1-based line of the file. */
	number: number;
	content: string;
}

/**
 * Reads a Markdown file as prose: one line of text per paragraph, `- ` before list items, table cells separated by ` | `, code
 * unchanged. Marks name the line of the file where each piece stands.
 */
export function readMarkdown(source: string): Draft {
	const lines = source.split("\n").map((content, index) => ({ number: index + 1, content }));
	const { fields, rest } = frontMatter(lines);
	const out = new DraftText();
	let paragraph: Line[] = [];
	let first: string | undefined;

	const flush = () => {
		if (paragraph.length > 0) writeProse(out, paragraph);
		paragraph = [];
	};
	const heading = (line: Line, level: number, words: string) => {
		flush();
		const text = inlineText(words);
		if (text === "") return;
		const start = out.block(text);
		out.mark(start, { kind: "line", line: line.number });
		out.heading(start, level, text);
		first ??= text;
	};

	let fence: string | undefined;
	let inTable = false;
	let gap = "\n\n";
	for (const line of withoutComments(rest)) {
		const { content } = line;
		const fenced = /^\s{0,3}(?:>\s?)*\s*(`{3,}|~{3,})(.*)$/.exec(content);
		if (fence !== undefined) {
			if (fenced?.[1]?.startsWith(fence) && (fenced[2] ?? "").trim() === "") fence = undefined;
			else if (content.trim() !== "") {
				out.mark(out.block(content.trimEnd(), gap), { kind: "line", line: line.number });
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
		const bare = content.replace(/^\s{0,3}(?:>\s?)+/, "");
		if (bare.trim() === "") {
			flush();
			inTable = false;
			continue;
		}
		const atx = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(bare);
		if (atx) {
			heading(line, (atx[1] ?? "#").length, withoutClosing(atx[2] ?? ""));
			continue;
		}
		const under = /^\s{0,3}(=+|-+)\s*$/.exec(bare);
		if (under && paragraph.length > 0 && !isListItem(paragraph[0])) {
			const above = paragraph;
			paragraph = [];
			const top = above[0] ?? line;
			heading(top, under[1]?.startsWith("=") ? 1 : 2, above.map((each) => each.content.trim()).join(" "));
			continue;
		}
		if (
			/^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/.test(bare) ||
			/^\s{0,3}\[(?!\^)[^\]]+\]:\s*\S+/.test(bare)
		) {
			flush();
			continue;
		}
		if (isTableRow(bare) || (inTable && bare.includes("|"))) {
			flush();
			const cells = tableCells(bare);
			if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
				out.mark(out.block(cells.join(" | "), inTable ? "\n" : "\n\n"), { kind: "line", line: line.number });
			inTable = true;
			continue;
		}
		inTable = false;
		if (isListItem({ number: line.number, content: bare })) flush();
		paragraph.push({ number: line.number, content: bare.replace(/^\s{0,3}\[\^[^\]]+\]:\s*/, "") });
	}
	flush();

	return {
		kind: "markdown",
		title: fields.title ?? first,
		date: isoDate(fields.date ?? fields.published ?? fields.updated),
		origin: fields.publisher ?? fields.author ?? fields.source,
		text: out.text,
		marks: out.marks,
		headings: out.headings,
	};
}

/** Writes a paragraph or list item as one line of text, and marks where each line of the file begins in it. */
function writeProse(out: DraftText, lines: Line[]): void {
	let source = "";
	const begins: { at: number; line: number }[] = [];
	const item = isListItem(lines[0]);
	for (const { number, content } of lines) {
		const words = source === "" ? content.replace(/^\s*[*+•-]\s+(?:\[[ xX]\]\s+)?/, "- ").trim() : content.trim();
		if (source !== "") source += " ";
		begins.push({ at: source.length, line: number });
		source += words;
	}
	const pieces = inlinePieces(source);
	const shown = pieces
		.map((piece) => piece.text)
		.join("")
		.trim();
	if (shown === "" || shown === "-") return;
	const lead =
		pieces.map((piece) => piece.text).join("").length -
		pieces
			.map((piece) => piece.text)
			.join("")
			.trimStart().length;
	const afterItem = item && /^(?:- |\d+[.)] )/.test(out.lastLine);
	const start = out.block(shown, afterItem ? "\n" : "\n\n");
	let next = 0;
	let length = -lead;
	for (const piece of pieces) {
		while (next < begins.length && (begins[next]?.at ?? 0) <= piece.at + piece.text.length - 1) {
			const begin = begins[next];
			if (begin === undefined) break;
			const inside = Math.max(0, begin.at - piece.at);
			const at = Math.min(Math.max(0, length + inside), shown.length - 1);
			out.mark(start + at, { kind: "line", line: begin.line });
			next++;
		}
		length += piece.text.length;
	}
}

/** A heading's words without the `#` marks that may close it. */
function withoutClosing(words: string): string {
	let end = words.trimEnd().length;
	while (words[end - 1] === "#") end--;
	return words.slice(0, end).trimEnd();
}

function isListItem(line: Line | undefined): boolean {
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
		.map((cell) => inlineText(cell.trim()));
}

/** Removes HTML comments, which may span lines, except inside code. */
function withoutComments(lines: Line[]): Line[] {
	let inComment = false;
	let fence: string | undefined;
	return lines.map(({ number, content }) => {
		const fenced = /^\s{0,3}(`{3,}|~{3,})/.exec(content)?.[1];
		if (!inComment && fenced !== undefined)
			fence = fence === undefined ? fenced : fenced.startsWith(fence) ? undefined : fence;
		if (fence !== undefined) return { number, content };
		let kept = "";
		let rest = content;
		for (;;) {
			const at = rest.indexOf(inComment ? "-->" : "<!--");
			if (at < 0) break;
			if (!inComment) kept += rest.slice(0, at);
			rest = rest.slice(at + (inComment ? 3 : 4));
			inComment = !inComment;
		}
		return { number, content: inComment ? kept : kept + rest };
	});
}

/** Parses the `key: value` lines between two `---` at the head of a file. Nested values and lists are ignored. */
function frontMatter(lines: Line[]): { fields: Record<string, string>; rest: Line[] } {
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
