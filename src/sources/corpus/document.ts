import { contentHash } from "../../base/hash.ts";
import type { Page } from "../../evidence/source.ts";
import { wordCount } from "../rank/words.ts";
import type { Draft } from "../read/draft.ts";
import { passagesOf, windowsOf } from "../read/passages.ts";
import type { FoundFile } from "./files.ts";
import { pageOf } from "./page.ts";

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

export function documentOf(draft: Draft, file: Pick<FoundFile, "path" | "label">, record?: string): IndexedDocument {
	const { marks, tables, ...page } = pageOf(draft, file, record);
	const { title, kind, label, date, origin, hash, text } = page;
	const [marksText, tablesText] = [JSON.stringify(marks), tables && JSON.stringify(tables)];
	const marksDigest = tablesText === undefined ? marksText : `[${marksText},${tablesText}]`;
	return {
		page,
		marks: marksText,
		tables: tablesText,
		digest: contentHash([title, kind, label, date ?? null, origin, hash, marksDigest]),
		passages: passagesOf(text, draft.headings).map(({ start, end, context }) => {
			const full = titleOf(title, context);
			return {
				start,
				end,
				title: full,
				titleWords: wordCount(full),
				words: wordCount(text.slice(start, end)),
				windows: windowsOf(text, { start, end }).map((window) => ({
					...window,
					embedded: contentHash(embeddedText(full, text.slice(window.start, window.end))),
				})),
			};
		}),
	};
}

/** Restores the page of an indexed document. */
export function pageIn({ page, marks, tables }: Pick<IndexedDocument, "page" | "marks" | "tables">): Page {
	return { ...page, marks: JSON.parse(marks), ...(tables === undefined ? {} : { tables: JSON.parse(tables) }) };
}

/** A passage's title: the document's title, then the headings above it. */
function titleOf(title: string, context: string): string {
	return context === "" || context === title
		? title
		: context.startsWith(`${title} ›`)
			? context
			: `${title} › ${context}`;
}

/** The embedding model's input for a part of a passage. */
export function embeddedText(title: string, text: string): string {
	return `${title}\n${text}`;
}
