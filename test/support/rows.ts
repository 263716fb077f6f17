/** The rows of a table for `test.each`: a line each, its cells separated by ` | `. */
export function rowsOf(table: string): string[][] {
	const lines = table.trim().split("\n");
	return lines.map((line) => line.split(" | ").map((cell) => cell.trim()));
}
