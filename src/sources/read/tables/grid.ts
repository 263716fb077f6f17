import { limits } from "../../../base/limits.ts";
import type { Table, TableRow } from "../../../evidence/source.ts";
import {
	headerSeparator,
	isAmount,
	isMissingAmount,
	isPeriod,
	unitIn,
	unitOfWholeTable,
} from "../../../text/table-headers.ts";
import type { TextBuilder } from "../parsed-document.ts";

/** A table cell as it was parsed. */
export interface GridCell {
	/** On one line. */
	text: string;
	/** It is marked as a header (`th`). */
	header?: boolean | undefined;
	/** Rows and columns that it spans, 1 when absent. */
	rows?: number | undefined;
	columns?: number | undefined;
}

/** A table as it was parsed, before its header rows and row labels are identified. */
export interface Grid {
	rows: GridCell[][];
	/** Number of header rows, where the document states it. */
	headerRows?: number | undefined;
	/** Header rows of the previous page, for a table that continues on this one. They are not written again. */
	inherited?: GridCell[][] | undefined;
	/** When true, the first row is a header unless it clearly is not; when false, only if it clearly is. */
	headed?: boolean | undefined;
	/** Its cells are columns of prose. It is written, but not recorded as a table. */
	prose?: boolean | undefined;
	caption?: string | undefined;
	/** The unit of all its cells, where it is stated beside the table. */
	unit?: string | undefined;
	page?: number | undefined;
}

/** A cell with its place in the text. A spanning cell fills several slots. */
interface Slot {
	cell: GridCell;
	start: number;
	end: number;
}

/**
 * Writes a table as lines of cells separated by ` | `. Records it among the text's tables when it has a header or labels that say
 * what its cells are, and where its header is. Skips rows without text. Returns where each row begins in the text.
 */
export function writeGrid(out: TextBuilder, grid: Grid): (number | undefined)[] {
	const first = out.text.length;
	const lineAbove =
		out.text
			.slice(-unitLineMax)
			.split("\n")
			.findLast((line) => line.trim() !== "") ?? "";
	let gap = "\n\n";
	const lines = grid.rows.map((cells): { start: number; end: number; spots: Slot[] } | undefined => {
		if (cells.every(({ text }) => text === "")) return undefined;
		const start = out.addBlock(cells.map(({ text }) => text).join(cellSeparator), gap);
		gap = "\n";
		let at = start;
		const spots = cells.map((cell) => {
			const spot = { cell, start: at, end: at + cell.text.length };
			at = spot.end + cellSeparator.length;
			return spot;
		});
		return { start, end: out.text.length, spots };
	});
	const starts = lines.map((line) => line?.start);
	if (out.text.length === first) return starts;
	const slots = layOutSlots(
		grid,
		lines.map((line) => line?.spots),
	);
	if (!slots) return starts;
	const rows = slots.flatMap((row, at) => {
		const line = lines[at];
		return line ? [{ slots: row, start: line.start, end: line.end, own: grid.rows[at] ?? [] }] : [];
	});
	const head = headOf(rows, grid);
	for (const { start, end } of head.rows) out.addForm("header", start, end);
	const table = grid.prose ? undefined : buildTable(rows, grid, head, unitOfWholeTable(lineAbove));
	if (table) out.addTable(table);
	return starts;
}

/** Maximum length of a line above a table that can state its unit. Characters. */
const unitLineMax = 100;

/** The separator between two cells of a line. */
const cellSeparator = " | ";

/** Lays the rows out as a rectangle in which spanning cells repeat; undefined when it would be too large. */
function layOutSlots(
	{ rows }: Grid,
	spots: readonly (readonly Slot[] | undefined)[],
): (Slot | undefined)[][] | undefined {
	const out: (Slot | undefined)[][] = rows.map(() => []);
	let filled = 0;
	for (const [y, cells] of rows.entries()) {
		let x = 0;
		for (const [index, cell] of cells.entries()) {
			while (out[y]?.[x] !== undefined) x++;
			const width = Math.max(1, Math.min(cell.columns ?? 1, limits.tableColumns - x));
			const height = Math.max(1, Math.min(cell.rows ?? 1, rows.length - y));
			if (x >= limits.tableColumns || filled + width * height > limits.tableCells) return undefined;
			const slot = spots[y]?.[index] ?? { cell, start: 0, end: 0 };
			for (let dy = 0; dy < height; dy++)
				for (let dx = 0; dx < width; dx++) {
					const row = out[y + dy];
					if (row) row[x + dx] ??= slot;
				}
			filled += width * height;
			x += width;
		}
	}
	const width = out.reduce((most, row) => Math.max(most, row.length), 0);
	for (const row of out) while (row.length < width) row.push(undefined);
	return out;
}

