import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { marked, type Token, type Tokens } from "marked";
import { before, empty, flow, type Row } from "./flow.ts";
import type { Paint, Span, Style } from "./paint.ts";
import { drawTable } from "./table.ts";
import { clean, pieces, widthOf } from "./text.ts";

/** Maximum width in cells. Longer lines are hard to read. */
const widthMax = 96;

/**
 * Renders Markdown as painted lines for a terminal of `columns`, with a margin if there is room. `folder`: absolute path of the stored
 * pages that the report links to. Without it nothing is a link.
 */
export function renderForTerminal(markdown: string, columns: number, paint: Paint, folder?: string): string {
	const margin = columns >= 60 ? "  " : "";
	const width = Math.max(16, Math.min(columns - 1, widthMax) - margin.length);
	const target = folder === undefined ? () => undefined : (href: string) => targetOf(href, folder);
	const rows = blocks(marked.lexer(clean(markdown)), width, { paint, target });
	return `${rows.map(({ text }) => (margin + text).trimEnd()).join("\n")}\n`;
}

interface Look {
	paint: Paint;
	/** The target of a link of the report. Undefined if the link is shown as text. */
	target: (href: string) => string | undefined;
}

/** A stored page of the run, or a page of the web. */
function targetOf(href: string, folder: string): string | undefined {
	const [, file, id] = /^(pages\/[\w-]+\.html)#([\w-]+)$/.exec(href) ?? [];
	if (file !== undefined) return `${pathToFileURL(join(folder, file)).href}#${id}`;
	return /^https?:/i.test(href) && URL.canParse(href) ? new URL(href).href : undefined;
}

function blocks(tokens: readonly Token[], width: number, look: Look, tight = false): Row[] {
	const rows: Row[] = [];
	for (const token of tokens) {
		const more = block(token, width, look);
		if (more.length === 0) continue;
		if (rows.length > 0 && !(tight && (token.type === "list" || token.type === "text"))) rows.push(empty);
		rows.push(...more);
	}
	return rows;
}

function block(token: Token, width: number, look: Look): Row[] {
	const { paint } = look;
	switch (token.type) {
		case "heading": {
			const { depth, tokens } = token as Tokens.Heading;
			return flow(spans(tokens, look, depth === 1 ? "strong" : "title"), width, paint);
		}
		case "paragraph":
		case "text":
			return flow(spans("tokens" in token && token.tokens ? token.tokens : [token], look), width, paint);
		case "list":
			return list(token as Tokens.List, width, look);
		case "blockquote":
			return blocks((token as Tokens.Blockquote).tokens, width - 2, look).map((row) =>
				before(paint("quiet", "│ "), 2, row),
			);
		case "table":
			return drawTable(
				token as Tokens.Table,
				(cell, isHeader) => spans(cell.tokens, look, isHeader ? "title" : "plain"),
				width,
				paint,
			);
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

function list({ items, ordered, start, loose }: Tokens.List, width: number, look: Look): Row[] {
	const first = typeof start === "number" ? start : 1;
	const marks = items.map((_, index) => (ordered ? `${first + index}. ` : "• "));
	const indent = Math.max(...marks.map((mark) => mark.length));
	return items.flatMap((item, index) => [
		...(loose && index > 0 ? [empty] : []),
		...blocks(item.tokens, width - indent, look, true).map((row, at) =>
			before(at === 0 ? look.paint("quiet", (marks[index] ?? "").padStart(indent)) : " ".repeat(indent), indent, row),
		),
	]);
}

/** Inline Markdown as styled pieces; `[3]` is the marker of a source. */
function spans(tokens: readonly Token[], look: Look, style: Style = "plain"): Span[] {
	return tokens.flatMap((token): Span[] => {
		switch (token.type) {
			case "strong":
				return spans((token as Tokens.Strong).tokens, look, style === "plain" ? "strong" : style);
			case "em":
				return spans((token as Tokens.Em).tokens, look, style === "plain" ? "emphasis" : style);
			case "link": {
				const { href, tokens: inner } = token as Tokens.Link;
				const link = look.target(href);
				return spans(inner, look, style).map((span) => (link === undefined ? span : { ...span, link }));
			}
			case "del":
				return spans((token as Tokens.Del).tokens, look, style);
			case "codespan":
				return [{ style: "accent", text: (token as Tokens.Codespan).text }];
			case "escape":
				return [{ style, text: (token as Tokens.Escape).text }];
			case "br":
				return [{ style, text: "\n" }];
			case "text": {
				const { text, tokens: inner } = token as Tokens.Text;
				return inner ? spans(inner, look, style) : withMarkers(text, style);
			}
			default:
				return [{ style, text: token.raw }];
		}
	});
}

function withMarkers(text: string, style: Style): Span[] {
	return text.split(/(\[\d+\])/).map((part) => ({ style: /^\[\d+\]$/.test(part) ? "accent" : style, text: part }));
}
