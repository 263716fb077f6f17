import { oneLine } from "../../base/text.ts";
import { below, type HtmlElement, isElement, nameOf, nearest } from "./dom.ts";
import type { DraftText } from "./draft.ts";
import type { Grid, GridCell } from "./grid.ts";

/** Cells longer than this on average are the columns of a layout. Characters. */
const cellMean = 160;
/** A paragraph right above a table is its caption up to this length, when it says so or ends with a colon. Characters. */
const captionMax = 200;

/** The rows of a table that are its own and not those of one inside it. */
export function rowsOf(table: HtmlElement): HtmlElement[] {
	return [...below(table, "tr", "table")];
}

export function cellsOf(row: HtmlElement): HtmlElement[] {
	return [...row.childNodes].filter(isElement).filter((cell) => /^t[dh]$/.test(nameOf(cell)));
}

/** Whether a table only sets things beside each other: it says so, holds another one, or has one column. */
export function isLayout(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
	return (
		/^(?:presentation|none)$/i.test(table.getAttribute("role") ?? "") ||
		below(table, "table").next().done !== true ||
		rows.every((row) => cellsOf(row).length <= 1)
	);
}

/** A table's cells; `textOf` gives a cell's text on one line. */
export function gridOf(table: HtmlElement, rows: readonly HtmlElement[], textOf: (cell: HtmlElement) => string): Grid {
	const headRows = rows.filter((row) => {
		const head = nearest(row, "thead");
		return head !== undefined && nearest(head, "table") === table;
	}).length;
	const grid = rows.map((row) => cellsOf(row).map((cell) => gridCell(cell, textOf)));
	return { rows: grid, ...(headRows > 0 && headRows < rows.length ? { headerRows: headRows } : {}) };
}

function gridCell(cell: HtmlElement, textOf: (cell: HtmlElement) => string): GridCell {
	return {
		text: textOf(cell),
		...(nameOf(cell) === "th" ? { header: true } : {}),
		...spanned("rows", cell.getAttribute("rowspan")),
		...spanned("columns", cell.getAttribute("colspan")),
	};
}

function spanned(name: "rows" | "columns", stated: string | null): Partial<GridCell> {
	const count = Number.parseInt(stated ?? "1", 10);
	// `rowspan="0"`: to the end of its group.
	if (count === 0 && name === "rows") return { rows: Number.MAX_SAFE_INTEGER };
	return count > 1 ? { [name]: count } : {};
}

/** Whether a table's cells are values rather than columns of prose. */
export function holdsData({ rows, headerRows }: Grid): boolean {
	const texts = rows.flat().filter(({ text }) => text !== "");
	const isSet = headerRows !== undefined || texts.some(({ header }) => header);
	const mean = texts.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, texts.length);
	return mean <= cellMean && (isSet || texts.some(({ text }) => /\d/.test(text)));
}

/** What a table itself is called. */
export function ownCaption(table: HtmlElement): string {
	return oneLine(below(table, "caption").next().value?.textContent ?? "");
}

/** What names a table: its own caption, its figure's, what stands right above it in the text: a line that says so, or a heading. */
export function captionOf(
	table: HtmlElement,
	own: string,
	above: Pick<DraftText, "text" | "headings">,
): string | undefined {
	if (own !== "") return own;
	const holder = nearest(table, "figure");
	const figure = oneLine((holder && below(holder, "figcaption").next().value?.textContent) ?? "");
	if (figure !== "") return figure;
	const line = above.text.slice(above.text.lastIndexOf("\n") + 1).trim();
	if (line.length > 0 && line.length <= captionMax && /^table\b\s*\S|:$/i.test(line)) return line.replace(/:$/, "");
	const heading = above.headings.at(-1);
	const isRightAbove = heading !== undefined && heading.start + heading.text.length >= above.text.trimEnd().length;
	return isRightAbove ? heading.text : undefined;
}
