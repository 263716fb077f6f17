import type { Cell } from "write-excel-file/node";
import type { Sheet, SheetCell } from "./sheets.ts";

/** The most that a cell may hold. UTF-16 code units. */
const cellLengthMax = 32_767;

/** Sheets as a workbook. Every text is a cell of type text, so none of them is a formula. */
export async function renderXlsx(sheets: readonly Sheet[]): Promise<Uint8Array> {
	const { default: writeWorkbook } = await import("write-excel-file/node");
	const pages = sheets.map(({ title, columns, rows }) => ({
		sheet: title,
		columns: columns.map(({ width }) => ({ width })),
		stickyRowsCount: 1,
		data: [columns.map(({ name }) => headerCell(name)), ...rows.map((row) => row.map(bodyCell))],
	}));
	return writeWorkbook(pages, { fontFamily: "Calibri", fontSize: 11 }).toBuffer();
}

function headerCell(name: string): Cell {
	return {
		value: shortened(name),
		type: String,
		fontWeight: "bold",
		wrap: true,
		alignVertical: "top",
		backgroundColor: "#E6EFF5",
	};
}

function bodyCell(cell: SheetCell): Cell {
	if (cell === undefined || cell === "") return null;
	if (typeof cell === "number") return { value: cell, type: Number, alignVertical: "top" };
	return { value: shortened(cell), type: String, wrap: true, alignVertical: "top" };
}

function shortened(text: string): string {
	return text.length > cellLengthMax ? `${text.slice(0, cellLengthMax - 1).toWellFormed()}…` : text;
}
