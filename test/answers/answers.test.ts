import { describe, expect, it } from "vitest";
import type { Draft } from "../../src/evidence/report.ts";
import { ask, draftOf, type Told } from "./ask.ts";

const results: Told = {
	host: "brackwell.test",
	title: "Annual results",
	body: `<table><tr><td>$m</td><td>Turnover</td><td>Profit before tax</td></tr><tr><td>FY2031</td><td>812.4</td><td>40.1</td></tr>
		<tr><td>FY2032 (restated)</td><td>840.9</td><td>38.8</td></tr><tr><td>FY2033</td><td>901.3</td><td>45.6</td></tr></table>`,
};
const news: Told = {
	title: "Brackwell turnover rises",
	body: "<p>Brackwell Foods said on Tuesday that turnover had risen to $840.9 million in 2032, from $812.4 million a year before.</p>",
	date: "2033-02-02",
};

describe("what is asked for in money", () => {
	it("is an amount of the year that is asked for, with the unit of the table's corner", async () => {
		const found = await ask("What was Brackwell's turnover in 2033?", [news, results]);
		expect(found).toMatchObject({ text: "$901.3 million", confidence: "medium" });
		expect((await ask("How much profit before tax did Brackwell make in 2032?", [results]))?.text).toBe(
			"$38.8 million",
		);
	});

	it("is no number of things beside the column of costs", async () => {
		const body =
			"<table><tr><th>Port</th><th>Lamps</th><th>Remarks</th></tr><tr><td>Ostvik</td><td>29</td><td>new</td></tr><tr><td>Halt</td><td>31</td><td>new</td></tr></table>";
		expect(await ask("What did the lamps of Ostvik cost?", [{ title: "Lamps", body }])).toBeUndefined();
	});

	it("is not answered with another year's, or with a name", async () => {
		expect(await ask("What was Brackwell's turnover in 2029?", [news, results])).toBeUndefined();
	});
});

describe("who holds an office", () => {
	const before: Told = {
		title: "Tarn Museum reopens",
		body: "<p>The Tarn Museum reopened on Friday. Director Hugo Lind welcomed the first visitors.</p>",
		date: "2029-05-02",
	};
	const between: Told = {
		title: "Change at the Tarn Museum",
		body: "<p>Hugo Lind left as director of the Tarn Museum on 3 May 2031. Sanna Koval succeeded him.</p>",
		date: "2031-05-04",
	};
	const after: Told = {
		title: "Tarn Museum buys a loom",
		body: "<p>“A great day,” said Sanna Koval, director of the Tarn Museum.</p>",
		date: "2034-03-01",
	};

	it("is never the one who left", async () => {
		expect((await ask("Who is the director of the Tarn Museum?", [before, between, after]))?.text).not.toBe(
			"Hugo Lind",
		);
		expect((await ask("Who is the director of the Tarn Museum?", [after]))?.text).toBe("Sanna Koval");
	});

	it("is not told by a page that only says who left", async () => {
		expect(
			await ask("Who is the director of the Tarn Museum?", [
				before,
				{ ...between, body: between.body.replace(" Sanna Koval succeeded him.", "") },
			]),
		).toBeUndefined();
	});

	it("is not the former one of the same sentence", async () => {
		const body =
			"<p>Former mayor of Ostvik Karl Brandt opened the bridge. Ines Holm, who has been mayor of Ostvik since 2032, cut the ribbon.</p>";
		expect((await ask("Who is the mayor of Ostvik?", [{ title: "Ostvik news", body }]))?.text).toBe("Ines Holm");
	});
});

describe("a version, a model or a dose that the question names", () => {
	const changes: Told = {
		title: "Lanternfs changelog",
		body: "<h3>Version 3.8.0</h3><p>12 October 2030</p><ul><li>Faster mounts.</li></ul><h3>Version 3.7.2</h3><p>4 August 2030</p><ul><li>Fixes a leak.</li></ul>",
	};
	const out: Told = {
		title: "Lanternfs 3.7.2 is out",
		body: "<p>Lanternfs 3.7.2 was released on 4 August 2030 and fixes a leak that was found in June.</p>",
	};

	it("stands with the answer: in its sentence or in the heading over it", async () => {
		expect((await ask("When was Lanternfs 3.8.0 released?", [out, changes]))?.text).not.toBe("4 August 2030");
		expect((await ask("When was Lanternfs 3.7.2 released?", [out, changes]))?.text).toBe("4 August 2030");
	});

	it("is not answered with what is said of another one", async () => {
		expect(await ask("When was Lanternfs 3.9.0 released?", [out, changes])).toBeUndefined();
		const corvid = { title: "Cameras", body: "<p>The Corvid X100 weighs 420 g with its battery.</p>" };
		expect(await ask("How much does the Corvid X200 weigh?", [corvid])).toBeUndefined();
	});
});

describe("a label with its value", () => {
	it("answers like a sentence: a term with its definition, and never the year of a law's name", async () => {
		const terms =
			"<dl><dt>Adopted</dt><dd>3 March 2030</dd><dt>In force from</dt><dd>1 July 2030</dd><dt>Published</dt><dd>Gazette 14</dd></dl>";
		const act: Told = {
			title: "Kiln Safety Act",
			body: `<p>The Kiln Safety Act of 2030 sets limits for the heat of kilns.</p>${terms}`,
		};
		expect(await ask("When did the Kiln Safety Act come into force?", [act])).toMatchObject({
			text: "1 July 2030",
			confidence: "medium",
		});
		expect((await ask("When was the Kiln Safety Act adopted?", [act]))?.text).toBe("3 March 2030");
	});

	it("answers from a line of its own", async () => {
		const corvid = { title: "Corvid X200", body: "<p>A small camera.</p><p>Price: 389 euros<br>Weight: 510 g</p>" };
		expect((await ask("What is the price of the Corvid X200?", [corvid]))?.text).toBe("389 euros");
	});
});

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

it("a figure that was restated goes before the one that was told first", async () => {
	const later: Told = {
		title: "Brackwell restates its accounts",
		body: "<p>Brackwell Foods has restated its turnover for 2032 to $802.5 million after sales had been booked too early.</p>",
		date: "2033-09-12",
	};
	const found = await ask("What was Brackwell's turnover in 2032?", [news, later]);
	expect(found?.text).toBe("$802.5 million");
});

it("a table's header is no answer", async () => {
	const safety: Told = {
		title: "Morvaline",
		body: "<table><tr><th>Adverse reaction</th><th>Morvaline</th><th>Placebo (n=402)</th></tr><tr><td>Rash</td><td>2.1</td><td>1.1</td></tr></table>",
	};
	const leaflet: Told = { title: "Leaflet", body: "<p>Morvaline is a tablet made by Meridane.</p>" };
	expect((await ask("What is morvaline?", [safety, leaflet]))?.text).toBe("Morvaline is a tablet made by Meridane.");
});
