import { marked, type Token, type Tokens } from "marked";
import type { Paint, Span, Style } from "./paint.ts";
import { clean, pieces, widthOf } from "./text.ts";

/** Longer lines are hard to read. Cells. */
const widthMax = 96;

/** A painted line and the cells that it takes. */
interface Row {
	text: string;
	width: number;
}

/** Markdown as painted lines for a terminal of `columns`, with a margin where there is room. */
export function renderForTerminal(markdown: string, columns: number, paint: Paint): string {
	const margin = columns >= 60 ? "  " : "";
	const width = Math.max(16, Math.min(columns - 1, widthMax) - margin.length);
	const rows = blocks(marked.lexer(clean(markdown)), width, paint);
	return `${rows.map(({ text }) => (text === "" ? "" : margin + text)).join("\n")}\n`;
}

const empty: Row = { text: "", width: 0 };

function blocks(tokens: readonly Token[], width: number, paint: Paint, tight = false): Row[] {
	const rows: Row[] = [];
	for (const token of tokens) {
		const more = block(token, width, paint);
		if (more.length === 0) continue;
		if (rows.length > 0 && !(tight && (token.type === "list" || token.type === "text"))) rows.push(empty);
		rows.push(...more);
	}
	return rows;
}

function block(token: Token, width: number, paint: Paint): Row[] {
	switch (token.type) {
		case "heading": {
			const { depth, tokens } = token as Tokens.Heading;
			return flow(spans(tokens, depth === 1 ? "strong" : "title"), width, paint);
		}
		case "paragraph":
		case "text":
			return flow(spans("tokens" in token && token.tokens ? token.tokens : [token]), width, paint);
		case "list":
			return list(token as Tokens.List, width, paint);
		case "blockquote":
			return blocks((token as Tokens.Blockquote).tokens, width - 2, paint).map((row) =>
				before(paint("quiet", "│ "), 2, row),
			);
		case "table":
			return table(token as Tokens.Table, width, paint);
		case "code":
			return (token as Tokens.Code).text
				.split("\n")
				.flatMap((line) => pieces(line, width - 2).map((text) => before("  ", 2, painted(text, paint))));
		case "hr":
			return [{ text: paint("quiet", "─".repeat(Math.min(width, 24))), width: Math.min(width, 24) }];
		case "space":
		case "def":
			return [];
		default:
			return flow([{ style: "plain", text: token.raw }], width, paint);
	}
}

function painted(text: string, paint: Paint): Row {
	return { text: paint("plain", text), width: widthOf(text) };
}

function before(prefix: string, cells: number, row: Row): Row {
	return { text: prefix + row.text, width: cells + row.width };
}

function list({ items, ordered, start }: Tokens.List, width: number, paint: Paint): Row[] {
	const first = typeof start === "number" ? start : 1;
	const marks = items.map((_, index) => (ordered ? `${first + index}. ` : "• "));
	const indent = Math.max(...marks.map((mark) => mark.length));
	return items.flatMap((item, index) =>
		blocks(item.tokens, width - indent, paint, true).map((row, at) =>
			before(at === 0 ? paint("quiet", (marks[index] ?? "").padStart(indent)) : " ".repeat(indent), indent, row),
		),
	);
}

/** Inline Markdown as styled pieces; `[3]` is the marker of a source. */
function spans(tokens: readonly Token[], style: Style = "plain"): Span[] {
	return tokens.flatMap((token): Span[] => {
		switch (token.type) {
			case "strong":
				return spans((token as Tokens.Strong).tokens, style === "plain" ? "strong" : style);
			case "em":
				return spans((token as Tokens.Em).tokens, style === "plain" ? "emphasis" : style);
			case "link":
			case "del":
				return spans((token as Tokens.Link | Tokens.Del).tokens, style);
			case "codespan":
				return [{ style: "accent", text: (token as Tokens.Codespan).text }];
			case "escape":
				return [{ style, text: (token as Tokens.Escape).text }];
			case "br":
				return [{ style, text: "\n" }];
			case "text": {
				const { text, tokens: inner } = token as Tokens.Text;
				return inner ? spans(inner, style) : withMarkers(text, style);
			}
			default:
				return [{ style, text: token.raw }];
		}
	});
}

function withMarkers(text: string, style: Style): Span[] {
	return text.split(/(\[\d+\])/).map((part) => ({ style: /^\[\d+\]$/.test(part) ? "accent" : style, text: part }));
}

