import { decodeFile } from "../read/decode.ts";
import { readJson } from "../read/json.ts";
import { readMarkdown } from "../read/markdown.ts";
import type { ParsedDocument } from "../read/parsed-document.ts";
import { readText } from "../read/plain-text.ts";
import { readCsv } from "../read/tables/csv.ts";
import type { Format } from "./files.ts";

/** Reads the bytes of a file that is one document. Throws an Error whose message is the reason why it cannot be read. */
export async function readDocument(format: Format, bytes: Uint8Array): Promise<ParsedDocument> {
	if (format === "pdf") return (await import("../read/pdf/pdf.ts")).readPdf(bytes);
	const source = decodeFile(bytes, format === "html");
	switch (format) {
		case "html":
			return (await import("../read/html/html.ts")).readHtml(source);
		case "markdown":
			return readMarkdown(source);
		case "csv":
			return readCsv(source);
		case "json":
			return readJson(source);
		default:
			return readText(source);
	}
}
