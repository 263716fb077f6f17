import type { Sheet, SheetCell } from "./sheets.ts";

/** What makes a spreadsheet take a cell for a formula, also in the wide forms of East Asian scripts. */
const formulaStart = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

/**
 * A sheet as CSV (RFC 4180), with the byte order mark that tells spreadsheets that it is UTF-8. A text that would be a formula begins
 * with an apostrophe, and so stays text.
 */
export function renderCsv({ columns, rows }: Pick<Sheet, "columns" | "rows">): string {
	const lines = [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`);
	return `\ufeff${lines.join("")}`;
}

function cellText(cell: SheetCell): string {
	if (cell === undefined) return "";
	const text = typeof cell === "string" && formulaStart.test(cell) ? `'${cell}` : String(cell);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
