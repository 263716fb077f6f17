import { oneLine } from "../../base/text.ts";
import { below, type HtmlElement, isElement, nameOf, nearest } from "./dom.ts";
import type { DraftText } from "./draft.ts";
import type { Grid, GridCell } from "./grid.ts";

/** Cells longer than this on average are columns of a layout, not data. Characters. */
const cellMean = 160;
/**
 * Maximum length of a paragraph right above a table that is its caption: it begins with "Table" or ends with a colon. Characters.
 */
const captionMax = 200;

/** The rows of a table, without those of nested tables. */
export function rowsOf(table: HtmlElement): HtmlElement[] {
	return [...below(table, "tr", "table")];
}

export function cellsOf(row: HtmlElement): HtmlElement[] {
	return [...row.childNodes].filter(isElement).filter((cell) => /^t[dh]$/.test(nameOf(cell)));
}

/** Whether a table is only layout: its role says so, it holds another table, or it has one column. */
export function isLayout(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
	return (
		/^(?:presentation|none)$/i.test(table.getAttribute("role") ?? "") ||
		below(table, "table").next().done !== true ||
		rows.every((row) => cellsOf(row).length <= 1)
	);
}

/** Parses a table's cells. `textOf` returns a cell's text on one line. */
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
	// `rowspan="0"` spans to the end of its row group.
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

/** The text of a table's `caption` element. */
export function ownCaption(table: HtmlElement): string {
	return oneLine(below(table, "caption").next().value?.textContent ?? "");
}

/** A table's caption: its own, its figure's, or what is right above it in the text: a caption line or a heading. */
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
