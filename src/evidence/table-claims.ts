import { comparisonForm } from "../base/text.ts";
import { occursIn } from "../text/quotations.ts";
import { buildCell, cellSentence, labelParts, quantityOf, statesCell, valueColumns } from "./cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "./claim.ts";
import type { Page, Table, TableRow } from "./source.ts";

/** Maximum number of cells into which one quote is split. */
const cellsMax = 24;

/**
 * Splits a claim whose quote lies in a table and whose text states several cells into one claim for each cell: a claim is one fact, and
 * a cell's unit and period hold for that cell only. Empty if the text does not clearly state at least two cells.
 */
export function splitTableClaim(claim: ExtractedClaim, page: Page, start: number): ExtractedClaim[] {
	const end = start + claim.quote.trimEnd().length;
	const table = page.tables?.find((one) => one.start <= start && end <= one.end);
	const rows = table?.rows.filter((row) => start < row.end && row.start < end) ?? [];
	if (!table || rows.length === 0) return [];
	const stated = rows.flatMap((row) => statedCells(table, row, claim.text).map((cell) => ({ row, cell })));
	if (stated.length < 2 || stated.length > cellsMax) return [];
	return stated.map(({ row, cell }) => ({
		...claim,
		text: `${cellSentence(cell)}.`,
		quote: page.text.slice(row.start, row.end).trim(),
		start: row.start,
		values: valuesOf(cell),
		subject: comparisonForm(labelParts(cell.row).join(" ")),
		cell,
	}));
}

/** The cells of a row whose row, column and value the text states. */
function statedCells(table: Table, row: TableRow, text: string): Cell[] {
	const words = comparisonForm(text);
	const isNamed = (label: string) => labelParts(label).some((part) => occursIn(comparisonForm(part), words));
	if (!isNamed(row.label)) return [];
	return valueColumns(table, row)
		.filter((x) => row.cells[x]?.text !== "")
		.map((x) => buildCell(table, row, x))
		.filter((cell) => isNamed(cell.column) && statesCell(text, cell));
}

/** The value of a cell alone, without the other values of its row. */
function valuesOf(cell: Cell): TypedValue[] {
	const quantity = quantityOf(cell);
	if (!quantity) return [];
	const unit = quantity.unit === "" ? {} : { unit: quantity.unit };
	return [{ kind: "number", text: cell.text, normal: quantity.normal, ...unit }];
}
