import { limits } from "../../base/limits.ts";
import type { Locator, Mark, PageKind, Table } from "../../evidence/source.ts";

/** What a reader extracts from a file. `buildDocumentPage` adds its address and a default title. */
export interface ParsedDocument {
	kind: PageKind;
	title?: string | undefined;
	date?: string | undefined;
	/** Publisher, site or author, when the document states one. */
	origin?: string | undefined;
	text: string;
	/** As `Page.marks`. */
	marks: Mark[];
	/** Headings in `text`, ascending; `level` 1 is the outermost. */
	headings: Heading[];
	/** As `Page.tables`. */
	tables?: Table[] | undefined;
}

export interface Heading {
	start: number;
	level: number;
	text: string;
}

/** A range of a text that is links and hardly anything else, preformatted, a term that is explained below it, or a table's header row. */
export interface FormedText {
	form: "links" | "code" | "term" | "header";
	start: number;
	end: number;
}

/** Builds a text and records where its lines or sections begin. */
export class TextBuilder {
	text = "";
	readonly marks: ParsedDocument["marks"] = [];
	readonly headings: Heading[] = [];
	readonly tables: Table[] = [];
	/** What is no plain prose. Touching lines of links are one range. */
	readonly formed: FormedText[] = [];
	#cells = 0;
	#lastLine = "";

	/** The last line of `text`, tracked so that it need not be searched for. */
	get lastLine(): string {
		return this.#lastLine;
	}

	/** Adds a block after `gap` (a blank line, or a line break inside lists and tables) and returns its start. */
	addBlock(content: string, gap = "\n\n"): number {
		if (this.text !== "") this.text += gap;
		const start = this.text.length;
		this.text += content;
		const lastBreak = content.lastIndexOf("\n");
		this.#lastLine = lastBreak < 0 && !gap.includes("\n") ? this.#lastLine + content : content.slice(lastBreak + 1);
		return start;
	}

	/** Records what the text from `start` on is. */
	addForm(form: FormedText["form"], start: number, end = this.text.length): void {
		const last = this.formed.at(-1);
		const isNext = last?.form === form && this.text.slice(last.end, start).trim() === "";
		if (isNext && form === "links") last.end = end;
		else this.formed.push({ form, start, end });
	}

	addMark(start: number, locator: Locator): void {
		const last = this.marks.at(-1);
		if (last?.start === start) last.locator = locator;
		else this.marks.push({ start, locator });
	}

	/** Records a table whose text was written, with the next number. Tables beyond the limit of cells are not recorded. */
	addTable(table: Omit<Table, "number">): void {
		this.#cells += table.rows.length * table.columns.length;
		if (this.#cells <= limits.tableCells) this.tables.push({ number: this.tables.length + 1, ...table });
	}

	addHeading(start: number, level: number, text: string): void {
		this.headings.push({ start, level, text });
	}
}

/**
 * Parses a date in a common written form to `2024-05-01`. Returns undefined when in doubt, because a wrong date is worse than none.
 */
export function toIsoDate(stated: string | undefined): string | undefined {
	if (stated === undefined) return undefined;
	const iso =
		/^\s*["']?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(stated) ?? /^D:(\d{4})(\d{2})(\d{2})/.exec(stated);
	if (iso) return validDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
	const words =
		/^\s*(?:[A-Z][a-z]+,?\s+)?(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?([A-Z][a-z]{2,8})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b/.exec(
			stated,
		);
	if (!words) return undefined;
	const month = months.indexOf(String(words[2]).slice(0, 3).toLowerCase()) + 1;
	return validDate(Number(words[4]), month, Number(words[1] ?? words[3]));
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function validDate(year: number, month: number, day: number): string | undefined {
	const date = new Date(Date.UTC(year, month - 1, day));
	if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
	return date.toISOString().slice(0, 10);
}
