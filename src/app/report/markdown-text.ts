import { splitQuotations } from "../../text/quotations.ts";

/** Control and bidirectional characters: a document's text may not reorder the report's. */
const hiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** A document's text without hidden characters; white space is kept. */
export function withoutHidden(text: string): string {
	return text.replace(hiddenCharacters, "");
}

/** A document's text as one line without hidden characters. */
export function oneLine(text: string): string {
	return withoutHidden(text).replace(/\s+/g, " ").trim();
}

/** Code in a line of a document, between single backticks. Longer marks, marks within, and `\|` stay text. */
const codeSpan = /(?<![`\\])`(?![` ])((?:(?!\\\|)[^`])+)(?<! )`(?!`)/g;

/** Splits a line into code, without its backticks, and other text, in order. */
export function splitInlineCode(line: string): { kind: "code" | "words"; text: string }[] {
	const parts: { kind: "code" | "words"; text: string }[] = [];
	let at = 0;
	for (const { 0: whole, 1: code = "", index } of line.matchAll(codeSpan)) {
		if (index > at) parts.push({ kind: "words", text: line.slice(at, index) });
		parts.push({ kind: "code", text: code });
		at = index + whole.length;
	}
	if (at < line.length) parts.push({ kind: "words", text: line.slice(at) });
	return parts;
}

/**
 * Escapes text as inline Markdown that shows exactly the text: no link, image, emphasis, HTML, entity, heading, list, quote, rule
 * or table, alone on a line or within one. Code between backticks stays code, each character as it is. Marks without meaning at
 * their place stay unescaped, so that the file reads well as it is: an underscore inside a word, a bracket without a target.
 */
export function escapeMarkdown(text: string): string {
	return escapeInLine(text)
		.replace(/^(?:[#+=\-[]|:(?=-))/, "\\$&")
		.replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");
}

/** The same for text that stands inside a line. */
export function escapeInLine(text: string): string {
	return splitInlineCode(oneLine(text))
		.map((part) => (part.kind === "code" ? `\`${part.text}\`` : escapeMarks(part.text)))
		.join("");
}

/** Escapes inline Markdown as a cell of a row: no bar separates cells, even within code. */
export function escapeCell(markdown: string): string {
	return markdown.replace(/(?<!\\)\|/g, "\\|");
}

/** Escapes one line, so that nothing in it is markup. */
function escapeMarks(line: string): string {
	return (
		line
			.replace(/[\\`*<>|~]/g, "\\$&")
			// The sign of an omission ends a stretch, too, and no link follows it there.
			.replace(/\](?=[[(:])|(?<!\[…)\]$|\[(?=\^)/g, "\\$&")
			.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
			.replace(/&(?=#?\w+;)/g, "\\&")
			.replace(/:(?=\/\/)/g, "\\:")
			.replace(/(?<=www)\./gi, "\\.")
			.replace(/@/g, "\\@")
			.replace(/(mailto|xmpp):/gi, "$1\\:")
	);
}

/** A sentence of the report: its titles in italics, the rest unchanged. */
export function escapeSentence(text: string): string {
	return splitQuotations(oneLine(text))
		.map(({ kind, text: part }, index) => {
			if (kind === "title") return `*${escapeInLine(part)}*`;
			return kind === "quotation"
				? `“${escapeInLine(part)}”`
				: withOuterSpace(part, index === 0 ? escapeMarkdown(part) : escapeInLine(part));
		})
		.join("");
}

/** An inference of the report, in italics. Its titles have no marks of their own. */
export function italicSentence(text: string): string {
	const words = splitQuotations(oneLine(text)).map(({ kind, text: part }) =>
		kind === "quotation" ? `“${escapeInLine(part)}”` : withOuterSpace(part, escapeInLine(part)),
	);
	return `*${words.join("").trim()}*`;
}

/** Escaped words with the white space that surrounded the original part. */
function withOuterSpace(part: string, words: string): string {
	return words === "" ? " " : `${/^\s/.test(part) ? " " : ""}${words}${/\s$/.test(part) ? " " : ""}`;
}

/** Code in a fence that nothing in it can close. */
export function fenceCode(text: string): string {
	const code = withoutHidden(text)
		.replace(/\r\n?/g, "\n")
		.replaceAll("\t", "    ")
		.replace(/^\n+|\s+$/g, "");
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}\n${code}\n${fence}`;
}

/** Indents the lines of a list item after the first, below its mark. */
export function indentItem(text: string, mark: string): string {
	return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`);
}

/** Runs of a document's text as one line; marked runs are bold. */
export function boldMarked(stretches: readonly { text: string; marked: boolean }[]): string {
	const runs = stretches
		.map(({ text, marked }) => ({ marked, text: withoutHidden(text).replace(/\s+/g, " ") }))
		.filter(({ text }) => text !== "");
	const parts: { text: string; marked: boolean }[] = [];
	const add = (stretch: string, marked: boolean) => {
		const last = parts.at(-1);
		const text = last?.text.endsWith(" ") ? stretch.trimStart() : stretch;
		if (text !== "" && last?.marked === marked) last.text += text;
		else if (text !== "") parts.push({ text, marked });
	};
	for (const [at, { text, marked }] of runs.entries()) {
		const edges = marked ? boldRange(text, runs[at - 1]?.text.at(-1), runs[at + 1]?.text[0]) : [0, 0];
		const [from = 0, to = 0] = edges;
		add(text.slice(0, from), false);
		add(text.slice(from, to), true);
		add(text.slice(to), false);
	}
	let line = "";
	for (const { text, marked } of parts) {
		if (marked) line += `**${escapeInLine(text)}**`;
		else if (text === " ") line += " ";
		else {
			const words = line.trim() === "" ? escapeMarkdown(text) : escapeInLine(text);
			line += `${text.startsWith(" ") ? " " : ""}${words}${text.endsWith(" ") ? " " : ""}`;
		}
	}
	return line.trim();
}

/**
 * The range of a run that asterisks can enclose. They may touch no white space in it, and no punctuation in it beside a word
 * outside: Markdown would take them for text. `[from, to]`; equal where nothing is left.
 */
function boldRange(text: string, before = " ", after = " "): [number, number] {
	const open = /[\s\p{P}]/u;
	const outer = (isFree: boolean) => (isFree ? /^\s*/ : /^[\s\p{P}\p{S}]*/u);
	const from = outer(open.test(before) || /^\s/.test(text)).exec(text)?.[0].length ?? 0;
	const rest = text.slice(from);
	const end = open.test(after) || /\s$/.test(text) ? /\s*$/ : /[\s\p{P}\p{S}]*$/u;
	return [from, from + rest.length - (end.exec(rest)?.[0].length ?? 0)];
}

/** A link that shows exactly the text. White space and brackets in the address are encoded. */
export function linkMarkdown(address: string, text: string): string {
	const safe = address.replace(/[\s<>()\\]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
	);
	return `[${escapeMarks(oneLine(text)).replace(/(?<!\\)[[\]]/g, "\\$&")}](${safe})`;
}
