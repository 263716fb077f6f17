import { oneLine } from "../../../base/text.ts";
import type { TextBuilder } from "../parsed-document.ts";
import type { Grid, GridCell } from "../tables/grid.ts";
import { closestElement, descendants, elementName, type HtmlElement, isElement } from "./dom.ts";

/** Cells longer than this on average are columns of a layout, not data. Characters. */
const meanCellMax = 160;
/**
 * Maximum length of a paragraph right above a table that is its caption: it begins with "Table" or ends with a colon. Characters.
 */
const captionMax = 200;

/** The rows of a table, without those of nested tables. */
export function rowElements(table: HtmlElement): HtmlElement[] {
	return [...descendants(table, "tr", "table")];
}

export function cellElements(row: HtmlElement): HtmlElement[] {
	return [...row.childNodes].filter(isElement).filter((cell) => /^t[dh]$/.test(elementName(cell)));
}

/** Whether a table is only layout: its role says so, it holds another table, or it has one column. */
export function isLayoutTable(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
	return (
		/^(?:presentation|none)$/i.test(table.getAttribute("role") ?? "") ||
		descendants(table, "table").next().done !== true ||
		rows.every((row) => cellElements(row).length <= 1)
	);
}

/** Parses a table's cells. `textOf` returns a cell's text on one line. */
export function parseHtmlGrid(
	table: HtmlElement,
	rows: readonly HtmlElement[],
	textOf: (cell: HtmlElement) => string,
): Grid {
	const headerRowCount = rows.filter((row) => {
		const head = closestElement(row, "thead");
		return head !== undefined && closestElement(head, "table") === table;
	}).length;
	const grid = rows.map((row) => cellElements(row).map((cell) => gridCell(cell, textOf)));
	return { rows: grid, ...(headerRowCount > 0 && headerRowCount < rows.length ? { headerRows: headerRowCount } : {}) };
}

function gridCell(cell: HtmlElement, textOf: (cell: HtmlElement) => string): GridCell {
	return {
		text: textOf(cell),
		...(elementName(cell) === "th" ? { header: true } : {}),
		...parseSpan("rows", cell.getAttribute("rowspan")),
		...parseSpan("columns", cell.getAttribute("colspan")),
	};
}

function parseSpan(name: "rows" | "columns", stated: string | null): Partial<GridCell> {
	const count = Number.parseInt(stated ?? "1", 10);
	// `rowspan="0"` spans to the end of its row group.
	if (count === 0 && name === "rows") return { rows: Number.MAX_SAFE_INTEGER };
	return count > 1 ? { [name]: count } : {};
}

/** Whether a table's cells are values rather than columns of prose. */
export function holdsData({ rows, headerRows }: Grid): boolean {
	const texts = rows.flat().filter(({ text }) => text !== "");
	const hasHeader = headerRows !== undefined || texts.some(({ header }) => header);
	const mean = texts.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, texts.length);
	return mean <= meanCellMax && (hasHeader || texts.some(({ text }) => /\d/.test(text)));
}

/** The text of a table's `caption` element. */
export function captionElementText(table: HtmlElement): string {
	return oneLine(descendants(table, "caption").next().value?.textContent ?? "");
}

/** A table's caption: its own, its figure's, or what is right above it in the text: a caption line or a heading. */
export function findCaption(
	table: HtmlElement,
	own: string,
	above: Pick<TextBuilder, "text" | "headings">,
): string | undefined {
	if (own !== "") return own;
	const holder = closestElement(table, "figure");
	const figure = oneLine((holder && descendants(holder, "figcaption").next().value?.textContent) ?? "");
	if (figure !== "") return figure;
	const line = above.text.slice(above.text.lastIndexOf("\n") + 1).trim();
	if (line.length > 0 && line.length <= captionMax && /^table\b\s*\S|:$/i.test(line)) return line.replace(/:$/, "");
	const heading = above.headings.at(-1);
	const isRightAbove = heading !== undefined && heading.start + heading.text.length >= above.text.trimEnd().length;
	return isRightAbove ? heading.text : undefined;
}
