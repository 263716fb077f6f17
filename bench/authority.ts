/**
 * `npm run bench -- authority`: how often the kind of a place is told from its address and title, on lists labelled by hand
 * (`test/authority/`), by kind; and each miss.
 */
import { readFileSync } from "node:fs";
import { authorityOf } from "../src/evidence/authority.ts";

export async function run(): Promise<void> {
	for (const file of ["labelled.txt", "later.txt"]) {
		const rows = readFileSync(new URL(`../test/authority/${file}`, import.meta.url), "utf8")
			.split("\n")
			.filter((line) => line !== "" && !line.startsWith("#"))
			.map((line) => line.split(" | "))
			.map(([label = "", url = "", ...title]) => ({ label, url, got: authorityOf({ url, title: title.join(" | ") }) }));
		const right = rows.filter(({ label, got }) => label === got).length;
		console.log(`${file}: ${right} of ${rows.length} (${((100 * right) / rows.length).toFixed(0)} %)`);
		for (const [label, of] of Map.groupBy(rows, (row) => row.label))
			console.log(`  ${label.padEnd(14)} ${of.filter(({ got }) => got === label).length} of ${of.length}`);
		for (const { label, url, got } of rows) if (got !== label) console.log(`  ${label}, taken for ${got}: ${url}`);
	}
}
