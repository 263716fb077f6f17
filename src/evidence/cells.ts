import { comparisonForm } from "../base/text.ts";
import { isSameQuantity, type Quantity, quantitiesIn } from "../text/quantities.ts";
import { occursIn } from "../text/quotations.ts";
import {
	formatAmount,
	headerSeparator,
	isAmount,
	isCountColumn,
	isPeriod,
	periodIn,
	unitIn,
} from "../text/table-headers.ts";
import type { Cell } from "./claim.ts";
import type { Page, Table, TableRow } from "./source.ts";

/**
 * The cell that a quote from a table means: the cell that holds the quote; or, for a quote of a whole row, the cell whose value
 * `claimText` states. If several cells hold that value, the column decides. Undefined if it is not clear.
 */
export function findCell(
	{ tables = [] }: Pick<Page, "tables">,
	start: number,
	end: number,
	claimText?: string,
): Cell | undefined {
	const table = tables.find((one) => one.start <= start && end <= one.end);
	const rows = table?.rows.filter((row) => row.start < end && start < row.end) ?? [];
	const [row] = rows;
	if (!table || !row || rows.length > 1) return undefined;
	const values = valueColumns(table, row);
	const within = values.filter((x) => {
		const cell = row.cells[x];
		return cell !== undefined && cell.start < cell.end && cell.start <= start && end <= cell.end;
	});
	if (within[0] !== undefined) return buildCell(table, row, within[0]);
	if (claimText === undefined) return undefined;
	const cells = values.filter((x) => row.cells[x]?.text !== "").map((x) => buildCell(table, row, x));
	const stated = cells.filter((cell) => statesCell(claimText, cell));
	if (stated.length <= 1) return stated[0];
	const named = stated.filter(({ column }) =>
		labelParts(column).some((part) => occursIn(comparisonForm(part), comparisonForm(claimText))),
	);
	return named.length === 1 ? named[0] : undefined;
}

/** Whether a text states a cell's value: the same number, not in another unit, or the same words. */
export function statesCell(text: string, cell: Cell): boolean {
	if (!isAmount(cell.text)) return occursIn(comparisonForm(cell.text), comparisonForm(text));
	const cellQuantities = [quantityOf(cell), quantityOf({ text: cell.text }), ...quantitiesIn(cell.text)].filter(
		(one) => one !== undefined,
	);
	return quantitiesIn(text).some((one) => cellQuantities.some((other) => isSameQuantity(one, other)));
}

/** The columns of a row that hold values, not the row's name. */
export function valueColumns({ columns }: Pick<Table, "columns">, { label, cells }: TableRow): number[] {
	const names = new Set(labelParts(label));
	return columns
		.map((_column, x) => x)
		.filter((x) => !(x < columns.length - 1 && names.has(cells[x]?.text ?? "") && isRowName(cells, names, x)));
}

/** Whether every cell before this one names the row too, is empty, or is a counter. */
function isRowName(cells: TableRow["cells"], names: ReadonlySet<string>, x: number): boolean {
	return cells.slice(0, x).every(({ text }) => text === "" || names.has(text) || /^\d+[.)]?$/.test(text));
}

/** A cell with its row, column, unit, period and caption. */
export function buildCell(table: Table, row: TableRow, x: number): Cell {
	const column = table.columns[x] ?? "";
	const text = row.cells[x]?.text ?? "";
	const unit = isAmount(text) && !isTimeCell(table, x, text) ? unitFor(table, row, column) : undefined;
	const period = periodFor(table, row, column);
	return {
		table: table.number,
		...(table.page === undefined ? {} : { page: table.page }),
		row: row.label,
		column,
		text,
		...(unit === undefined ? {} : { unit }),
		...(period === undefined ? {} : { period }),
		...(table.caption === undefined ? {} : { caption: table.caption }),
	};
}

const timeColumn =
	/\b(?:years?|dates?|months?|quarters?|periods?|when|since|until|founded|built|opened|closed|born|died)\b/i;

/** Whether a cell holds a time. `1175` may be a count, so its column must hold times. */
function isTimeCell({ columns, rows }: Table, x: number, text: string): boolean {
	if (!isPeriod(text)) return false;
	if (!/^\d{3,4}$/.test(text.trim()) || timeColumn.test((columns[x] ?? "").replaceAll("_", " "))) return true;
	const filled = rows.map(({ cells }) => cells[x]?.text ?? "").filter((one) => one !== "");
	return (
		labelParts(columns[x] ?? "").every((part) => !isPeriod(part) && unitIn(part) === undefined) &&
		filled.every((one) => /^(?:1[5-9]|20|21)\d\d$/.test(one))
	);
}

/** The number in a cell, with its unit; undefined for words. A number of four digits is not read as a year. */
export function quantityOf(cell: Pick<Cell, "text" | "unit">): Quantity | undefined {
	if (!isAmount(cell.text)) return undefined;
	const grouped = amountOf(cell).replace(/(?<![\d.,])(\d)(\d{3})(?![\d,])/, "$1,$2");
	return quantitiesIn(grouped)[0];
}

/** A column to which the table's unit does not apply. */
const otherUnitColumn = /\b(?:shares?|changes?|growth|ratio|rank|index|rate|number of|no\.|count|per|years?|%)\b/i;

