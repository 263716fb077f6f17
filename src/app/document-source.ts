import { contentHash, shortHash } from "../base/hash.ts";
import type { Page } from "../evidence/source.ts";
import type { SourceProvider } from "../sources/provider.ts";
import { readMarkdown } from "../sources/read/markdown.ts";
import { readText } from "../sources/read/plain-text.ts";
import { sanitizeDocument } from "../sources/read/sanitize.ts";
import { createStoredSource } from "../sources/stored/source.ts";

/** A document that a program gives. */
export interface DocumentInput {
	/** Its address, unique among the documents of a source. A report links to it. */
	url: string;
	title?: string | undefined;
	text: string;
	/** How `text` is written. Default: `markdown`. */
	format?: "markdown" | "text" | undefined;
	/** Publisher or author: sources of one origin do not confirm each other. Default: the address. */
	origin?: string | undefined;
	/** ISO date. */
	date?: string | undefined;
}

/** A document as a page: read, cleaned, and hashed. For the `read` of a source of your own. */
export function createPage({ url, title, text, format = "markdown", origin, date }: DocumentInput): Page {
	const parsed = sanitizeDocument(format === "markdown" ? readMarkdown(text) : readText(text));
	return {
		url,
		label: url,
		title: title ?? parsed.title ?? url,
		kind: parsed.kind,
		date: date ?? parsed.date,
		origin: origin ?? parsed.origin ?? url,
		text: parsed.text,
		hash: contentHash(parsed.text),
		marks: parsed.marks,
		...(parsed.tables && parsed.tables.length > 0 ? { tables: parsed.tables } : {}),
	};
}

/** A source of documents in memory, searched by words. Its name holds a hash of the documents: a run is resumed with the same ones only. */
export function createDocumentSource(name: string, documents: readonly DocumentInput[]): SourceProvider {
	const pages = documents.map(createPage);
	return { ...createStoredSource(pages), name: `${name} ${shortHash(pages.map(({ url, hash }) => [url, hash]))}` };
}
