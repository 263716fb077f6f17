import { isAmount, isPeriod } from "../../../text/table-headers.ts";
import type { GridCell } from "../tables/grid.ts";
import { type Extent, overlappedColumns, type PdfChunk, type PdfLine } from "./lines.ts";

/** How a caption begins. */
export const captionStart = /^(?:table|tab\.|tabelle|tableau|tabla|tabell)\s*[\dA-Z][\w.-]*[.:]?(?:\s|$)/i;
/** Maximum number of lines of a header. */
const linesMax = 5;
/** Maximum distance between the lines of a header, and from there to the first row. In units of the font size. */
const headerGapMax = 2.6;
/** Maximum length of a header's text over one column. Characters. */
const headerTextMax = 70;

export interface PdfHeader {
	/** Index of its first line; that of the first row when it has none. */
	from: number;
	/** Index of the first line below it. */
	body: number;
	rows: GridCell[][];
}

/** Finds the header above the row at `start`. Spanning texts cover their columns, and texts of several lines are joined. */
export function findHeader(lines: readonly PdfLine[], start: number, columns: readonly Extent[]): PdfHeader {
	const first = lines[start];
	const headerLinesInRun = first && isHeaderLine(first) && holdsTime(first) ? 1 : 0;
	// A single label between the header and the first values titles the rows below it or begins the first row's label.
	let body = start + headerLinesInRun;
	if (headerLinesInRun === 0)
		while (body > 0 && isSingleLabel(lines[body - 1], columns) && isNearLineAbove(lines, body)) body--;
	const headerStart = firstHeaderLine(lines, body - headerLinesInRun, columns);
	if (headerStart === body - headerLinesInRun && body < start) return headerWithoutLabels(lines, start, columns);
	const rows = buildHeaderRows(lines.slice(headerStart, body), columns);
	return { from: headerStart, body, rows };
}

/** The header when no header line is above the single labels. The labels are then no part of the table. */
function headerWithoutLabels(lines: readonly PdfLine[], start: number, columns: readonly Extent[]): PdfHeader {
	const from = firstHeaderLine(lines, start, columns);
	return { from, body: start, rows: buildHeaderRows(lines.slice(from, start), columns) };
}

/** Index of the first line of a header that ends above line `below`. */
function firstHeaderLine(lines: readonly PdfLine[], below: number, columns: readonly Extent[]): number {
	let from = below;
	for (let at = below - 1; at >= Math.max(0, below - linesMax); at--) {
		const [line, next] = [lines[at], lines[at + 1]];
		if (!line || !next || !isNearLineAbove(lines, at + 1) || !isHeaderLine(line) || !fitsColumns(line, columns)) break;
		from = at;
	}
	// A single text over the label column is the end of the text before the table, not a header.
	while (from < below && (lines[from]?.chunks.length ?? 0) < 2 && !isOverValues(lines[from], columns)) from++;
	return from;
}

function isNearLineAbove(lines: readonly PdfLine[], at: number): boolean {
	const [line, next] = [lines[at - 1], lines[at]];
	return line !== undefined && next !== undefined && line.y - next.y <= Math.max(line.size, next.size) * headerGapMax;
}

function isSingleLabel(line: PdfLine | undefined, columns: readonly Extent[]): boolean {
	const [only] = line?.chunks ?? [];
	if (!line || !only || line.chunks.length > 1 || only.text.length > headerTextMax || captionStart.test(only.text))
		return false;
	const under = overlappedColumns(only, columns);
	return under[0] === 0 && only.right <= (columns[1]?.right ?? 0);
}

/** Whether a line holds no amounts, only words or times. */
function isHeaderLine({ chunks }: PdfLine): boolean {
	return chunks.every(
		({ text }) => text.length <= headerTextMax && (isPeriod(text) || !isAmount(text) || /^[([]?\d?[)\]]$/.test(text)),
	);
}

function holdsTime({ chunks }: PdfLine): boolean {
	return chunks.some(({ text }) => isPeriod(text));
}

function fitsColumns(line: PdfLine, columns: readonly Extent[]): boolean {
	const [left, right] = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0];
	const slack = line.size * 3;
	const isWide =
		line.chunks.length === 1 &&
		(line.chunks[0]?.text.length ?? 0) > headerTextMax / 2 &&
		overlappedColumns(line.chunks[0] as PdfChunk, columns)[0] === 0;
	return !isWide && line.chunks.every((chunk) => chunk.left >= left - slack && chunk.right <= right + slack);
}

function isOverValues(line: PdfLine | undefined, columns: readonly Extent[]): boolean {
	const [only] = line?.chunks ?? [];
	if (!only) return false;
	const under = overlappedColumns(only, columns);
	return under.length > 0 && !under.includes(0);
}

/** A header's text with the columns that it stands over, `to` inclusive. */
interface HeaderSpan {
	text: string;
	from: number;
	to: number;
}

function buildHeaderRows(lines: readonly PdfLine[], columns: readonly Extent[]): GridCell[][] {
	const spanningLines: HeaderSpan[][] = [];
	let columnTexts: string[] = columns.map(() => "");
	for (const [at, line] of lines.entries()) {
		const isLast = at === lines.length - 1;
		const spots = headerSpans(line, columns, isLast ? undefined : lines[at + 1]);
		if (spots.some(({ from, to }) => to > from)) {
			spanningLines.push(spots.filter(({ from, to }) => to > from));
			for (const { text, from, to } of spots) if (from === to) columnTexts = appendText(columnTexts, from, text);
		} else for (const { text, from } of spots) columnTexts = appendText(columnTexts, from, text);
	}
	if (lines.length === 0) return [];
	const rows = spanningLines.map((spots) => {
		const cells: GridCell[] = [];
		for (let x = 0; x < columns.length; x++) {
			const spot = spots.find(({ from }) => from === x);
			cells.push(
				spot ? { text: spot.text, header: true, columns: spot.to - spot.from + 1 } : { text: "", header: true },
			);
			if (spot) x = spot.to;
		}
		return cells;
	});
	return [...rows, columnTexts.map((text) => ({ text, header: true }))];
}

