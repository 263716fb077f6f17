import { folded } from "../base/text.ts";
import { standsIn } from "../text/quotations.ts";
import { cellOf, cellSentence, partsOf, quantityOf, states, valueColumns } from "./cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "./claim.ts";
import type { Page, Table, TableRow } from "./source.ts";

/** Maximum number of cells into which one quote is split. */
const cellsMax = 24;

/**
 * Splits a claim whose quote lies in a table and whose text states several cells into one claim for each cell: a claim is one fact, and
 * a cell's unit and period hold for that cell only. Empty if the text does not clearly state at least two cells.
 */
export function cellClaims(found: ExtractedClaim, page: Page, start: number): ExtractedClaim[] {
	const end = start + found.quote.trimEnd().length;
	const table = page.tables?.find((one) => one.start <= start && end <= one.end);
	const rows = table?.rows.filter((row) => start < row.end && row.start < end) ?? [];
	if (!table || rows.length === 0) return [];
	const stated = rows.flatMap((row) => cellsStated(table, row, found.text).map((cell) => ({ row, cell })));
	if (stated.length < 2 || stated.length > cellsMax) return [];
	return stated.map(({ row, cell }) => ({
		...found,
		text: `${cellSentence(cell)}.`,
		quote: page.text.slice(row.start, row.end).trim(),
		start: row.start,
		values: valuesOf(cell),
		subject: folded(partsOf(cell.row).join(" ")),
		cell,
	}));
}

/** The cells of a row whose row, column and value the text states. */
function cellsStated(table: Table, row: TableRow, said: string): Cell[] {
	const words = folded(said);
	const names = (label: string) => partsOf(label).some((part) => standsIn(folded(part), words));
	if (!names(row.label)) return [];
	return valueColumns(table, row)
		.filter((x) => row.cells[x]?.text !== "")
		.map((x) => cellOf(table, row, x))
		.filter((cell) => names(cell.column) && states(said, cell));
}

/** The value of a cell alone, without the other values of its row. */
function valuesOf(cell: Cell): TypedValue[] {
	const quantity = quantityOf(cell);
	if (!quantity) return [];
	const unit = quantity.unit === "" ? {} : { unit: quantity.unit };
	return [{ kind: "number", text: cell.text, normal: quantity.normal, ...unit }];
}
