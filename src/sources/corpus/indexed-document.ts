import { contentHash } from "../../base/hash.ts";
import type { Page } from "../../evidence/source.ts";
import { countWords } from "../rank/searchable-text.ts";
import type { ParsedDocument } from "../read/parsed-document.ts";
import { splitIntoPassages, splitIntoWindows } from "../read/passages.ts";
import { buildDocumentPage } from "./document-page.ts";
import type { CorpusFile } from "./files.ts";

/** A document as the index stores it. It is made in a child process; `marks` and `tables` are JSON, which is quick to send. */
export interface IndexedDocument {
	page: Omit<Page, "marks" | "tables">;
	marks: string;
	tables: string | undefined;
	/** Hash of all that is stored. */
	digest: string;
	passages: IndexedPassage[];
}

export interface IndexedPassage {
	/** Offsets in the document's text (UTF-16). */
	start: number;
	end: number;
	title: string;
	titleWords: number;
	words: number;
	/** The parts that get a vector each; `embedded` is the hash of the model's input. */
	windows: { start: number; end: number; embedded: string }[];
}

export function buildDocument(
	parsed: ParsedDocument,
	file: Pick<CorpusFile, "path" | "label">,
	record?: string,
): IndexedDocument {
	const { marks, tables, ...page } = buildDocumentPage(parsed, file, record);
	const { title, kind, label, date, origin, hash, text } = page;
	const [marksText, tablesText] = [JSON.stringify(marks), tables && JSON.stringify(tables)];
	const marksDigest = tablesText === undefined ? marksText : `[${marksText},${tablesText}]`;
	return {
		page,
		marks: marksText,
		tables: tablesText,
		digest: contentHash([title, kind, label, date ?? null, origin, hash, marksDigest]),
		passages: splitIntoPassages(text, parsed.headings).map(({ start, end, context }) => {
			const fullTitle = passageTitle(title, context);
			return {
				start,
				end,
				title: fullTitle,
				titleWords: countWords(fullTitle),
				words: countWords(text.slice(start, end)),
				windows: splitIntoWindows(text, { start, end }).map((window) => ({
					...window,
					embedded: contentHash(embeddingInput(fullTitle, text.slice(window.start, window.end))),
				})),
			};
		}),
	};
}

/** Restores the page of an indexed document. */
export function restorePage({ page, marks, tables }: Pick<IndexedDocument, "page" | "marks" | "tables">): Page {
	return { ...page, marks: JSON.parse(marks), ...(tables === undefined ? {} : { tables: JSON.parse(tables) }) };
}

/** A passage's title: the document's title, then the headings above it. */
function passageTitle(title: string, context: string): string {
	return context === "" || context === title
		? title
		: context.startsWith(`${title} ›`)
			? context
			: `${title} › ${context}`;
}

/** The embedding model's input for a part of a passage. */
export function embeddingInput(title: string, text: string): string {
	return `${title}\n${text}`;
}