function appendText(texts: readonly string[], at: number, text: string): string[] {
	return texts.map((known, x) => (x === at ? `${known} ${text}`.trim() : known));
}

/** Finds the columns that each text of a header line covers: one each or, where a line has fewer texts than columns, several. */
function headerSpans({ chunks, size }: PdfLine, columns: readonly Extent[], below: PdfLine | undefined): HeaderSpan[] {
	const missing = columns.length - chunks.length;
	const labelled = chunks[0] !== undefined && overlappedColumns(chunks[0], columns)[0] === 0;
	// If there are as many texts as columns, or as columns of values, each text has one column, however wide it is.
	if (missing === 0 || (missing === 1 && !labelled))
		return chunks.map(({ text }, at) => ({ text, from: at + missing, to: at + missing }));
	const spans = chunks.map((chunk): HeaderSpan => {
		const under = overlappedColumns(chunk, columns);
		const from = under[0] ?? nearestColumn(chunk, columns);
		return { text: chunk.text, from, to: under.at(-1) ?? from };
	});
	const values = chunks.filter((_chunk, at) => (spans[at]?.from ?? 0) > 0 || (spans[at]?.to ?? 0) > 0);
	if (below === undefined || values.length === 0 || values.length >= columns.length - 1) return spans;
	const groups = repeatedGroups(values, columns, below);
	if (groups) return [...spans.filter(({ from, to }) => from === 0 && to === 0), ...groups];
	// Each column of values goes to the text with the nearest middle. The guess holds if every text is in the middle of its columns
	// or aligned with their left edge.
	const assigned = values.map((chunk) => ({ chunk, columns: [] as number[] }));
	for (let x = 1; x < columns.length; x++) {
		const column = columns[x];
		if (!column) continue;
		const best = assigned.toSorted(
			(a, b) => Math.abs(middle(a.chunk) - middle(column)) - Math.abs(middle(b.chunk) - middle(column)),
		)[0];
		best?.columns.push(x);
	}
	const holds = assigned.every(({ chunk, columns: mine }) => {
		const [first, last] = [columns[mine[0] ?? -1], columns[mine.at(-1) ?? -1]];
		if (!first || !last) return false;
		const group = { left: first.left, right: last.right };
		return (
			Math.abs(middle(group) - middle(chunk)) <= Math.max(size * 1.5, (group.right - group.left) * 0.15) ||
			Math.abs(group.left - chunk.left) <= size
		);
	});
	if (!holds || isWrappedName(values, columns, below)) return spans;
	const label = spans.filter(({ from, to }) => from === 0 && to === 0);
	return [
		...label,
		...assigned.map(
			({ chunk, columns: mine }): HeaderSpan => ({ text: chunk.text, from: mine[0] ?? 1, to: mine.at(-1) ?? 1 }),
		),
	];
}

/**
 * Groups columns by repeated names: above `2031, 2030, 2031, 2030`, each of two texts covers two columns, however it is aligned.
 */
function repeatedGroups(
	values: readonly PdfChunk[],
	columns: readonly Extent[],
	below: PdfLine,
): HeaderSpan[] | undefined {
	const width = (columns.length - 1) / values.length;
	const names = below.chunks.slice(1 - columns.length).map(({ text }) => text);
	if (values.length < 2 || width < 2 || !Number.isInteger(width) || names.length < columns.length - 1) return undefined;
	if (new Set(names).size !== width || names.some((name, at) => name !== names[at % width])) return undefined;
	const groups = values.map(({ text }, at): HeaderSpan => ({ text, from: 1 + at * width, to: (at + 1) * width }));
	// Each text must overlap its own columns.
	const isOver = groups.every(({ from, to }, at) => {
		const chunk = values[at];
		const [first, last] = [columns[from], columns[to]];
		return chunk && first && last && chunk.left < last.right && chunk.right > first.left;
	});
	return isOver ? groups : undefined;
}

/** Whether each text is the first line of one column's name, not the name of several columns. */
function isWrappedName(values: readonly PdfChunk[], columns: readonly Extent[], below: PdfLine): boolean {
	const names = below.chunks.map(({ text }) => text).filter((text) => !/^[([%]/.test(text));
	// In `Landings, Value, Landings, Value` only the texts above distinguish the columns.
	if (new Set(names).size < names.length || values.every(({ text }) => isPeriod(text))) return false;
	return values.every((chunk) => {
		const under = overlappedColumns(chunk, columns);
		const column = columns[under[0] ?? -1];
		if (under.length !== 1 || !column) return false;
		// A unit right below belongs to the same name.
		if (below.chunks.some((other) => /^[([%]/.test(other.text) && overlappedColumns(other, columns)[0] === under[0]))
			return true;
		const edges = [column.left - chunk.left, column.right - chunk.right, middle(column) - middle(chunk)];
		return edges.some((off) => Math.abs(off) <= alignmentSlack);
	});
}

/** Tolerance within which texts of one column share an edge or a middle. Points. */
const alignmentSlack = 2.5;

function middle({ left, right }: Extent): number {
	return (left + right) / 2;
}

function nearestColumn(chunk: PdfChunk, columns: readonly Extent[]): number {
	return columns.reduce(
		(best, column, at) =>
			Math.abs(middle(column) - middle(chunk)) < Math.abs(middle(columns[best] ?? column) - middle(chunk)) ? at : best,
		0,
	);
}
