import { isAmount, isPeriod } from "../../../text/table-headers.ts";
import type { Grid, GridCell } from "../tables/grid.ts";
import { captionStart, findHeader } from "./header.ts";
import { type Extent, layOutLines, overlappedColumns, type PdfChunk, type PdfLine, type PdfTextItem } from "./lines.ts";

/** A table found on a page. */
export interface PdfTable {
	grid: Grid;
	/** Indexes of the page's text items that it holds, without its caption's. */
	items: Set<number>;
	columns: Extent[];
	/** Whether it is the first or the last on the page, apart from running heads and notes. */
	top: boolean;
	bottom: boolean;
	/** It has neither header nor caption, so it is a table only if it continues one of the previous page. */
	bare: boolean;
}

/** Minimum number of rows of values, in general and for a table of two columns. */
const rowsMin = 2;
const rowsMinOfTwo = 3;
/** A larger gap between rows ends a table. In units of its usual line distance. */
const rowGapMax = 2.2;
/** Minimum share of amounts among the cells of a column of amounts. */
const amountShare = 0.6;
/** A cell longer than this is prose. Characters. */
const cellMax = 60;

/** Finds the tables of a page by the alignment of its words. Text that could as well be prose is left alone. */
export function findTables(items: readonly PdfTextItem[]): PdfTable[] {
	return layOutLines(items).flatMap((lines) => findTablesInLines(lines));
}

function findTablesInLines(lines: readonly PdfLine[]): PdfTable[] {
	const out: PdfTable[] = [];
	let at = 0;
	while (at < lines.length) {
		const end = dataRunEnd(lines, at);
		const result = end > at ? buildPdfTable(lines, at, end) : undefined;
		if (result) out.push(result.table);
		at = result ? result.end : Math.max(end, at + 1);
	}
	return out;
}

/** Whether a line holds a first text and then at least one value, without dot leaders. */
function isDataLine({ chunks }: PdfLine): boolean {
	if (chunks.length < 2) return false;
	const values = chunks.slice(1);
	return values.some(({ text }) => isValue(text)) && chunks.every(({ text }) => !isDotLeader(text));
}

/** Whether a line names columns: it holds no amounts, and a line of amounts follows soon below. */
function isColumnHeader(lines: readonly PdfLine[], at: number): boolean {
	const counts = ({ chunks }: PdfLine) => chunks.slice(1).some(({ text }) => isAmount(text) && !isPeriod(text));
	const [line] = lines.slice(at, at + 1);
	return (
		line !== undefined &&
		!counts(line) &&
		lines.slice(at + 1, at + 1 + headerLinesMax).some((one) => one.chunks.length > 1 && counts(one))
	);
}

/** Maximum number of lines between a line of times and the first values. */
const headerLinesMax = 4;

function isValue(text: string): boolean {
	return isAmount(text) || isPeriod(text);
}

/** Whether a text holds the dots between a title and its page number in a table of contents. */
function isDotLeader(text: string): boolean {
	return /(?:\.\s?){4,}/.test(text);
}

/** The end (exclusive) of the run of lines that begins with a data line at `at`; `at` when none begins there. */
function dataRunEnd(lines: readonly PdfLine[], at: number): number {
	const first = lines[at];
	if (!first || !isDataLine(first) || isColumnHeader(lines, at)) return at;
	let end = at + 1;
	let otherLines = 0;
	for (let next = at + 1; next < lines.length; next++) {
		const [line, before] = [lines[next], lines[next - 1]];
		if (!line || !before || before.y - line.y > usualGap(lines, at, next) * rowGapMax) break;
		if (isDataLine(line)) {
			end = next + 1;
			otherLines = 0;
		} else if (++otherLines > 2 || isProseLine(line)) break;
	}
	return end;
}

function isProseLine({ chunks }: PdfLine): boolean {
	return chunks.length === 1 && (chunks[0]?.text.length ?? 0) > cellMax;
}

/** The usual distance of baselines so far. */
function usualGap(lines: readonly PdfLine[], from: number, to: number): number {
	const gaps: number[] = [];
	for (let at = from + 1; at < to; at++) gaps.push((lines[at - 1]?.y ?? 0) - (lines[at]?.y ?? 0));
	const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)];
	return Math.max(middle ?? 0, (lines[from]?.size ?? 10) * 1.15);
}

function buildPdfTable(
	lines: readonly PdfLine[],
	start: number,
	end: number,
): { table: PdfTable; end: number } | undefined {
	const run = lines.slice(start, end);
	const data = run.filter(isDataLine);
	const columns = findColumns(data);
	if (!columns || data.length < (columns.length === 2 ? rowsMinOfTwo : rowsMin)) return undefined;
	if (!isRegular(data, columns)) return undefined;
	const head = findHeader(lines, start, columns);
	const rows = buildBodyRows(lines.slice(head.body, end), columns);
	const caption = findCaption(lines, head.from, end);
	if (rows.length < rowsMin - (head.rows.length > 0 ? 1 : 0)) return undefined;
	const bare = head.rows.length === 0 && caption === undefined;
	if (isTableOfContents(rows, columns.length) && caption === undefined) return undefined;
	const tableLines = lines.slice(head.from, end);
	return {
		end,
		table: {
			grid: { rows: [...head.rows, ...rows], headerRows: head.rows.length, caption },
			items: new Set(tableLines.flatMap(({ chunks }) => chunks.flatMap(({ items }) => items))),
			columns,
			top: head.from <= 2,
			bottom: end >= lines.length - 3,
			bare,
		},
	};
}

