import { partsOf } from "../../evidence/quotation.ts";

/** Controls, and characters that turn the direction of what follows: a document's text may not reorder the report's. */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** Text of a document as one line without hidden characters. */
export function oneLine(text: string): string {
	return text.replace(hidden, "").replace(/\s+/g, " ").trim();
}

/**
 * Text as inline Markdown that shows exactly the text: it makes no link, image, emphasis, code, HTML, entity, heading,
 * list, quote, rule or table, alone on a line or within one. Underscores inside a word stay bare: they mean nothing there.
 */
export function inline(text: string): string {
	return oneLine(text)
		.replace(/[\\`*[\]<>|~$]/g, "\\$&")
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
		.replace(/&(?=#?\w+;)/g, "\\&")
		.replace(/:(?=\/\/)/g, "\\:")
		.replace(/(?<=\bwww)\./gi, "\\.")
		.replace(/@/g, "\\@")
		.replace(/\b(mailto|xmpp):/gi, "$1\\:")
		.replace(/^(?:[#+=-]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? start : `\\${start}`))
		.replace(/^(\d+)([.)])/, "$1\\$2")
		.replace(/!(?=\\\[)/g, "\\!");
}

/** A sentence of the report: its titles in italics, all else as it is. */
export function sentence(text: string): string {
	return partsOf(oneLine(text))
		.map(({ kind, text: part }) => {
			const [before, after] = [/^\s*/.exec(part)?.[0] ?? "", /\S\s*$/.test(part) ? (/\s*$/.exec(part)?.[0] ?? "") : ""];
			if (kind === "title") return `*${inline(part)}*`;
			return kind === "quotation" ? `“${inline(part)}”` : before + inline(part) + after;
		})
		.join("");
}
