import { limits } from "../../../base/limits.ts";
import { oneLine } from "../../../base/text.ts";
import { UnreadableError } from "../decode.ts";
import { type ParsedDocument, TextBuilder } from "../parsed-document.ts";
import { writeGrid } from "./grid.ts";

/** A record of a CSV file with the 1-based line on which it begins. */
interface CsvRecord {
	line: number;
	fields: string[];
}

/** How much of a file is read to detect the delimiter. Characters, records. */
const sniffedCharacters = 20_000;
const sniffedRecords = 60;
const delimiters = [",", ";", "\t", "|"] as const;

/**
 * Reads comma, semicolon, tab or bar separated values as one table. Lines above its header become its title. Throws
 * `UnreadableError` when a quoted field never ends, because the rest would fall into the wrong columns.
 */
export function readCsv(source: string): ParsedDocument {
	const text = source.replace(/^\ufeff/, "");
	const declaration = /^sep=(.)\n/i.exec(text);
	const delimiter = declaration?.[1] ?? detectDelimiter(text);
	const skipped = declaration ? 1 : 0;
	const records = parseRecords(text.slice(declaration?.[0].length ?? 0), delimiter).map((record) => ({
		line: record.line + skipped,
		fields: record.fields.map(oneLine),
	}));
	const out = new TextBuilder();
	const titles = titleRecords(records);
	for (const title of titles) out.addMark(out.addBlock(titleText(title, delimiter), "\n"), lineLocator(title.line));
	const rows = records.slice(titles.length).filter(({ fields }) => fields.some((field) => field !== ""));
	const last = titles.at(-1);
	const caption = last && titleText(last, delimiter).replace(/^#+\s*/, "");
	// Short rows are padded, unless the padded table would be too large.
	const widest = rows.reduce((most, { fields }) => Math.max(most, fields.length), 0);
	const width = widest * rows.length <= limits.tableCells ? widest : 0;
	const starts = writeGrid(out, {
		rows: rows.map(({ fields }) =>
			fields.concat(new Array<string>(Math.max(0, width - fields.length)).fill("")).map((field) => ({ text: field })),
		),
		headed: true,
		caption,
	});
	for (const [at, start] of starts.entries()) {
		const line = rows[at]?.line;
		if (start !== undefined && line !== undefined) out.addMark(start, lineLocator(line));
	}
	if (out.marks[0]) out.marks[0].start = 0;
	return {
		kind: "csv",
		text: out.text,
		marks: out.marks,
		headings: [],
		...(out.tables.length > 0 ? { tables: out.tables } : {}),
	};
}

function lineLocator(line: number): { kind: "line"; line: number } {
	return { kind: "line", line };
}

/** The lines above the header: comments, and titles, which have fewer fields than most lines. */
function titleRecords(records: readonly CsvRecord[]): CsvRecord[] {
	const widths = records.slice(0, sniffedRecords).map(({ fields }) => fields.length);
	const usualWidth =
		[...Map.groupBy(widths, (width) => width)].toSorted((a, b) => b[1].length - a[1].length || b[0] - a[0])[0]?.[0] ??
		0;
	if (usualWidth < 2) return [];
	const first = records.findIndex(({ fields }) => {
		const filled = fields.filter((field) => field !== "").length;
		return fields.length >= usualWidth && filled > 1 && !fields[0]?.startsWith("#");
	});
	return first > 0 ? records.slice(0, first).filter(({ fields }) => fields.some((field) => field !== "")) : [];
}

/** Restores a title whose commas were parsed as delimiters. */
function titleText({ fields }: CsvRecord, delimiter: string): string {
	return fields.filter((field) => field !== "").join(/\s/.test(delimiter) ? " " : `${delimiter} `);
}

/** The delimiter that gives most records the same number of fields, at least two. */
function detectDelimiter(text: string): string {
	const head = text.slice(0, sniffedCharacters);
	let best = { delimiter: ",", score: 0 };
	for (const delimiter of delimiters) {
		const widths = parseRecords(head, delimiter, true)
			.slice(0, sniffedRecords)
			.map(({ fields }) => fields.length);
		const counts = Map.groupBy(widths, (width) => width);
		for (const [width, { length }] of counts) {
			// A last record that was cut off counts little. More columns score higher, so that a few bars in text of another format do
			// not win.
			const worth = width < 2 ? 0 : (length / widths.length) * Math.min(width, 4);
			if (worth > best.score + 1e-9) best = { delimiter, score: worth };
		}
	}
	return best.delimiter;
}

function parseRecords(text: string, delimiter: string, partial = false): CsvRecord[] {
	const out: CsvRecord[] = [];
	let fields: string[] = [];
	let line = 1;
	let firstLine = 1;
	let at = 0;
	while (at < text.length) {
		let field: string;
		if (text[at] === '"') {
			const end = quoteEnd(text, at + 1);
			if (end < 0) {
				if (partial) return out;
				throw new UnreadableError(`the quotation mark in line ${line} has no end`);
			}
			const after = fieldEnd(text, end + 1, delimiter);
			field = text.slice(at + 1, end).replaceAll('""', '"') + text.slice(end + 1, after);
			line += text.slice(at, end).split("\n").length - 1;
			at = after;
		} else {
			const end = fieldEnd(text, at, delimiter);
			field = text.slice(at, end);
			at = end;
		}
		fields.push(field);
		if (at < text.length && text[at] === delimiter) {
			at++;
			if (at === text.length) fields.push("");
			continue;
		}
		out.push({ line: firstLine, fields });
		fields = [];
		at++;
		line++;
		firstLine = line;
	}
	if (fields.length > 0) out.push({ line: firstLine, fields });
	return out;
}

/** The offset of a quoted field's closing mark. A doubled mark belongs to the field. */
function quoteEnd(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
	return -1;
}

function fieldEnd(text: string, from: number, delimiter: string): number {
	for (let at = from; at < text.length; at++) if (text[at] === delimiter || text[at] === "\n") return at;
	return text.length;
}
