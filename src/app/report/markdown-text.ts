import { splitQuotations } from "../../text/quotations.ts";

/** Control and bidirectional characters: a document's text may not reorder the report's. */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** A document's text without hidden characters; white space is kept. */
export function visible(text: string): string {
	return text.replace(hidden, "");
}

/** A document's text as one line without hidden characters. */
export function oneLine(text: string): string {
	return visible(text).replace(/\s+/g, " ").trim();
}

/** Code in a line of a document, between single backticks. Longer marks, marks within, and `\|` stay text. */
const codeSpan = /(?<![`\\])`(?![` ])((?:(?!\\\|)[^`])+)(?<! )`(?!`)/g;

/** Splits a line into code, without its backticks, and other text, in order. */
export function codeParts(line: string): { kind: "code" | "words"; text: string }[] {
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
export function inline(text: string): string {
	return within(text)
		.replace(/^(?:[#+=\-[]|:(?=-))/, "\\$&")
		.replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");
}

/** The same for text that stands inside a line. */
export function within(text: string): string {
	return codeParts(oneLine(text))
		.map((part) => (part.kind === "code" ? `\`${part.text}\`` : bare(part.text)))
		.join("");
}

/** Escapes inline Markdown as a cell of a row: no bar separates cells, even within code. */
export function cell(markdown: string): string {
	return markdown.replace(/(?<!\\)\|/g, "\\|");
}

/** Escapes one line, so that nothing in it is markup. */
function bare(line: string): string {
	return line
		.replace(/[\\`*<>|~]/g, "\\$&")
		.replace(/\](?=[[(:]|$)|\[(?=\^)/g, "\\$&")
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
		.replace(/&(?=#?\w+;)/g, "\\&")
		.replace(/:(?=\/\/)/g, "\\:")
		.replace(/(?<=www)\./gi, "\\.")
		.replace(/@/g, "\\@")
		.replace(/(mailto|xmpp):/gi, "$1\\:");
}

/** A sentence of the report: its titles in italics, the rest unchanged. */
export function sentence(text: string): string {
	return splitQuotations(oneLine(text))
		.map(({ kind, text: part }, index) => {
			if (kind === "title") return `*${within(part)}*`;
			return kind === "quotation" ? `“${within(part)}”` : spaced(part, index === 0 ? inline(part) : within(part));
		})
		.join("");
}

/** An inference of the report, in italics. Its titles have no marks of their own. */
export function italic(text: string): string {
	const words = splitQuotations(oneLine(text)).map(({ kind, text: part }) =>
		kind === "quotation" ? `“${within(part)}”` : spaced(part, within(part)),
	);
	return `*${words.join("").trim()}*`;
}

/** Escaped words with the white space that surrounded the original part. */
function spaced(part: string, words: string): string {
	return words === "" ? " " : `${/^\s/.test(part) ? " " : ""}${words}${/\s$/.test(part) ? " " : ""}`;
}

/** Code in a fence that nothing in it can close. */
export function fenced(text: string): string {
	const code = visible(text)
		.replace(/\r\n?/g, "\n")
		.replaceAll("\t", "    ")
		.replace(/^\n+|\s+$/g, "");
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}\n${code}\n${fence}`;
}

/** Indents the lines of a list item after the first, below its mark. */
export function below(text: string, mark: string): string {
	return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`);
}

/** Runs of a document's text as one line; marked runs are bold. */
export function emphasised(stretches: readonly { text: string; marked: boolean }[]): string {
	const flat = stretches
		.map(({ text, marked }) => ({ marked, text: visible(text).replace(/\s+/g, " ") }))
		.filter(({ text }) => text !== "");
	const parts: { text: string; marked: boolean }[] = [];
	const add = (stretch: string, marked: boolean) => {
		const last = parts.at(-1);
		const text = last?.text.endsWith(" ") ? stretch.trimStart() : stretch;
		if (text !== "" && last?.marked === marked) last.text += text;
		else if (text !== "") parts.push({ text, marked });
	};
	for (const [at, { text, marked }] of flat.entries()) {
		const edges = marked ? edgesOf(text, flat[at - 1]?.text.at(-1), flat[at + 1]?.text[0]) : [0, 0];
		const [from = 0, to = 0] = edges;
		add(text.slice(0, from), false);
		add(text.slice(from, to), true);
		add(text.slice(to), false);
	}
	let line = "";
	for (const { text, marked } of parts) {
		if (marked) line += `**${within(text)}**`;
		else if (text === " ") line += " ";
		else {
			const words = line.trim() === "" ? inline(text) : within(text);
			line += `${text.startsWith(" ") ? " " : ""}${words}${text.endsWith(" ") ? " " : ""}`;
		}
	}
	return line.trim();
}

/**
 * The range of a run that asterisks can enclose. They may touch no white space in it, and no punctuation in it beside a word
 * outside: Markdown would take them for text. `[from, to]`; equal where nothing is left.
 */
function edgesOf(text: string, before = " ", after = " "): [number, number] {
	const open = /[\s\p{P}]/u;
	const outer = (isFree: boolean) => (isFree ? /^\s*/ : /^[\s\p{P}\p{S}]*/u);
	const from = outer(open.test(before) || /^\s/.test(text)).exec(text)?.[0].length ?? 0;
	const rest = text.slice(from);
	const end = open.test(after) || /\s$/.test(text) ? /\s*$/ : /[\s\p{P}\p{S}]*$/u;
	return [from, from + rest.length - (end.exec(rest)?.[0].length ?? 0)];
}

/** A link that shows exactly the text. White space and brackets in the address are encoded. */
export function linkTo(address: string, text: string): string {
	const safe = address.replace(/[\s<>()\\]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
	);
	return `[${bare(oneLine(text)).replace(/(?<!\\)[[\]]/g, "\\$&")}](${safe})`;
}
