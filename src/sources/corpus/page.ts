import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import { contentHash } from "../../base/hash.ts";
import type { Page } from "../../evidence/source.ts";
import type { Draft } from "../read/draft.ts";
import { harmless } from "../read/harmless.ts";
import type { FoundFile } from "./files.ts";

const titleMax = 300;

/** Builds a page from a parsed document: adds its address, its hash and a default title. */
export function pageOf(draft: Draft, file: Pick<FoundFile, "path" | "label">, record?: string): Page {
	const url = pathToFileURL(file.path).href + (record === undefined ? "" : `#${encodeURIComponent(record)}`);
	const name = harmless(basename(file.path).replace(/\.[^.]+$/, ""));
	return {
		url,
		title: (draft.title ?? "").slice(0, titleMax) || record || name,
		kind: draft.kind,
		label: harmless(record === undefined ? file.label : `${file.label}#${record}`),
		date: draft.date,
		origin: draft.origin ?? url,
		text: draft.text,
		hash: contentHash(draft.text),
		marks: draft.marks,
		...(draft.tables === undefined || draft.tables.length === 0 ? {} : { tables: draft.tables }),
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
