import fc from "fast-check";
import { expect, test } from "vitest";
import { type PdfText, pdfOf } from "../../../../test/support/pdf.ts";
import { rightEdge, setProse, setTable, settingFrom } from "../../../../test/support/pdf-tables.ts";
import { seededRandom } from "../../../../test/support/random.ts";
import { locate } from "../../../evidence/source.ts";
import { readPdf } from "./pdf.ts";

test("a PDF table is read cell by cell, however it is set, and keeps its place between the lines of prose", async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 100_000 }), async (seed) => {
			const random = seededRandom(seed);
			const setting = settingFrom(random);
			const above = setProse(random, 1, 790, 3);
			const set = setTable(random, setting, 730);
			fc.pre(set.bottom > 60 && rightEdge(set.texts) < 580);
			const below = setProse(random, 1, set.bottom - 16, 3);
			const draft = await readPdf(pdfOf([[...above, ...set.texts, ...below]]));
			expect(draft.tables).toHaveLength(1);
			const table = draft.tables?.[0];
			expect(table).toMatchObject({ columns: set.columns, caption: set.caption, page: 1 });
			expect(
				table?.rows.map(({ label, cells }) => ({ label, values: cells.slice(1).map(({ text }) => text) })),
			).toEqual(set.rows);
			for (const { cells } of table?.rows ?? [])
				for (const { text, start, end } of cells) expect(draft.text.slice(start, end)).toBe(text);
			const [first, last] = [draft.text.indexOf(above[2]?.text ?? ""), draft.text.indexOf(below[0]?.text ?? "")];
			expect(first).toBeLessThan(table?.start ?? 0);
			expect(last).toBeGreaterThan(table?.end ?? 0);
		}),
		{ numRuns: 40, seed: 7 },
	);
});

test("columns of prose, tables of contents, references and numbered lists are not tables", async () => {
	const lines = (cells: (at: number) => PdfText[]) => Array.from({ length: 14 }, (_one, at) => cells(at)).flat();
	for (let seed = 0; seed < 8; seed++) {
		const random = seededRandom(seed);
		const pages = [
			setProse(random, 2, 790, 40, 8 + (seed % 4)),
			lines((at) => [
				{ text: `${at + 1}`, x: 60, y: 780 - at * 14 },
				{ text: "On the dredging of harbours", x: 80, y: 780 - at * 14 },
				{ text: String(3 + at * 4), x: 500, y: 780 - at * 14, align: "right" },
			]),
			lines((at) => [
				{ text: `[${at + 1}]`, x: 60, y: 780 - at * 14 },
				{ text: `A. Writer, The harbours of Halt, ${2010 + at}, p. ${at * 7}`, x: 90, y: 780 - at * 14 },
			]),
			lines((at) => [
				{ text: `${at + 1}.`, x: 60, y: 780 - at * 14 },
				{ text: setProse(random, 1, 100, 1)[0]?.text.slice(0, 50) ?? "", x: 80, y: 780 - at * 14 },
			]),
		];
		expect((await readPdf(pdfOf(pages))).tables).toBeUndefined();
	}
});

const row = (y: number, cells: string[], left = 60): PdfText[] =>
	cells.map((text, at) =>
		at === 0 ? { text, x: left, y } : { text, x: left + 80 + at * 50, y, align: "right" as const },
	);

test("a table that continues on the next page keeps its columns, caption and unit there", async () => {
	const page = (from: number, count: number, y: number) =>
		Array.from({ length: count }, (_one, at) =>
			row(y - at * 15, [`Port ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[from + at]}`, String(310 + at), String(420 + at)]),
		).flat();
	const draft = await readPdf(
		pdfOf([
			[
				{ text: "Table 3. Landings by port, tonnes", x: 60, y: 330 },
				...row(310, ["Port", "2030", "2031"]),
				...page(0, 16, 295),
			],
			[...page(16, 4, 790), ...setProse(seededRandom(1), 1, 700, 6)],
		]),
	);
	const [, second] = draft.tables ?? [];
	expect(second).toMatchObject({
		page: 2,
		columns: ["Port", "2030", "2031"],
		caption: "Table 3. Landings by port, tonnes",
		unit: "tonnes",
	});
	expect(second?.rows.map(({ label }) => label)).toEqual(["Port Q", "Port R", "Port S", "Port T"]);
	expect(locate(draft, second?.start ?? 0)).toEqual({ kind: "page", page: 2 });
});

