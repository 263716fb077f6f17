import { isInColumns, isTermLine, opensEntry } from "./entries.ts";
import { manualHeadings } from "./manual-headings.ts";

export type BlockKind = "prose" | "heading" | "item" | "row" | "code";

/** A run of lines that belong together, with its place (UTF-16). */
export interface Block {
	kind: BlockKind;
	start: number;
	end: number;
	/** The headings above it, outermost first. */
	headings: string[];
}

interface Line {
	text: string;
	start: number;
	end: number;
}

function linesOf(text: string): Line[] {
	let start = 0;
	return text.split("\n").map((line) => {
		const lineWithPlace = { text: line, start, end: start + line.length };
		start = lineWithPlace.end + 1;
		return lineWithPlace;
	});
}

const fencePattern = /^\s*(?:```|~~~)/;
const headingPattern = /^\s{0,3}(#{1,6})\s+(\S.*?)\s*#*\s*$/;
const itemPattern = /^\s*(?:[-*+•‣◦▪·]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/;
const underlinePattern = /^\s*(?:={3,}|-{3,})\s*$/;
const titleMax = 120;
const rowSeparator = /^[\s|:+=-]+$/;
const endsSentence = /[.!?:;…]["'”’)\]*_]*\s*$/;
const codeLike =
	/(?:[;{}]|=>|\)\s*;?)\s*$|^\s*(?:\$|>>>|#!|\/\/|<\/?\w+[^>]*>)\s?|^\s*(?:def|class|import|from|const|let|var|return|function|SELECT|INSERT|CREATE|ALTER|UPDATE|DELETE)\b.*[;:{(]\s*$/;
/** Lines no longer than this (characters) may be headings, menu entries or captions: no paragraph is set this narrow. */
const narrowLine = 50;

function isRow(line: string): boolean {
	return (line.match(/\|/g)?.length ?? 0) >= 2 || / \| /.test(line) || (line.match(/\t/g)?.length ?? 0) >= 2;
}

function isIndentedCode(line: string): boolean {
	return /^(?: {4}|\t)/.test(line) && codeLike.test(line);
}

/** Whether a line is a title in plain text: short, between blank lines, without a full stop. */
function isBareHeading(line: string, before: string | undefined, after: string | undefined): boolean {
	const text = line.trim();
	return (
		text.length > 0 &&
		text.length <= 80 &&
		!before?.trim() &&
		after !== undefined &&
		!after.trim() &&
		!endsSentence.test(text) &&
		!/^[\p{Ll}(]/u.test(text) &&
		!itemPattern.test(line)
	);
}

/** A heading without Markdown for emphasis, code and links. Underscores inside names stay. */
function plainHeading(text: string): string {
	return text
		.replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
		.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
		.replace(/\s*[¶#]\s*$/, "")
		.trim();
}

/** How a page's text was laid out. */
export interface TextLayout {
	/** Every line end separates blocks, as in the text of HTML pages. Otherwise the lines of a paragraph are joined. */
	lineEnds?: boolean | undefined;
	/** The level of each line that HTML marks as a heading, by the line's start. When given, as in a manual page, a bare line never counts as one. */
	headings?: ReadonlyMap<number, number> | undefined;
	/** The ranges that HTML marks as preformatted, ascending (UTF-16). When given, code is not guessed from the look of lines. */
	code?: readonly { start: number; end: number }[] | undefined;
}

/**
 * The blocks of a page's text: paragraphs (hard-wrapped lines joined), list items, table rows, headings, code. Reads Markdown and
 * plain text alike. Leaves out the separator lines of tables.
 */
export function blocksIn(text: string, layout: TextLayout = {}): Block[] {
	const lines = linesOf(text);
	const marked = layout.headings ?? (layout.lineEnds ? undefined : manualHeadings(lines));
	const out: Block[] = [];
	const headingPath: { level: number; text: string }[] = [];
	let openBlock: Block | undefined;
	let widest = 0;
	let inFence = false;
	let codeAt = 0;
	const isMarkedCode = ({ start }: Line) => {
		const { code = [] } = layout;
		while ((code[codeAt]?.end ?? Number.POSITIVE_INFINITY) <= start) codeAt++;
		return (code[codeAt]?.start ?? Number.POSITIVE_INFINITY) <= start;
	};

	const close = () => {
		if (openBlock) out.push(openBlock);
		openBlock = undefined;
	};
	const begin = (kind: BlockKind, line: Line) => {
		close();
		widest = line.text.length;
		openBlock = { kind, start: line.start, end: line.end, headings: headingPath.map((each) => each.text) };
	};
	const addHeading = (level: number, line: Line, title: string) => {
		begin("heading", line);
		close();
		while ((headingPath.at(-1)?.level ?? 0) >= level) headingPath.pop();
		headingPath.push({ level, text: plainHeading(title) });
	};

	for (const [at, line] of lines.entries()) {
		if (isMarkedCode(line)) {
			const isSame = openBlock?.kind === "code" && openBlock.start >= (layout.code?.[codeAt]?.start ?? 0);
			if (isSame && openBlock) openBlock.end = line.end;
			else begin("code", line);
			continue;
		}
		if (openBlock?.kind === "code" && layout.code) close();
		if (fencePattern.test(line.text)) {
			inFence = !inFence;
			close();
			continue;
		}
		if (inFence || (!layout.code && isIndentedCode(line.text))) {
			if (openBlock?.kind === "code") openBlock.end = line.end;
			else begin("code", line);
			continue;
		}
		if (!line.text.trim()) {
			close();
			continue;
		}
		// Headings from HTML have no `#`: there, a line with one is a comment in code.
		const title = layout.lineEnds ? null : headingPattern.exec(line.text);
		const level = marked?.get(line.start);
		const [before, next] = [lines[at - 1], lines[at + 1]?.text];
		if (title) addHeading(title[1]?.length ?? 1, line, title[2] ?? "");
		else if (level !== undefined) addHeading(level, line, line.text);
		else if (
			next !== undefined &&
			underlinePattern.test(next) &&
			!isRow(line.text) &&
			line.text.trim().length <= titleMax
		)
			addHeading(next.includes("=") ? 1 : 2, line, line.text);
		else if (rowSeparator.test(line.text)) continue;
		else if (itemPattern.test(line.text)) begin("item", line);
		else if (isRow(line.text)) {
			begin("row", line);
			close();
		} else if (!marked && isBareHeading(line.text, before?.text, next)) addHeading(6, line, line.text);
		else if (
			!layout.lineEnds &&
			(openBlock?.kind === "prose" || openBlock?.kind === "item") &&
			!isParagraphStart(before, line, widest) &&
			!isEntryStart(before, line, next)
		) {
			openBlock.end = line.end;
			widest = Math.max(widest, line.text.length);
		} else begin("prose", line);
	}
	close();
	return out;
}

/** Whether a line starts a new paragraph: it begins like a sentence, and the line before ends a sentence or is short. */
function isParagraphStart(before: Line | undefined, line: Line, widest: number): boolean {
	if (!before || !/^\s*["'“‘([*_]*[\p{Lu}\d]/u.test(line.text)) return false;
	if (endsSentence.test(before.text)) return true;
	return before.text.length < Math.max(narrowLine, widest * 0.6);
}

/** Whether a line opens an entry of a list, or explains the term on the line before. */
function isEntryStart(before: Line | undefined, line: Line, next: string | undefined): boolean {
	return (
		opensEntry(line.text) ||
		(before !== undefined && isTermLine(before.text)) ||
		isInColumns(line.text, [before?.text, next])
	);
}
