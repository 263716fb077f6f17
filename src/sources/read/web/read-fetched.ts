import { decodeWeb } from "../decode.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import { detectPageLanguage } from "./page-language.ts";
import type { ParsedWebPage } from "./web-html.ts";

/** A document as it was fetched from the web, and how to read it. */
export interface FetchedDocument {
	kind: "html" | "pdf" | "text" | "markdown" | "csv" | "json";
	bytes: Uint8Array;
	/** As the server states it. */
	charset?: string | undefined;
	/** Where it was fetched. */
	url: string;
	/** The address that was requested. */
	requestedUrl: string;
	/** ISO day of reading; no page is younger. */
	today: string;
	/** Its scripts have run. */
	rendered: boolean;
}

/** Reads a document of the web. Runs in a child process; throws an Error whose message is the reason. */
export async function readFetchedDocument(web: FetchedDocument): Promise<ParsedWebPage> {
	if (web.kind === "pdf") {
		const { origin, ...draft } = await (await import("../pdf/pdf.ts")).readPdf(web.bytes);
		// The origin of a PDF is its author, not its publisher.
		return { ...draft, author: origin, language: detectPageLanguage(draft.text) };
	}
	const source = removeInvisibleCharacters(decodeWeb(web.bytes, web.charset), web.kind === "html");
	if (web.kind === "html") return (await import("./web-html.ts")).readWebHtml(source, web);
	const draft = await readTextFormat(web.kind, source);
	return { ...draft, language: detectPageLanguage(draft.text) };
}

async function readTextFormat(kind: "text" | "markdown" | "csv" | "json", source: string): Promise<ParsedDocument> {
	switch (kind) {
		case "markdown":
			return (await import("../markdown.ts")).readMarkdown(source);
		case "csv":
			return (await import("../tables/csv.ts")).readCsv(source);
		case "json":
			return (await import("../json.ts")).readJson(source);
		case "text":
			return (await import("../plain-text.ts")).readText(source);
	}
}

/**
 * Invisible characters. Soft hyphens and zero-width spaces break words for a search, direction marks turn a text round, and tag
 * characters can hold whole hidden sentences. Joiners stay, because Persian and emoji are written with them.
 */
const invisibleCharacters = /[\u00ad\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const characterReference = /&(?:shy|ZeroWidthSpace|NoBreak|#(?:x([0-9a-f]{1,6})|(\d{1,7})));?/gi;

/** Removes invisible characters and, in HTML, the character references for them. */
function removeInvisibleCharacters(source: string, html: boolean): string {
	const text = source.replace(invisibleCharacters, "");
	if (!html) return text;
	return text.replace(characterReference, (whole, hex: string | undefined, decimal: string | undefined) => {
		if (hex === undefined && decimal === undefined) return "";
		const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return point <= 0x10ffff && String.fromCodePoint(point).replace(invisibleCharacters, "") === "" ? "" : whole;
	});
}