test("a table in one column of a two-column page is found, and the prose beside it stays prose", async () => {
	const random = seededRandom(5);
	const prose = setProse(random, 2, 790, 40, 9);
	const leftTop = prose.filter(({ x, y }) => x < 200 && y > 600);
	const right = prose.filter(({ x }) => x > 200);
	const table = [
		{ text: "Table 1. Boats by port", x: 55, y: 580, size: 9 },
		...[
			row(562, ["Port", "2030", "2031"], 55),
			row(548, ["Norrholm", "41", "39"], 55),
			row(534, ["Vikbruk", "17", "16"], 55),
			row(520, ["Mellby", "8", "9"], 55),
		]
			.flat()
			.map((text) => ({ ...text, size: 9 })),
	];
	const draft = await readPdf(pdfOf([[...leftTop, ...table, ...right]]));
	expect(
		draft.tables?.map(({ columns, rows }) => [columns, rows.map(({ cells }) => cells.map(({ text }) => text))]),
	).toEqual([
		[
			["Port", "2030", "2031"],
			[
				["Norrholm", "41", "39"],
				["Vikbruk", "17", "16"],
				["Mellby", "8", "9"],
			],
		],
	]);
	for (const { text } of right) expect(draft.text).toContain(text);
});

test("a raised note mark does not run into its number", async () => {
	const draft = await readPdf(
		pdfOf([
			[
				{ text: "Table 1. Boats", x: 60, y: 780 },
				...row(760, ["Port", "2030", "2031"]),
				...row(745, ["Norrholm", "41", "3,980"]),
				{ text: "1", x: 240.5, y: 749, size: 6 },
				...row(730, ["Vikbruk", "17", "16"]),
			],
		]),
	);
	expect(draft.tables?.[0]?.rows[0]?.cells[2]?.text).toBe("3,980¹");
	expect(draft.text).not.toContain("3,9801");
});

test("years that repeat below two names are grouped under them however these are set, and the line above states the unit", async () => {
	const right = (texts: [string, number][], y: number): PdfText[] =>
		texts.map(([text, x], at) => (at === 0 ? { text, x, y } : { text, x, y, align: "right" as const }));
	const draft = await readPdf(
		pdfOf([
			[
				{ text: "All amounts in thousands of euros.", x: 60, y: 760 },
				{ text: "Landings", x: 280, y: 735, align: "right" },
				{ text: "Cost of harbour work", x: 440, y: 735, align: "right" },
				...right(
					[
						["Port", 60],
						["2031", 200],
						["2030", 280],
						["2031", 360],
						["2030", 440],
					],
					720,
				),
				...right(
					[
						["Norrholm", 60],
						["241.7", 200],
						["208.3", 280],
						["39.6", 360],
						["30.2", 440],
					],
					705,
				),
				...right(
					[
						["Sandhavn", 60],
						["118.9", 200],
						["109.8", 280],
						["(3.4)", 360],
						["(6.1)", 440],
					],
					690,
				),
				...right(
					[
						["All", 60],
						["360.6", 200],
						["318.1", 280],
						["36.2", 360],
						["24.1", 440],
					],
					675,
				),
			],
		]),
	);
	expect(draft.tables?.[0]).toMatchObject({
		unit: "thousands of euros",
		columns: [
			"Port",
			"Landings › 2031",
			"Landings › 2030",
			"Cost of harbour work › 2031",
			"Cost of harbour work › 2030",
		],
	});
});
