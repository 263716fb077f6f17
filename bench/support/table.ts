import type { Split } from "./split.ts";
import { bootstrapped, bootstrappedOf, shareOf } from "./statistics.ts";

/** A table of measures: a row for each, a column for each split (or whatever else is compared); a cell holds a value, its interval, n. */
export class Table<Column extends string = Split> {
	/** Scores of single questions, or a finished cell. */
	readonly #rows = new Map<string, Map<Column, number[] | string>>();

	/** Adds one question's score; the cell is the mean. */
	score(column: Column, row: string, value: number): void {
		const known = this.#rows.get(row)?.get(column);
		if (Array.isArray(known)) known.push(value);
		else this.cell(column, row, [value]);
	}

	share(column: Column, row: string, hits: number, of: number): void {
		this.cell(column, row, shareOf(hits, of));
	}

	/** A statistic of all items together, which no mean of single scores gives. */
	statistic<Item>(column: Column, row: string, items: readonly Item[], of: (sample: readonly Item[]) => number): void {
		this.cell(column, row, `${bootstrappedOf(items, of)} n=${items.length}`);
	}

	/** Throws when the cell is there already: two measures of one name would hide each other. */
	cell(column: Column, row: string, cell: number[] | string): void {
		if (this.#rows.get(row)?.has(column)) throw new Error(`two measures are called "${row}"`);
		const cells = this.#rows.get(row) ?? new Map<Column, number[] | string>();
		this.#rows.set(row, cells.set(column, cell));
	}

	print(heading: string): void {
		const columns = [...new Set([...this.#rows.values()].flatMap((cells) => [...cells.keys()]))];
		const lines = [...this.#rows].map(([row, cells]) => [row, ...columns.map((column) => textOf(cells.get(column)))]);
		lines.unshift(["", ...columns]);
		const widths = ["", ...columns].map((_column, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
		console.log(`\n${heading}`);
		for (const line of lines)
			console.log(
				line
					.map((cell, at) => cell.padEnd(widths[at] ?? 0))
					.join("  ")
					.trimEnd(),
			);
	}
}

function textOf(cell: number[] | string | undefined): string {
	return Array.isArray(cell) ? `${bootstrapped(cell)} n=${cell.length}` : (cell ?? "");
}
