import { readFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "../../test/support/data.ts";

/** The rows of a `.jsonl` file of the public data. */
export function rowsOf<Row>(file: string): Row[] {
	return rowsIn(join(data, file));
}

/** The rows of any `.jsonl` file. */
export function rowsIn<Row>(path: string): Row[] {
	return readFileSync(path, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Row);
}
