import { limits } from "../../../base/limits.ts";
import { oneLine } from "../../../base/text.ts";
import { CsvQuoteError, type CsvRecord, detectDelimiter, parseCsvRecords } from "../../../text/csv.ts";
import { UnreadableError } from "../decode.ts";
import { type ParsedDocument, TextBuilder } from "../parsed-document.ts";
import { writeGrid } from "./grid.ts";

/** How many records tell the usual width of a table. */
const sniffedRecords = 60;

/**
 * Reads comma, semicolon, tab or bar separated values as one table. Lines above its header become its title. Throws
 * `UnreadableError` when a quoted field never ends, because the rest would fall into the wrong columns.
 */
export function readCsv(source: string): ParsedDocument {
	const text = source.replace(/^\ufeff/, "");
	const declaration = /^sep=(.)\n/i.exec(text);
	const delimiter = declaration?.[1] ?? detectDelimiter(text);
	const skipped = declaration ? 1 : 0;
	const records = recordsIn(text.slice(declaration?.[0].length ?? 0), delimiter).map((record) => ({
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

function recordsIn(text: string, delimiter: string): CsvRecord[] {
	try {
		return parseCsvRecords(text, delimiter);
	} catch (error) {
		if (error instanceof CsvQuoteError) throw new UnreadableError(error.message);
		throw error;
	}
}