/** Pieces flowed into lines; a `\n` begins a new one. */
function flow(parts: readonly Span[], width: number, paint: Paint): Row[] {
	const rows: Row[] = [];
	let row = empty;
	for (const word of words(parts, width)) {
		const cells = word.reduce((sum, { text }) => sum + widthOf(text), 0);
		const text = word.map((span) => paint(span.style, span.text)).join("");
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

/** Words, each of one or more pieces that belong together; too long a piece is broken. */
function words(parts: readonly Span[], width: number): Span[][] {
	const found: Span[][] = [];
	let word: Span[] = [];
	const close = () => {
		if (word.length > 0) found.push(word);
		word = [];
	};
	for (const { style, text } of parts) {
		for (const part of text === "\n" ? ["\n"] : text.split(/(\s+)/)) {
			if (part === "") continue;
			if (part === "\n" && text === "\n") {
				close();
				found.push([{ style, text: "\n" }]);
			} else if (/^\s+$/.test(part)) close();
			else {
				const [first = "", ...more] = pieces(part, width);
				word.push({ style, text: first });
				for (const piece of more) {
					close();
					word = [{ style, text: piece }];
				}
			}
		}
	}
	close();
	return found;
}

const gap = 2;
const columnMin = 10;

/** A table with wrapped cells; where the columns do not fit, each row becomes a list of its cells. */
function table({ header, rows }: Tokens.Table, width: number, paint: Paint): Row[] {
	const cells = [header, ...rows].map((row, at) => row.map((cell) => spans(cell.tokens, at === 0 ? "title" : "plain")));
	const natural = header.map((_, column) => Math.max(1, ...cells.map((row) => widest(row[column] ?? []))));
	const room = width - gap * (header.length - 1);
	const widths = fitted(natural, room);
	if (!widths) return records(cells, width, paint);
	const lines = cells.map((row) => {
		const columns = row.map((cell, column) => flow(cell, widths[column] ?? 1, paint));
		const height = Math.max(1, ...columns.map((column) => column.length));
		return Array.from({ length: height }, (_, at) =>
			beside(
				columns.map((column) => column[at] ?? empty),
				widths,
			),
		);
	});
	const [head = [], ...body] = lines;
	const total = widths.reduce((sum, one) => sum + one, gap * (widths.length - 1));
	const rule: Row = { text: paint("quiet", "─".repeat(total)), width: total };
	const tall = body.some((row) => row.length > 1);
	return [...head, rule, ...body.flatMap((row, at) => (tall && at > 0 ? [empty, ...row] : row))];
}

function widest(cell: readonly Span[]): number {
	return cell.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Column widths that fit: small columns as they are, the others share what is left. Undefined when none do. */
function fitted(natural: readonly number[], room: number): number[] | undefined {
	if (natural.reduce((sum, one) => sum + one, 0) <= room) return [...natural];
	if (natural.length * columnMin > room) return undefined;
	const widths = natural.map(() => 0);
	let [left, open] = [room, natural.map((_, column) => column)];
	for (;;) {
		const share = Math.floor(left / Math.max(1, open.length));
		const small = open.filter((column) => (natural[column] ?? 0) <= share);
		if (small.length === 0) {
			for (const column of open) widths[column] = share;
			return widths;
		}
		for (const column of small) {
			widths[column] = natural[column] ?? 0;
			left -= widths[column] ?? 0;
		}
		open = open.filter((column) => !small.includes(column));
	}
}

function beside(columns: readonly Row[], widths: readonly number[]): Row {
	const parts = columns.map((row, at) =>
		at === columns.length - 1 ? row.text : row.text + " ".repeat((widths[at] ?? 0) - row.width),
	);
	return {
		text: parts.join(" ".repeat(gap)),
		width: widths.reduce((sum, one) => sum + one, gap * (widths.length - 1)),
	};
}

function records(cells: readonly Span[][][], width: number, paint: Paint): Row[] {
	const [header = [], ...rows] = cells;
	return rows.flatMap((row, at) => [
		...(at > 0 ? [empty] : []),
		...row.flatMap((cell, column) => {
			const name = header[column] ?? [];
			const titled = name.length === 0 ? cell : [...name, { style: "quiet" as const, text: ": " }, ...cell];
			return flow(titled, column === 0 ? width : width - 2, paint).map((line) =>
				column === 0 ? line : before("  ", 2, line),
			);
		}),
	]);
}
