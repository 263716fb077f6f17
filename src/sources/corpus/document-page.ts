import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import { contentHash } from "../../base/hash.ts";
import type { Page } from "../../evidence/source.ts";
import type { ParsedDocument } from "../read/parsed-document.ts";
import { sanitizeText } from "../read/sanitize.ts";
import type { CorpusFile } from "./files.ts";

const titleMax = 300;

/** Builds a page from a parsed document: adds its address, its hash and a default title. */
export function buildDocumentPage(
	parsed: ParsedDocument,
	file: Pick<CorpusFile, "path" | "label">,
	record?: string,
): Page {
	const url = pathToFileURL(file.path).href + (record === undefined ? "" : `#${encodeURIComponent(record)}`);
	const name = sanitizeText(basename(file.path).replace(/\.[^.]+$/, ""));
	return {
		url,
		title: (parsed.title ?? "").slice(0, titleMax) || record || name,
		kind: parsed.kind,
		label: sanitizeText(record === undefined ? file.label : `${file.label}#${record}`),
		date: parsed.date,
		origin: parsed.origin ?? url,
		text: parsed.text,
		hash: contentHash(parsed.text),
		marks: parsed.marks,
		...(parsed.tables === undefined || parsed.tables.length === 0 ? {} : { tables: parsed.tables }),
	};
}

/** A title's letters and digits only, so that `J. R. R. Tolkien` and `J.R.R. Tolkien` are one name. */
export function titleKey(title: string): string {
	const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.replace(/[^\p{L}\p{N}]+/gu, "").replace(/^the(?=.)/, "");
}

/** A `titleKey` without an addition in brackets or a chapter's number: `Mercury (planet)`, `25.1. Routine Vacuuming`. */
export function bareTitleKey(title: string): string {
	const bare = title
		.replace(/\s*\([^)]*\)\s*$/, "")
		.replace(/^\s*(?:(?:chapter|appendix|part|section)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.\s+/i, "");
	return titleKey(bare) || titleKey(title);
}
