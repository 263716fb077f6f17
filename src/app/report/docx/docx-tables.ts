import { BorderStyle, Paragraph, type ParagraphChild, Table, TableCell, TableRow, TextRun, WidthType } from "docx";
import type { EvidenceTable } from "../../../evidence/report.ts";
import { type BlockPart, cutMark, tableWidth } from "../block-layout.ts";
import type { ReportView } from "../input.ts";
import type { spendingTable } from "../spending-words.ts";
import { captionOf } from "../words.ts";
import { blockRuns, citationRuns, sentenceRuns, textRuns } from "./docx-text.ts";

type CellContent = readonly ParagraphChild[];

/** Width of the text between the margins of a page, twentieths of a point. */
const textWidth = 9_026;

/** A table whose first row is repeated on each page. An empty header has no row. */
export function gridTable(header: readonly CellContent[], rows: readonly (readonly CellContent[])[]): Table {
	const columns = Math.max(header.length, ...rows.map(({ length }) => length));
	const width = Math.floor(textWidth / columns);
	const row = (cells: readonly CellContent[], isHeader: boolean) =>
		new TableRow({
			tableHeader: isHeader,
			cantSplit: true,
			children: Array.from({ length: columns }, (_, at) => {
				const content = new Paragraph({ style: "TableText", children: cells[at] ?? [] });
				return new TableCell({
					width: { size: width, type: WidthType.DXA },
					children: [content],
					...(isHeader ? { shading: { fill: "E6EFF5" } } : {}),
				});
			}),
		});
	const line = { style: BorderStyle.SINGLE, size: 4, color: "BFC5CC" };
	return new Table({
		width: { size: width * columns, type: WidthType.DXA },
		columnWidths: Array.from({ length: columns }, () => width),
		margins: { top: 60, bottom: 60, left: 90, right: 90 },
		borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
		rows: [...(header.length > 0 ? [row(header, true)] : []), ...rows.map((cells) => row(cells, false))],
	});
}

export function evidenceTable(view: ReportView, table: EvidenceTable): (Paragraph | Table)[] {
	const caption = captionOf(table);
	const bold = (text: string) => textRuns(text, { bold: true });
	const rows = table.rows.map(({ label, cells }) => [
		bold(label),
		...cells.map((cell): CellContent => {
			if (!("missing" in cell)) return [...sentenceRuns(cell.text), ...citationRuns(view, cell.claimIds)];
			return cell.missing === ""
				? []
				: [new TextRun({ text: "Not found: ", italics: true }), ...textRuns(cell.missing)];
		}),
	]);
	return [
		...(caption === "" ? [] : [new Paragraph({ style: "Caption", keepNext: true, children: textRuns(caption) })]),
		gridTable([[], ...table.columns.map(bold)], rows),
		new Paragraph({}),
	];
}

/** A table of a passage. */
export function blockTable(table: BlockPart & { kind: "table" }): (Paragraph | Table)[] {
	const width = tableWidth(table);
	const cells = (row: (typeof table.rows)[number]) =>
		Array.from({ length: width }, (_, at) => (row ? blockRuns(row[at] ?? []) : at === 0 ? textRuns(cutMark) : []));
	return [gridTable(table.header.map(blockRuns), table.rows.map(cells)), new Paragraph({})];
}

export function spendingGrid(table: NonNullable<ReturnType<typeof spendingTable>>): Table {
	const bold = (text: string) => textRuns(text, { bold: true });
	return gridTable(table.columns.map(bold), [
		...table.rows.map((row) => row.map((text) => textRuns(text))),
		table.sum.map(bold),
	]);
}
