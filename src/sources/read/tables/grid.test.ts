import fc from "fast-check";
import { expect, test } from "vitest";
import { readHtml } from "../html/html.ts";
import { readJson } from "../json.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import { readCsv } from "./csv.ts";

const page = (table: string) =>
	`<!DOCTYPE html><html><head><title>Ports</title></head><body><main><h1>Ports of Halt</h1><p>What was landed at the ports of the coast is
counted by the harbour masters, who write down each boat that comes in.</p>${table}<p>The counts are printed once a year, in spring, and sold at the county's office.</p></main></body></html>`;

function tableOf(draft: ParsedDocument, at = 0) {
	const table = draft.tables?.[at];
	for (const { start, end, cells } of table?.rows ?? []) {
		expect(draft.text.slice(start, end)).not.toContain("\n");
		for (const cell of cells) expect(draft.text.slice(cell.start, cell.end)).toBe(cell.text);
	}
	return table && { ...table, rows: table.rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)]) };
}

test("an HTML table keeps its spanning headers, section rows and caption; a spanning cell is written once and repeats in each row", async () => {
	const draft = await readHtml(
		page(`<figure><figcaption>Table 2. Landings, tonnes</figcaption><table><thead><tr><th rowspan="2">Port</th><th colspan="2">2031</th></tr>
<tr><th>Cod</th><th>Herring</th></tr></thead><tbody><tr><th rowspan="2">Norrholm</th><td>4,120</td><td>310</td></tr><tr><td>88</td><td>7</td></tr>
<tr><th colspan="3">South</th></tr><tr><th>Sandhavn</th><td>988</td><td></td></tr></tbody></table></figure>`),
	);
	expect(draft.text).toContain("Port | 2031\nCod | Herring\nNorrholm | 4,120 | 310\n88 | 7\nSouth\nSandhavn | 988 | ");
	expect(tableOf(draft)).toMatchObject({
		caption: "Table 2. Landings, tonnes",
		unit: "tonnes",
		columns: ["Port", "2031 › Cod", "2031 › Herring"],
		rows: [
			["Norrholm", "Norrholm", "4,120", "310"],
			["Norrholm", "Norrholm", "88", "7"],
			["South › Sandhavn", "Sandhavn", "988", ""],
		],
	});
});

test("a layout table is read as text, not as a table", async () => {
	const words =
		"A long paragraph about the coast and what is done there in winter, when boats lie on land and nets are mended by hand in the sheds. ";
	for (const layout of [
		`<table role="presentation"><tr><td>Coast</td><td>41</td></tr></table>`,
		`<table><tr><td>${words.repeat(2)}</td><td>${words.repeat(3)}</td></tr></table>`,
		`<table><tr><td>Coast</td></tr><tr><td>Sea</td></tr></table>`,
	])
		expect((await readHtml(page(layout))).tables ?? []).toEqual([]);
});

test("a span that claims a million columns costs nothing", async () => {
	const draft = await readHtml(
		page(`<table><tr><th colspan="1000000">Port</th></tr><tr><td rowspan="999999999">a</td><td>1</td></tr></table>`),
	);
	expect(draft.text).toContain("a | 1");
});

test("the delimiter of a CSV file is detected; titles above the header, quoted fields and line numbers are kept", () => {
	const draft = readCsv(
		'\ufeff# Landings of fish, tonnes\n\nport;year;landings\n"Norr;holm ""old""";2031;4.120,5\nVik\u00a0bruk;2031;3\nVikbruk;2030;\n',
	);
	expect(tableOf(draft)).toMatchObject({
		caption: "Landings of fish, tonnes",
		unit: "tonnes",
		columns: ["port", "year", "landings"],
		rows: [
			['Norr;holm "old"', 'Norr;holm "old"', "2031", "4.120,5"],
			["Vik bruk", "Vik bruk", "2031", "3"],
			["Vikbruk", "Vikbruk", "2030", ""],
		],
	});
	expect(draft.marks.map(({ locator }) => locator)).toEqual([1, 3, 4, 5, 6].map((line) => ({ kind: "line", line })));
	expect(tableOf(readCsv("port\tboats\nMellby\t8\n"))?.columns).toEqual(["port", "boats"]);
	expect(tableOf(readCsv("Mellby,8\nOstvik,9\n"))).toMatchObject({
		columns: ["", ""],
		rows: [
			["Mellby", "Mellby", "8"],
			["Ostvik", "Ostvik", "9"],
		],
	});
	expect(() => readCsv('port,boats\n"Mellby,8\n')).toThrow("line 2");
});

test("any table of words and numbers that is written as CSV is read with the same cells", () => {
	const field = fc.oneof(
		fc.constantFrom("", 'a "b"', "x,y", "p;q", "1,204", "-3.5", "two\nlines", "2031", "ä ö"),
		fc.lorem({ maxCount: 3 }),
	);
	const rows = fc
		.integer({ min: 2, max: 6 })
		.chain((width) =>
			fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
		);
	fc.assert(
		fc.property(rows, fc.constantFrom(",", ";", "\t"), (body, delimiter) => {
			const head = (body[0] ?? []).map((_one, at) => `column ${"ABCDEF"[at]}`);
			const labelled = body.map((row, at) => [`row ${at}`, ...row.slice(1)]);
			const quoted = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
			const source = [head, ...labelled].map((row) => row.map(quoted).join(delimiter)).join("\n");
			const table = tableOf(readCsv(source));
			expect(table?.rows.map(([, ...cells]) => cells)).toEqual(
				labelled.map((row) => row.map((text) => text.replace(/\s+/g, " ").trim())),
			);
		}),
		{ numRuns: 80 },
	);
});

test("JSON: lists and maps of records become rows, numbers keep their spelling, the rest becomes lines by path", () => {
	const draft = readJson(
		'{"title":"Ports","date":"2031-02-03","unit":"tonnes","landings":[{"port":"Norrholm","by":{"2030":1.10,"2031":12345678901234567890}},{"port":"Vikbruk","by":{"2030":2}}],"crew":{"Norrholm":{"men":3,"women":4},"Vikbruk":{"men":1,"women":2}},"office":{"town":"Halt","open":["Monday","Friday"]}}',
	);
	expect(draft).toMatchObject({ kind: "json", title: "Ports", date: "2031-02-03" });
	expect(tableOf(draft)).toMatchObject({
		unit: "tonnes",
		columns: ["port", "by.2030", "by.2031"],
		rows: [
			["Norrholm", "Norrholm", "1.10", "12345678901234567890"],
			["Vikbruk", "Vikbruk", "2", ""],
		],
	});
	expect(tableOf(draft, 1)).toMatchObject({
		columns: ["", "men", "women"],
		rows: [
			["Norrholm", "Norrholm", "3", "4"],
			["Vikbruk", "Vikbruk", "1", "2"],
		],
	});
	expect(draft.text).toContain("office.town: Halt\n  office.open: Monday, Friday");
	expect(tableOf(readJson('{"port":"Mellby","boats":8}\n{"port":"Ostvik","boats":9}\n'))?.rows).toHaveLength(2);
	expect(() => readJson('{"port": }')).toThrow("not JSON");
	expect(() => readJson(`${"[".repeat(90)}${"]".repeat(90)}`)).toThrow("nested");
});
