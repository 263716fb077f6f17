import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { marked, type Token, type Tokens } from "marked";
import { emptyLine, flowLines, type PaintedLine, withPrefix } from "./flow.ts";
import type { Paint, StyledText, TextStyle } from "./paint.ts";
import { drawTable } from "./table.ts";
import { safeText, splitToWidth, textWidth } from "./text.ts";

/** Maximum width in cells. Longer lines are hard to read. */
const widthMax = 96;

/**
 * Renders Markdown as painted lines for a terminal of `columns`, with a margin if there is room. `folder`: absolute path of the stored
 * pages that the report links to. Without it nothing is a link.
 */
export function renderForTerminal(markdown: string, columns: number, paint: Paint, folder?: string): string {
	const margin = columns >= 60 ? "  " : "";
	const width = Math.max(16, Math.min(columns - 1, widthMax) - margin.length);
	const target = folder === undefined ? () => undefined : (href: string) => linkTarget(href, folder);
	const rows = renderBlocks(marked.lexer(safeText(markdown)), width, { paint, target });
	return `${rows.map(({ text }) => (margin + text).trimEnd()).join("\n")}\n`;
}

interface RenderContext {
	paint: Paint;
	/** The target of a link of the report. Undefined if the link is shown as text. */
	target: (href: string) => string | undefined;
}

/** A stored page of the run, or a page of the web. */
function linkTarget(href: string, folder: string): string | undefined {
	const [, file, id] = /^(pages\/[\w-]+\.html)#([\w-]+)$/.exec(href) ?? [];
	if (file !== undefined) return `${pathToFileURL(join(folder, file)).href}#${id}`;
	return /^https?:/i.test(href) && URL.canParse(href) ? new URL(href).href : undefined;
}

function renderBlocks(tokens: readonly Token[], width: number, context: RenderContext, tight = false): PaintedLine[] {
	const rows: PaintedLine[] = [];
	for (const token of tokens) {
		const more = renderBlock(token, width, context);
		if (more.length === 0) continue;
		if (rows.length > 0 && !(tight && (token.type === "list" || token.type === "text"))) rows.push(emptyLine);
		rows.push(...more);
	}
	return rows;
}

function renderBlock(token: Token, width: number, context: RenderContext): PaintedLine[] {
	const { paint } = context;
	switch (token.type) {
		case "heading": {
			const { depth, tokens } = token as Tokens.Heading;
			return flowLines(renderInlineTokens(tokens, context, depth === 1 ? "strong" : "title"), width, paint);
		}
		case "paragraph":
		case "text":
			return flowLines(
				renderInlineTokens("tokens" in token && token.tokens ? token.tokens : [token], context),
				width,
				paint,
			);
		case "list":
			return renderList(token as Tokens.List, width, context);
		case "blockquote":
			return renderBlocks((token as Tokens.Blockquote).tokens, width - 2, context).map((row) =>
				withPrefix(paint("quiet", "│ "), 2, row),
			);
		case "table":
			return drawTable(
				token as Tokens.Table,
				(cell, isHeader) => renderInlineTokens(cell.tokens, context, isHeader ? "title" : "plain"),
				width,
				paint,
			);
		case "code":
			return (token as Tokens.Code).text
				.split("\n")
				.flatMap((line) => splitToWidth(line, width - 2).map((text) => withPrefix("  ", 2, unstyledLine(text, paint))));
		case "hr":
			return [{ text: paint("quiet", "─".repeat(Math.min(width, 24))), width: Math.min(width, 24) }];
		case "space":
		case "def":
			return [];
		default:
			return flowLines([{ style: "plain", text: token.raw }], width, paint);
	}
}

function unstyledLine(text: string, paint: Paint): PaintedLine {
	return { text: paint("plain", text), width: textWidth(text) };
}

function renderList(
	{ items, ordered, start, loose }: Tokens.List,
	width: number,
	context: RenderContext,
): PaintedLine[] {
	const first = typeof start === "number" ? start : 1;
	const marks = items.map((_, index) => (ordered ? `${first + index}. ` : "• "));
	const indent = Math.max(...marks.map((mark) => mark.length));
	return items.flatMap((item, index) => [
		...(loose && index > 0 ? [emptyLine] : []),
		...renderBlocks(item.tokens, width - indent, context, true).map((row, at) =>
			withPrefix(
				at === 0 ? context.paint("quiet", (marks[index] ?? "").padStart(indent)) : " ".repeat(indent),
				indent,
				row,
			),
		),
	]);
}

/** Inline Markdown as styled pieces; `[3]` is the marker of a source. */
function renderInlineTokens(
	tokens: readonly Token[],
	context: RenderContext,
	style: TextStyle = "plain",
): StyledText[] {
	return tokens.flatMap((token): StyledText[] => {
		switch (token.type) {
			case "strong":
				return renderInlineTokens((token as Tokens.Strong).tokens, context, style === "plain" ? "strong" : style);
			case "em":
				return renderInlineTokens((token as Tokens.Em).tokens, context, style === "plain" ? "emphasis" : style);
			case "link": {
				const { href, tokens: inner } = token as Tokens.Link;
				const link = context.target(href);
				return renderInlineTokens(inner, context, style).map((span) => (link === undefined ? span : { ...span, link }));
			}
			case "del":
				return renderInlineTokens((token as Tokens.Del).tokens, context, style);
			case "codespan":
				return [{ style: "accent", text: (token as Tokens.Codespan).text }];
			case "escape":
				return [{ style, text: (token as Tokens.Escape).text }];
			case "br":
				return [{ style, text: "\n" }];
			case "text": {
				const { text, tokens: inner } = token as Tokens.Text;
				return inner ? renderInlineTokens(inner, context, style) : withMarkers(text, style);
			}
			default:
				return [{ style, text: token.raw }];
		}
	});
}

function withMarkers(text: string, style: TextStyle): StyledText[] {
	return text.split(/(\[\d+\])/).map((part) => ({ style: /^\[\d+\]$/.test(part) ? "accent" : style, text: part }));
}