/** The extents of the data lines' columns, left to right. */
function findColumns(data: readonly PdfLine[]): Extent[] | undefined {
	const most = data.reduce((count, { chunks }) => Math.max(count, chunks.length), 0);
	const full = data.filter(({ chunks }) => chunks.length >= most - 1 && chunks.length >= 2);
	const extents: Extent[] = [];
	for (const { left, right } of full.flatMap(({ chunks }) => chunks).toSorted((a, b) => a.left - b.left)) {
		const last = extents.at(-1);
		if (last && left <= last.right) last.right = Math.max(last.right, right);
		else extents.push({ left, right });
	}
	return extents.length >= 2 && extents.length <= most ? extents : undefined;
}

/** Whether the lines are rows of one table: each chunk is in a column of its own, and some column holds amounts. */
function isRegular(data: readonly PdfLine[], columns: readonly Extent[]): boolean {
	let irregular = 0;
	const cells = columns.map(() => [] as string[]);
	for (const { chunks } of data) {
		const places = chunks.map((chunk) => overlappedColumns(chunk, columns));
		const columnIndexes = places.map(([one]) => one);
		if (places.some((under) => under.length !== 1) || new Set(columnIndexes).size < columnIndexes.length) irregular++;
		else for (const [at, chunk] of chunks.entries()) cells[columnIndexes[at] ?? 0]?.push(chunk.text);
	}
	if (irregular > data.length * 0.15) return false;
	const isAmounts = (texts: readonly string[]) =>
		texts.filter(isValue).length >= texts.length * amountShare && texts.length >= data.length / 2;
	if (!cells.slice(1).some(isAmounts)) return false;
	// Beside amounts a table may hold words, but no paragraphs.
	return cells.every(
		(texts, at) =>
			texts.filter((text) => text.length > (at === 0 ? cellMax * 1.5 : cellMax)).length <= texts.length * 0.3,
	);
}

/** Whether the rows are a table of contents: titles, and page numbers that never decrease. */
function isTableOfContents(rows: readonly GridCell[][], width: number): boolean {
	if (width !== 2 || rows.length < rowsMinOfTwo) return false;
	const pages = rows.map((row) => row.at(-1)?.text ?? "");
	return pages.every((page, at) => /^\d{1,4}$/.test(page) && (at === 0 || Number(page) >= Number(pages[at - 1])));
}

/** Builds the rows, one per line. A line of the first column alone continues the label above it or titles the rows below it. */
function buildBodyRows(lines: readonly PdfLine[], columns: readonly Extent[]): GridCell[][] {
	const rows: { texts: string[]; y: number; data: boolean }[] = [];
	let pendingLabel: string | undefined;
	for (const [at, line] of lines.entries()) {
		const texts = columns.map(() => "");
		for (const chunk of line.chunks) {
			const [place = nearestColumn(chunk, columns)] = overlappedColumns(chunk, columns);
			texts[place] = `${texts[place] ?? ""} ${chunk.text}`.trim();
		}
		const [label = "", ...values] = texts;
		const next = lines[at + 1];
		const last = rows.at(-1);
		if (values.every((text) => text === "")) {
			const nextLabel = next?.chunks[0]?.text ?? "";
			const isNear = last !== undefined && last.y - line.y <= line.size * 1.45;
			const nextIsNear = next !== undefined && line.y - next.y <= line.size * 1.45;
			if (nextIsNear && /^\p{Ll}|^[(]/u.test(nextLabel) && !/^\p{Ll}/u.test(label))
				pendingLabel = pendingLabel === undefined ? label : `${pendingLabel} ${label}`;
			else if (
				last?.data &&
				isNear &&
				(/^[\p{Ll}(&]/u.test(label) || /[,–-]$|\b(?:and|of|the|in|for|by|with|or|to)$/i.test(last.texts[0] ?? ""))
			)
				last.texts[0] = joinWrapped(last.texts[0] ?? "", label);
			else rows.push({ texts, y: line.y, data: false });
			continue;
		}
		const isContinuation = label === "" && last?.data && !values.some(isValue) && last.y - line.y <= line.size * 1.45;
		if (isContinuation) {
			last.texts = last.texts.map((text, x) => joinWrapped(text, texts[x] ?? ""));
			last.y = line.y;
			continue;
		}
		if (pendingLabel !== undefined) texts[0] = joinWrapped(pendingLabel, label);
		pendingLabel = undefined;
		rows.push({ texts, y: line.y, data: true });
	}
	return rows.map(({ texts, data }) =>
		data ? texts.map((text) => ({ text })) : [{ text: texts[0] ?? "", columns: columns.length }],
	);
}

function joinWrapped(above: string, below: string): string {
	if (below === "") return above;
	return /\p{Ll}-$/u.test(above) && /^\p{Ll}/u.test(below) ? above.slice(0, -1) + below : `${above} ${below}`.trim();
}

function nearestColumn(chunk: PdfChunk, columns: readonly Extent[]): number {
	const far = ({ left, right }: Extent) => Math.max(left - chunk.right, chunk.left - right);
	return columns.reduce((best, column, at) => (far(column) < far(columns[best] ?? column) ? at : best), 0);
}

/**
 * Finds a caption like `Table 3. Landings by port, tonnes` right above the table, with the lines that continue it, or right below
 * it.
 */
function findCaption(lines: readonly PdfLine[], from: number, end: number): string | undefined {
	for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
		const text = lineText(lines[at]);
		if (captionStart.test(text)) return lines.slice(at, from).map(lineText).join(" ");
		if (text.length > 110 && at < from - 1) break;
	}
	const below = lineText(lines[end]);
	return captionStart.test(below) ? below : undefined;
}

function lineText(line: PdfLine | undefined): string {
	return line?.chunks.map(({ text }) => text).join(" ") ?? "";
}
