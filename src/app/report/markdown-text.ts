import { partsOf } from "../../evidence/quotation.ts";

/** Controls, and characters that turn the direction of what follows: a document's text may not reorder the report's. */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** Text of a document as one line without hidden characters. */
export function oneLine(text: string): string {
	return text.replace(hidden, "").replace(/\s+/g, " ").trim();
}

/**
 * Text as inline Markdown that shows exactly the text: it makes no link, image, emphasis, code, HTML, entity, heading,
 * list, quote, rule or table, alone on a line or within one. Marks that mean nothing where they stand stay bare, so that the
 * file reads well as it is: an underscore inside a word, a bracket that no target follows.
 */
export function inline(text: string): string {
	return within(text)
		.replace(/^(?:[#+=\-[]|:(?=-))/, "\\$&")
		.replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");
}

/** The same for text that stands inside a line. */
export function within(text: string): string {
	return oneLine(text)
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
	return partsOf(oneLine(text))
		.map(({ kind, text: part }, index) => {
			if (kind === "title") return `*${within(part)}*`;
			if (kind === "quotation") return `“${within(part)}”`;
			const words = index === 0 ? inline(part) : within(part);
			return words === "" ? " " : `${/^\s/.test(part) ? " " : ""}${words}${/\s$/.test(part) ? " " : ""}`;
		})
		.join("");
}

/** A link that shows exactly the text. The address has no white space and no bracket that is not encoded. */
export function linkTo(address: string, text: string): string {
	const safe = address.replace(/[\s<>()\\]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
	);
	return `[${within(text).replace(/(?<!\\)[[\]]/g, "\\$&")}](${safe})`;
}
