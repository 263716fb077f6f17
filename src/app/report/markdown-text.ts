import { splitQuotations } from "../../text/quotations.ts";

/** Controls, and characters that turn the direction of what follows: a document's text may not reorder the report's. */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** Text of a document without hidden characters, its white space as it is. */
export function visible(text: string): string {
	return text.replace(hidden, "");
}

/** Text of a document as one line without hidden characters. */
export function oneLine(text: string): string {
	return visible(text).replace(/\s+/g, " ").trim();
}

/** A document's own code in a line: `code`, its words without the marks. Longer marks, marks within, and `\|` stay text. */
const codeSpan = /(?<![`\\])`(?![` ])((?:(?!\\\|)[^`])+)(?<! )`(?!`)/g;

/** Stretches of a line in order: code as a document marks it, without its marks, and all else. */
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
 * Text as inline Markdown that shows exactly the text: it makes no link, image, emphasis, HTML, entity, heading, list, quote, rule
 * or table, alone on a line or within one. Code that the text sets between backticks stays code, each character as it is. Marks that
 * mean nothing where they stand stay bare, so that the file reads well as it is: an underscore inside a word, a bracket that no
 * target follows.
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

/** Inline Markdown as a cell of a row: a line in its code, too, sets no cells apart. */
export function cell(markdown: string): string {
	return markdown.replace(/(?<!\\)\|/g, "\\|");
}

/** One line of which nothing is markup. */
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

/** A sentence of the report: its titles in italics, all else as it is. */
export function sentence(text: string): string {
	return splitQuotations(oneLine(text))
		.map(({ kind, text: part }, index) => {
			if (kind === "title") return `*${within(part)}*`;
			return kind === "quotation" ? `“${within(part)}”` : spaced(part, index === 0 ? inline(part) : within(part));
		})
		.join("");
}

/** A sentence in italics: what the report infers. Its titles have no marks of their own. */
export function italic(text: string): string {
	const words = splitQuotations(oneLine(text)).map(({ kind, text: part }) =>
		kind === "quotation" ? `“${within(part)}”` : spaced(part, within(part)),
	);
	return `*${words.join("").trim()}*`;
}

/** Words with the space that stood around them. */
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

/** What follows the first line of a list's item, moved in below its mark. */
export function below(text: string, mark: string): string {
	return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`);
}

/** Stretches of a document's text as one line, some of them bold. */
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
 * Where the asterisks around a stretch can stand: beside no white space, and beside no punctuation that touches a word outside,
 * since Markdown would take them for text. `[from, to]`; equal where nothing is left.
 */
function edgesOf(text: string, before = " ", after = " "): [number, number] {
	const open = /[\s\p{P}]/u;
	const outer = (isFree: boolean) => (isFree ? /^\s*/ : /^[\s\p{P}\p{S}]*/u);
	const from = outer(open.test(before) || /^\s/.test(text)).exec(text)?.[0].length ?? 0;
	const rest = text.slice(from);
	const end = open.test(after) || /\s$/.test(text) ? /\s*$/ : /[\s\p{P}\p{S}]*$/u;
	return [from, from + rest.length - (end.exec(rest)?.[0].length ?? 0)];
}

/** A link that shows exactly the text. The address has no white space and no bracket that is not encoded. */
export function linkTo(address: string, text: string): string {
	const safe = address.replace(/[\s<>()\\]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
	);
	return `[${bare(oneLine(text)).replace(/(?<!\\)[[\]]/g, "\\$&")}](${safe})`;
}