interface GridRow {
	slots: (Slot | undefined)[];
	start: number;
	end: number;
	own: readonly GridCell[];
}

/** The titles above a table's columns, and its header rows. */
function headOf(rows: readonly GridRow[], grid: Grid): { titles: string[]; rows: readonly GridRow[] } {
	const titles = leadingTitles(rows, rows[0]?.slots.length ?? 0);
	const inner = rows.slice(titles.length);
	const statedHeaderRows = grid.headerRows === undefined ? undefined : Math.max(0, grid.headerRows - titles.length);
	const count = Math.min(statedHeaderRows ?? countHeaderRows(inner, grid.headed === true), inner.length);
	return { titles, rows: inner.slice(0, count) };
}

function buildTable(
	rows: readonly GridRow[],
	grid: Grid,
	{ titles, rows: head }: ReturnType<typeof headOf>,
	unitAbove: string | undefined,
): Omit<Table, "number"> | undefined {
	const width = rows[0]?.slots.length ?? 0;
	if (width < 2) return undefined;
	const inheritedRows = grid.inherited === undefined ? [] : (layOutSlots({ rows: grid.inherited }, []) ?? []);
	const columns = Array.from({ length: width }, (_one, x) =>
		headerText([...inheritedRows.map((slots) => slots[x]), ...head.map(({ slots }) => slots[x])]),
	);
	const body = buildRows(rows.slice(titles.length + head.length), columns);
	if (body.length === 0) return undefined;
	const caption = [grid.caption, ...titles].filter((text) => text !== undefined && text !== "").join(headerSeparator);
	const unit = grid.unit ?? unitIn(caption) ?? unitIn(columns[0] ?? "") ?? unitAbove;
	return {
		start: rows[0]?.start ?? 0,
		end: rows.at(-1)?.end ?? 0,
		...(grid.page === undefined ? {} : { page: grid.page }),
		...(caption === "" ? {} : { caption }),
		...(unit === undefined ? {} : { unit }),
		columns,
		rows: body,
	};
}

/** The texts of rows at the top that are one cell across the whole width: titles. */
function leadingTitles(rows: readonly GridRow[], width: number): string[] {
	const titles: string[] = [];
	for (const row of rows) {
		const [only] = row.own;
		if (row.own.length !== 1 || !only || (only.columns ?? 1) < width || width < 2) break;
		titles.push(only.text);
	}
	return titles.length < rows.length ? titles : [];
}

/** Counts the header rows of a table that does not state them. */
function countHeaderRows(rows: readonly GridRow[], headed: boolean): number {
	const firstBodyRow = rows.findIndex(
		({ own }) => !own.every(({ header, text }) => header === true || text === "") || own.length === 0,
	);
	if (firstBodyRow > 0) return firstBodyRow;
	if (firstBodyRow < 0) return 0;
	if (rows.some(({ own }) => own.some(({ header }) => header))) {
		// Row labels are marked as headers, so a header row would be too, except that its corner may be a plain cell.
		const [corner, ...others] = rows[0]?.own ?? [];
		const isHead = others.length > 0 && others.every(({ header }) => header === true) && corner?.text === "";
		return isHead ? 1 : 0;
	}
	const below = rows.slice(1);
	if (below.length === 0) return 0;
	const texts = (rows[0]?.slots ?? []).map((slot) => slot?.cell.text ?? "");
	let namedColumns = 0;
	for (const [x, text] of texts.entries()) {
		const column = below
			.map(({ slots }) => slots[x]?.cell.text ?? "")
			.filter((one) => one !== "" && !isMissingAmount(one));
		if (column.length === 0 || text === "") continue;
		const times = column.filter(isPeriod).length;
		const amounts = column.filter((one) => isAmount(one) && !isPeriod(one)).length;
		if (isPeriod(text)) {
			if (times > column.length / 2) return 0;
			if (amounts > column.length / 2) namedColumns++;
		} else if (isAmount(text)) return 0;
		else if (amounts + times > column.length / 2) namedColumns++;
	}
	if (namedColumns > 0) return 1;
	const distinct =
		new Set(texts).size === texts.length && texts.every((text) => text !== "" && text.length <= columnNameMax);
	return headed && distinct ? 1 : 0;
}

