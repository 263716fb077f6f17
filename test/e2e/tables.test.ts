import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksIn, uncertainPassages } from "../../src/evidence/report.ts";
import { locatorText } from "../../src/evidence/source.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { type PdfText, pdfOf } from "../support/pdf.ts";

/** Invented ports, with one value on which two tables differ. */
function ports(): string {
	const folder = folderOf({
		"registry.csv":
			"port,county,year,landings_tonnes,vessels\nNorrholm,Halt,2030,3980,41\nNorrholm,Halt,2031,4120,39\nVikbruk,Halt,2030,1210,17\nVikbruk,Halt,2031,1175,16\n",
		"yearbook.html": `<!DOCTYPE html><html><head><title>Yearbook of the Halt coast</title></head><body><main>
<h1>Yearbook of the Halt coast</h1><p>The yearbook of the coast gives what was landed at its ports, and what the catch was sold for at auction. All weights are live weights, as the harbour masters wrote them down.</p>
<table><caption>Table 4. Landings by port, tonnes</caption><thead><tr><th>Port</th><th>2030</th><th>2031</th></tr></thead>
<tbody><tr><th>Norrholm</th><td>3,980</td><td>4,210</td></tr><tr><th>Vikbruk</th><td>1,210</td><td>1,175</td></tr></tbody></table>
<p>The catch was sold at the auction halls of the county, twice a week in summer and once a week in winter.</p></main></body></html>`,
		"notes.md":
			"# Notes on the coast\n\nThe harbour of Norrholm was dredged in the spring. Its masters count boats by hand.\n",
	});
	const row = (y: number, cells: string[]): PdfText[] =>
		cells.map((text, at) => (at === 0 ? { text, x: 60, y } : { text, x: 200 + at * 80, y, align: "right" as const }));
	writeFileSync(
		join(folder, "south.pdf"),
		pdfOf([
			[
				{ text: "The southern ports of Halt", x: 60, y: 780, size: 16 },
				{
					text: "This leaflet tells what was landed in the southern ports, where the boats are smaller than in",
					x: 60,
					y: 750,
				},
				{ text: "the north, and where the season is longer by some weeks in most years.", x: 60, y: 737 },
			],
			[
				{ text: "Table 2. Landings of the southern ports, tonnes", x: 60, y: 780 },
				...row(760, ["Port", "2029", "2030", "2031"]),
				...row(745, ["Sandhavn", "902", "945", "988"]),
				...row(730, ["Mellby", "311", "290", "305"]),
				...row(715, ["Total", "1,213", "1,235", "1,293"]),
				{
					text: "Source: counts of the harbour masters, who write down each boat that comes in by day or by night.",
					x: 60,
					y: 690,
				},
			],
		]),
	);
	return folder;
}

const cellsOf = (state: ResearchState, label: string) =>
	state.report?.table?.rows.find((row) => row.label === label)?.cells ?? [];

test("values of several things come out of a CSV file, an HTML page and a PDF, each with its cell; two values stay a conflict", async () => {
	const question = "What were the landings of Norrholm, Vikbruk, Sandhavn and Ostvik in 2031?";
	const state = await researchFolder(question, ports(), emptyFolder());
	expect(state.route?.shape).toBe("extraction");

	const [norrholm] = cellsOf(state, "Norrholm");
	expect(norrholm).toMatchObject({ text: expect.stringContaining("4,210 tonnes") });
	expect(norrholm).toMatchObject({ text: expect.stringContaining("4120 tonnes") });
	expect(cellsOf(state, "Vikbruk")[0]).toMatchObject({ text: expect.stringMatching(/^1,?175 tonnes$/) });
	expect(cellsOf(state, "Sandhavn")[0]).toMatchObject({ text: "988 tonnes" });
	expect(cellsOf(state, "Ostvik")[0]).toMatchObject({ missing: expect.any(String) });

	const places = state.claims
		.filter(({ cell }) => cell?.text === "988")
		.map(({ locator, quote }) => [locatorText(locator), quote]);
	expect(places).toContainEqual(["p. 2, table 1, Sandhavn × 2031", "Sandhavn | 902 | 945 | 988"]);
	expect(state.report?.disputes).toHaveLength(1);
	expect(state.report?.removed).toEqual([]);
});

test("a lookup shows the row that it names; without the reading model nothing is shown as certain", async () => {
	const state = await researchFolder("How many vessels did Vikbruk have in 2030?", ports(), emptyFolder());
	const [block] = blocksIn(state.report ?? { sections: [] });
	expect(block?.pieces.map(({ text }) => text)).toContainEqual(expect.stringMatching(/Vikbruk.*17/));
	expect(state.report?.sections[0]?.heading).toBe(uncertainPassages);
	expect(block?.marked).toEqual([]);
});
