import { describe, expect, it } from "vitest";
import type { Draft } from "../../src/evidence/report.ts";
import { draftOf, type Told } from "./ask.ts";

describe("a table that lists what is asked for", () => {
	const table = (corner: string, names: [string, string], rows: string) =>
		`<table><thead><tr><th rowspan="2">${corner}</th><th colspan="2">${names[0]}</th><th colspan="2">${names[1]}</th></tr>
		<tr><th>2033</th><th>2032</th><th>2033</th><th>2032</th></tr></thead><tbody>${rows}</tbody></table>`;

	it("gives a row for each member, and a column for each value and year", async () => {
		const page: Told = {
			host: "brackwell.test",
			title: "Annual report",
			body: `<p>All amounts in £ million.</p>${table("Division", ["Turnover", "Operating profit"], "<tr><td>Pickles</td><td>241.7</td><td>208.3</td><td>39.6</td><td>30.2</td></tr><tr><td>Jams</td><td>118.9</td><td>109.8</td><td>(3.4)</td><td>6.1</td></tr>")}`,
		};
		const drafted = await draftOf(
			"Compare the turnover and operating profit of Brackwell's divisions in 2032 and 2033",
			[page],
		);
		expect(cellsOf(drafted)).toEqual({
			columns: ["turnover in 2032", "turnover in 2033", "operating profit in 2032", "operating profit in 2033"],
			Pickles: ["£208.3 million", "£241.7 million", "£30.2 million", "£39.6 million"],
			Jams: ["£109.8 million", "£118.9 million", "£6.1 million", "£(3.4) million"],
		});
	});

	it("gives what is asked of each, of the dose that is asked for, and no number of the question", async () => {
		const rows =
			"<tr><td>Rash</td><td>2.1%</td><td>5.0%</td><td>1.1%</td></tr><tr><td>Cough</td><td>3.3%</td><td>3.9%</td><td>3.0%</td></tr>";
		const page: Told = {
			title: "Morvaline: product information",
			body: `<table><thead><tr><th rowspan="2">Adverse reaction</th><th colspan="2">Morvaline</th><th rowspan="2">Placebo</th></tr>
				<tr><th>5 mg (n=40)</th><th>10 mg (n=41)</th></tr></thead><tbody>${rows}</tbody></table>`,
		};
		const leaflet: Told = {
			title: "Leaflet",
			body: "<p>The adverse reactions to morvaline 10 mg include rash and cough.</p>",
		};
		const drafted = await draftOf("List the adverse reactions to morvaline 10 mg and how often each occurs", [
			leaflet,
			page,
		]);
		expect(cellsOf(drafted)).toEqual({ columns: ["how often each occurs"], Rash: ["5.0%"], Cough: ["3.9%"] });
	});
});

function cellsOf({ table }: Draft): Record<string, string[]> {
	const rows = (table?.rows ?? []).map(({ label, cells }) => [
		label,
		cells.map((cell) => ("text" in cell ? cell.text : "missing")),
	]);
	return { columns: table?.columns ?? [], ...Object.fromEntries(rows) };
}