function unitFor({ caption = "", columns, unit }: Table, row: TableRow, column: string): string | undefined {
	const columnUnit = labelParts(column)
		.toReversed()
		.map(unitIn)
		.find((one) => one !== undefined);
	if (columnUnit !== undefined) return columnUnit;
	const stated = row.cells.find((_cell, x) => /^units?$/i.test(columns[x] ?? ""))?.text;
	if (stated !== undefined && stated !== "") return stated;
	const rowUnit = labelParts(row.label)
		.toReversed()
		.map(unitIn)
		.find((one) => one !== undefined);
	if (rowUnit !== undefined) return rowUnit;
	if (unit === undefined) return undefined;
	// `Lamp heads and cost, thousand crowns`: the unit belongs to one column, and the table does not say to which.
	const measures = columns.slice(1).filter((name) => name !== "" && !isPeriod(name));
	const named = measures.filter((name) => occursIn(comparisonForm(headerWithoutUnit(name)), comparisonForm(caption)));
	if (named.length > 1 || (named.length === 1 && named[0] !== column)) return undefined;
	const isOther =
		otherUnitColumn.test(column) ||
		(isCountColumn(column) && !occursIn(comparisonForm(headerWithoutUnit(column)), comparisonForm(caption)));
	return named.length === 0 && isOther ? undefined : unit;
}

function periodFor({ caption = "", columns }: Table, { label, cells }: TableRow, column: string): string | undefined {
	const inColumn = labelParts(column);
	const inRow = labelParts(label);
	for (const parts of [inColumn, inRow]) {
		const part = parts.find(isSubYear);
		const year = [...parts, ...inColumn, ...inRow, caption].map(periodIn).find((one) => one !== undefined);
		if (part !== undefined) return year === undefined ? part : year.includes(part) ? year : `${part} ${year}`;
		const found = parts.find(isPeriod) ?? periodIn(parts.join(" "));
		if (found !== undefined) return found;
	}
	// Another column of the row may state the period: `year`.
	const stated = columns.findIndex(
		(name, x) => name !== column && exactTimeColumn.test(name.trim()) && isPeriod(cells[x]?.text ?? ""),
	);
	return cells[stated]?.text ?? periodIn(captionWithoutNumber(caption));
}

const exactTimeColumn =
	/^(?:(?:calendar|fiscal|financial|reporting)[ _])?(?:year|date|month|quarter|period|season|time)$/i;

/** Whether a text names a part of a year without the year: `Q2`, `May`. */
function isSubYear(text: string): boolean {
	return isPeriod(text) && !/\d{4}/.test(text);
}

/** The parts of a label or a column: `2031 › Landings`. */
export function labelParts(label: string): string[] {
	return label.split(headerSeparator).filter((part) => part !== "");
}

/** A header without its unit in brackets. */
function headerWithoutUnit(header: string): string {
	return header.replace(/\s*[([][^()[\]]*[)\]]\s*$/, "").trim() || header;
}

/** A caption without the table's number, which is no figure of the table. */
export function captionWithoutNumber(caption: string): string {
	return caption
		.replace(
			/^\s*(?:table|tab\.|tabelle|tableau|tabla|tabell)\s*[\dA-Z][\w.-]*[.:]?\s*(?:\((?:continued|cont\.?)\)\s*)?/i,
			"",
		)
		.trim();
}

/** A cell's value with its unit, as in a sentence. */
export function amountOf({ text, unit }: Pick<Cell, "text" | "unit">): string {
	return formatAmount(text, unit);
}

/** Everything that a table says about a cell: its value with its unit, row, column, period and caption. */
export function cellWords(cell: Cell): string[] {
	const { row, column, period, caption = "" } = cell;
	return [
		amountOf(cell),
		...labelParts(row),
		...labelParts(column),
		...(period === undefined ? [] : [period]),
		captionWithoutNumber(caption),
	].filter((words) => words !== "");
}

/** A cell as text readable alone: `Norrholm, 2031, Landings: 4,120 tonnes`. The caption is added if no column says what is counted. */
export function cellSentence(cell: Cell): string {
	const names = [...labelParts(cell.row), ...labelParts(cell.column).map(headerWithoutUnit)];
	const namedWords = names.join(", ").toLowerCase();
	const period =
		cell.period !== undefined && !cell.period.split(/\s+/).every((word) => namedWords.includes(word.toLowerCase()))
			? [cell.period]
			: [];
	const caption = captionWithoutNumber(cell.caption ?? "");
	const isNamed = labelParts(cell.column).some((part) => !isPeriod(part));
	return `${[...names, ...period].join(", ")}: ${amountOf(cell)}${caption !== "" && !isNamed ? ` (${caption})` : ""}`;
}

/** Whether the page holds everything that a cell states, and the quote of its row holds its value. Otherwise it is no evidence. */
export function isCellInPage(cell: Cell, quote: string, page: string): boolean {
	const { row, column, text, unit, period, caption = "" } = cell;
	const parts = [
		...labelParts(row),
		...labelParts(column),
		...(unit === undefined ? [] : [unit]),
		...labelParts(caption),
	];
	const around = [row, column, caption, quote].join(" ");
	return (
		occursIn(text, quote) &&
		parts.every((part) => occursIn(part, page) || page.includes(part)) &&
		(period ?? "").split(/\s+/).every((word) => around.includes(word))
	);
}
