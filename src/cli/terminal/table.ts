import type { Tokens } from "marked";
import { emptyLine, flowLines, type PaintedLine, withPrefix } from "./flow.ts";
import type { Paint, StyledText } from "./paint.ts";
import { textWidth } from "./text.ts";

const columnGap = 2;
const columnWidthMin = 10;

/** A table with wrapped cells. If the columns do not fit, each row becomes a list of its cells. */
export function drawTable(
	{ header, align, rows }: Tokens.Table,
	spansOf: (cell: Tokens.TableCell, isHeader: boolean) => StyledText[],
	width: number,
	paint: Paint,
): PaintedLine[] {
	const cells = [header, ...rows].map((row, at) => row.map((cell) => spansOf(cell, at === 0)));
	const natural = header.map((_, column) => Math.max(1, ...cells.map((row) => cellWidth(row[column] ?? []))));
	const room = width - columnGap * (header.length - 1);
	// Words can be broken, figures cannot.
	const minWidths = natural.map((one, column) => (align[column] === "right" ? one : columnWidthMin));
	const widths = fitColumns(natural, minWidths, room);
	if (!widths) return rowsAsLists(cells, width, paint);
	const lines = cells.map((row) => {
		const columns = row.map((cell, column) => flowLines(cell, widths[column] ?? 1, paint));
		const height = Math.max(1, ...columns.map((column) => column.length));
		return Array.from({ length: height }, (_, at) =>
			joinColumns(
				columns.map((column, index) =>
					alignRight(column[at] ?? emptyLine, align[index] === "right" ? widths[index] : 0),
				),
				widths,
			),
		);
	});
	const [head = [], ...body] = lines;
	const total = widths.reduce((sum, one) => sum + one, columnGap * (widths.length - 1));
	const rule: PaintedLine = { text: paint("quiet", "─".repeat(total)), width: total };
	const tall = body.some((row) => row.length > 1);
	return [...head, rule, ...body.flatMap((row, at) => (tall && at > 0 ? [emptyLine, ...row] : row))];
}

/** Aligns a line of a cell to the right edge of its column, as for figures. */
function alignRight(row: PaintedLine, width = 0): PaintedLine {
	const left = Math.max(0, width - row.width);
	return left === 0 ? row : withPrefix(" ".repeat(left), left, row);
}

function cellWidth(cell: readonly StyledText[]): number {
	return cell.reduce((sum, { text }) => sum + textWidth(text), 0);
}

/** Column widths that fit: small columns keep theirs, the others share the rest. Undefined if the minimum widths do not fit. */
function fitColumns(natural: readonly number[], minWidths: readonly number[], room: number): number[] | undefined {
	if (natural.reduce((sum, one) => sum + one, 0) <= room) return [...natural];
	if (minWidths.reduce((sum, one) => sum + one, 0) > room) return undefined;
	const widths = natural.map(() => 0);
	let [left, open] = [room, natural.map((_, column) => column)];
	for (;;) {
		const share = Math.floor(left / Math.max(1, open.length));
		const small = open.filter((column) => (natural[column] ?? 0) <= share);
		if (small.length === 0) {
			for (const column of open) widths[column] = share;
			return widths;
		}
		for (const column of small) {
			widths[column] = natural[column] ?? 0;
			left -= widths[column] ?? 0;
		}
		open = open.filter((column) => !small.includes(column));
	}
}

function joinColumns(columns: readonly PaintedLine[], widths: readonly number[]): PaintedLine {
	const parts = columns.map((row, at) =>
		at === columns.length - 1 ? row.text : row.text + " ".repeat((widths[at] ?? 0) - row.width),
	);
	return {
		text: parts.join(" ".repeat(columnGap)),
		width: widths.reduce((sum, one) => sum + one, columnGap * (widths.length - 1)),
	};
}

function rowsAsLists(cells: readonly StyledText[][][], width: number, paint: Paint): PaintedLine[] {
	const [header = [], ...rows] = cells;
	return rows.flatMap((row, at) => [
		...(at > 0 ? [emptyLine] : []),
		...row.flatMap((cell, column) => {
			const name = header[column] ?? [];
			const titled = name.length === 0 ? cell : [...name, { style: "quiet" as const, text: ": " }, ...cell];
			return flowLines(titled, column === 0 ? width : width - 2, paint).map((line) =>
				column === 0 ? line : withPrefix("  ", 2, line),
			);
		}),
	]);
}
