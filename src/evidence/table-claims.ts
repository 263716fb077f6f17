import { folded } from "../base/text.ts";
import { standsIn } from "../text/quotations.ts";
import { cellOf, cellSentence, partsOf, quantityOf, states, valueColumns } from "./cells.ts";
import type { Cell, ExtractedClaim, TypedValue } from "./claim.ts";
import type { Page, Table, TableRow } from "./source.ts";

/** Cells that one quote is taken apart into, at most. */
const cellsMax = 24;

/**
 * A claim whose quote lies in a table and whose words state several of its cells, as a claim for each cell: a claim is one fact, and
 * a cell's unit and period vouch for that cell only. Empty when its words do not state at least two cells clearly.
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

/** The cells of a row whose value the words state, and whose row and column they name. */
function cellsStated(table: Table, row: TableRow, said: string): Cell[] {
	const words = folded(said);
	const names = (label: string) => partsOf(label).some((part) => standsIn(folded(part), words));
	if (!names(row.label)) return [];
	return valueColumns(table, row)
		.filter((x) => row.cells[x]?.text !== "")
		.map((x) => cellOf(table, row, x))
		.filter((cell) => names(cell.column) && states(said, cell));
}

/** A cell's own value: what else stands in its row is not what it says. */
function valuesOf(cell: Cell): TypedValue[] {
	const quantity = quantityOf(cell);
	if (!quantity) return [];
	const unit = quantity.unit === "" ? {} : { unit: quantity.unit };
	return [{ kind: "number", text: cell.text, normal: quantity.normal, ...unit }];
}