/** Maximum length of a column's name. Characters. */
const columnNameMax = 60;

/** A column's name, outermost header first, each text once. */
function headerText(slots: readonly (Slot | undefined)[]): string {
	const seen = new Set<Slot>();
	const texts: string[] = [];
	for (const slot of slots) {
		if (!slot || seen.has(slot) || slot.cell.text === "") continue;
		seen.add(slot);
		texts.push(slot.cell.text);
	}
	return texts.join(headerSeparator);
}

function buildRows(rows: readonly GridRow[], columns: readonly string[]): TableRow[] {
	const out: TableRow[] = [];
	const labelled = rows.map((row) => ({ row, isSection: isSectionRow(row, columns.length) }));
	const labels = labelColumns(
		labelled.filter(({ isSection: section }) => !section).map(({ row }) => row),
		columns,
	);
	let section: string | undefined;
	for (const { row, isSection: opens } of labelled) {
		if (opens) {
			section = row.own.find(({ text }) => text !== "")?.text;
			continue;
		}
		const label = headerText([...new Set(labels.map((x) => row.slots[x]))]);
		out.push({
			label: section === undefined || label === "" ? label : `${section}${headerSeparator}${label}`,
			start: row.start,
			end: row.end,
			cells: columns.map((_column, x) => {
				const slot = row.slots[x];
				return { text: slot?.cell.text ?? "", start: slot?.start ?? row.end, end: slot?.end ?? row.end };
			}),
		});
	}
	return out;
}

/** Whether a row is one cell across the whole width or a single header, which titles the rows below it. */
function isSectionRow({ own }: GridRow, width: number): boolean {
	const filled = own.filter(({ text }) => text !== "");
	const [only] = filled;
	if (filled.length !== 1 || !only) return false;
	return (
		(only.columns ?? 1) >= width ||
		(only.header === true && own.length <= 1) ||
		(only.header === true && own.length >= width)
	);
}

/** Maximum number of columns that form a row's label. */
const labelColumnsMax = 3;
const counterHeader = /^(?:#|no\.?|nr\.?|rank|pos(?:ition)?\.?|_?id|index|row|line)$/i;

/**
 * The columns whose cells form a row's label: those marked as headers, else the first one that is no mere counter. Further columns
 * of words or times are added as long as they distinguish rows with the same label.
 */
function labelColumns(rows: readonly GridRow[], columns: readonly string[]): number[] {
	const width = columns.length;
	const isHeaderColumn = (x: number) =>
		rows.length > 0 && rows.every(({ slots }) => slots[x]?.cell.header === true || slots[x]?.cell.text === "");
	let headerColumns = 0;
	while (headerColumns < width - 1 && isHeaderColumn(headerColumns)) headerColumns++;
	if (headerColumns > 0) return Array.from({ length: headerColumns }, (_one, x) => x);
	const texts = (x: number) => rows.map(({ slots }) => slots[x]?.cell.text ?? "");
	const isCounter = (x: number) =>
		width > 2 &&
		(counterHeader.test(columns[x] ?? "") || (columns[x] === "" && rows.length > 1)) &&
		texts(x).every((text, at) => text === "" || /^\d+[.)]?$/.test(text) || Number(text) === at + 1);
	const holdsNames = (x: number) => {
		const filled = texts(x).filter((text) => text !== "");
		return filled.filter((text) => isPeriod(text) || !isAmount(text)).length > filled.length / 2;
	};
	const first = isCounter(0) && holdsNames(1) ? 1 : 0;
	const selected = [first];
	const distinctLabels = (columns: readonly number[]) =>
		new Set(rows.map(({ slots }) => columns.map((x) => slots[x]?.cell.text ?? "").join("\n"))).size;
	for (
		let x = first + 1;
		x < width - 1 && selected.length < labelColumnsMax && distinctLabels(selected) < rows.length;
		x++
	)
		if (holdsNames(x) && distinctLabels([...selected, x]) > distinctLabels(selected)) selected.push(x);
	return selected;
}
