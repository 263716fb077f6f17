import type { Tokens } from "marked";
import { before, empty, flow, type Row } from "./flow.ts";
import type { Paint, Span } from "./paint.ts";
import { widthOf } from "./text.ts";

const gap = 2;
const columnMin = 10;

/** A table with wrapped cells. If the columns do not fit, each row becomes a list of its cells. */
export function drawTable(
	{ header, align, rows }: Tokens.Table,
	spansOf: (cell: Tokens.TableCell, isHeader: boolean) => Span[],
	width: number,
	paint: Paint,
): Row[] {
	const cells = [header, ...rows].map((row, at) => row.map((cell) => spansOf(cell, at === 0)));
	const natural = header.map((_, column) => Math.max(1, ...cells.map((row) => widest(row[column] ?? []))));
	const room = width - gap * (header.length - 1);
	// Words can be broken, figures cannot.
	const least = natural.map((one, column) => (align[column] === "right" ? one : columnMin));
	const widths = fitted(natural, least, room);
	if (!widths) return records(cells, width, paint);
	const lines = cells.map((row) => {
		const columns = row.map((cell, column) => flow(cell, widths[column] ?? 1, paint));
		const height = Math.max(1, ...columns.map((column) => column.length));
		return Array.from({ length: height }, (_, at) =>
			beside(
				columns.map((column, index) => aligned(column[at] ?? empty, align[index] === "right" ? widths[index] : 0)),
				widths,
			),
		);
	});
	const [head = [], ...body] = lines;
	const total = widths.reduce((sum, one) => sum + one, gap * (widths.length - 1));
	const rule: Row = { text: paint("quiet", "─".repeat(total)), width: total };
	const tall = body.some((row) => row.length > 1);
	return [...head, rule, ...body.flatMap((row, at) => (tall && at > 0 ? [empty, ...row] : row))];
}

/** Aligns a line of a cell to the right edge of its column, as for figures. */
function aligned(row: Row, width = 0): Row {
	const left = Math.max(0, width - row.width);
	return left === 0 ? row : before(" ".repeat(left), left, row);
}

function widest(cell: readonly Span[]): number {
	return cell.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Column widths that fit: small columns keep theirs, the others share the rest. Undefined if the minimum widths do not fit. */
function fitted(natural: readonly number[], least: readonly number[], room: number): number[] | undefined {
	if (natural.reduce((sum, one) => sum + one, 0) <= room) return [...natural];
	if (least.reduce((sum, one) => sum + one, 0) > room) return undefined;
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

function beside(columns: readonly Row[], widths: readonly number[]): Row {
	const parts = columns.map((row, at) =>
		at === columns.length - 1 ? row.text : row.text + " ".repeat((widths[at] ?? 0) - row.width),
	);
	return {
		text: parts.join(" ".repeat(gap)),
		width: widths.reduce((sum, one) => sum + one, gap * (widths.length - 1)),
	};
}

function records(cells: readonly Span[][][], width: number, paint: Paint): Row[] {
	const [header = [], ...rows] = cells;
	return rows.flatMap((row, at) => [
		...(at > 0 ? [empty] : []),
		...row.flatMap((cell, column) => {
			const name = header[column] ?? [];
			const titled = name.length === 0 ? cell : [...name, { style: "quiet" as const, text: ": " }, ...cell];
			return flow(titled, column === 0 ? width : width - 2, paint).map((line) =>
				column === 0 ? line : before("  ", 2, line),
			);
		}),
	]);
}
