import { expect, test } from "vitest";
import { claimOf, pageOf } from "../../test/support/evidence.ts";
import { amountOf, buildCell, cellSentence, cellWords, findCell, quantityOf } from "../evidence/cells.ts";
import type { Cell, Claim } from "../evidence/claim.ts";
import type { Table } from "../evidence/source.ts";
import { splitTableClaim } from "../evidence/table-claims.ts";
import { periodIn, unitIn } from "../text/table-headers.ts";
import { checkSentence, checkValue, firstFault } from "./check-sentence.ts";

const caption = "Table 4. Landings by port, thousand tonnes";
const lines = ["Port | 2030 | 2031 | Change, %", "Norrholm | 3,980 | 4,120 | 3.5", "Vikbruk | 1,210 | 1,210 | 0"];
const text = `${caption}\n\n${lines.join("\n")}\n\nThe counts are made by hand.`;
const tableStart = text.indexOf("Port |");

function tableIn(page: string): Table {
	const rows = lines.slice(1).map((line) => {
		const start = page.indexOf(line);
		let at = start;
		const cells = line.split(" | ").map((cell) => {
			const spot = { text: cell, start: at, end: at + cell.length };
			at = spot.end + 3;
			return spot;
		});
		return { label: cells[0]?.text ?? "", start, end: start + line.length, cells };
	});
	const columns = (lines[0] ?? "").split(" | ");
	return {
		number: 2,
		start: tableStart,
		end: rows.at(-1)?.end ?? 0,
		page: 3,
		caption,
		unit: unitIn(caption),
		columns,
		rows,
	};
}

const table = tableIn(text);
const at = (quote: string, said?: string) => {
	const start = text.indexOf(quote);
	return findCell({ tables: [table] }, start, start + quote.length, said);
};

test("a quote from a table is matched to its cell, or to the cell of its row that the claim is about", () => {
	expect(at("4,120")).toMatchObject({
		row: "Norrholm",
		column: "2031",
		period: "2031",
		unit: "thousand tonnes",
		page: 3,
		table: 2,
	});
	expect(at(lines[1] ?? "", "Norrholm landed 4,120 thousand tonnes.")).toMatchObject({ column: "2031" });
	expect(at(lines[1] ?? "", "Landings at Norrholm grew by 3.5 %.")).toMatchObject({ column: "Change, %", unit: "%" });
	expect(at(lines[1] ?? "", "Norrholm is a port.")).toBeUndefined();
	expect(at(lines[1] ?? "", "Norrholm landed 4,120 kg.")).toMatchObject({ column: "2031" });
	// The same value in two columns: only the period tells which.
	expect(at(lines[2] ?? "", "Vikbruk landed 1,210 thousand tonnes.")).toBeUndefined();
	expect(at(lines[2] ?? "", "Vikbruk landed 1,210 thousand tonnes in 2030.")).toMatchObject({ column: "2030" });
	expect(at("The counts are made", "4,120")).toBeUndefined();
	expect(at(lines.slice(1).join("\n"), "4,120")).toBeUndefined();
});

test("a cell as a sentence names its row, column, period and its value in the table's unit", () => {
	const cell = at("4,120") as Cell;
	expect(cellSentence(cell)).toBe("Norrholm, 2031: 4,120 thousand tonnes (Landings by port, thousand tonnes)");
	expect(cellWords(cell)).toContain("4,120 thousand tonnes");
	expect(quantityOf(cell)).toMatchObject({ value: 4_120_000, unit: "t" });
});

function quotedFor(cell: Cell | undefined, quote = lines[1] ?? ""): Claim {
	return claimOf("", { quote, start: text.indexOf(quote), ...(cell === undefined ? {} : { cell }) });
}

const page = { title: () => "Yearbook", text: () => text };
const faultOf = (sentence: string, cell: Cell | undefined) =>
	firstFault(checkSentence(sentence, [quotedFor(cell)], page));

test("a table supports a cell's period and unit, and nothing else; a cell that the page does not hold supports nothing", () => {
	const cell = at("4,120") as Cell;
	expect(faultOf("In 2031 Norrholm landed 4,120 thousand tonnes.", cell)).toBeUndefined();
	expect(faultOf("In 2031 Norrholm landed 4.12 million tonnes (table 2, p. 3).", cell)).toBeUndefined();
	for (const wrong of [
		"In 2032 Norrholm landed 4,120 thousand tonnes.",
		"In 2031 Norrholm landed 4,120 tonnes.",
		"In 2031 Norrholm landed 4,120 thousand litres.",
		"In 2031 Norrholm landed 4,210 thousand tonnes.",
		"Norrholm landed 4,120 thousand tonnes (table 7).",
	])
		expect(faultOf(wrong, cell)).toContain("stands in no cited quote");
	expect(faultOf("In 2031 Norrholm landed 4,120 thousand tonnes.", undefined)).toContain("2031");
	for (const [forged, sentence] of [
		[{ period: "2032" }, "In 2032 Norrholm landed 4,120."],
		[{ column: "2032" }, "In 2032 Norrholm landed 4,120."],
		[{ caption: "Landings 2032" }, "In 2032 Norrholm landed 4,120."],
		[{ unit: "million tonnes" }, "Norrholm landed 4,120 million tonnes."],
		[{ text: "9,999" }, "Norrholm landed 9,999 thousand tonnes."],
	] as const)
		expect(faultOf(sentence, { ...cell, ...forged }), sentence).toContain("stands in no cited quote");
	expect(firstFault(checkValue("4,120 thousand tonnes", [quotedFor(cell)], page))).toBeUndefined();
	expect(firstFault(checkValue("4,120 thousand", [quotedFor(cell)], page))).toBeUndefined();
	expect(firstFault(checkValue("4,120 thou", [quotedFor(cell)], page))).toBeDefined();
	expect(firstFault(checkValue("4,120 million tonnes", [quotedFor(cell)], page))).toBeDefined();
});

test("a writer without the page text may use the table's words about the cell, and nothing else", () => {
	const cell = buildCell(table, table.rows[0] as Table["rows"][number], 2);
	const written = (sentence: string) =>
		firstFault(checkSentence(sentence, [quotedFor(cell)], { title: () => "Yearbook", text: () => undefined }));
	expect(written("Norrholm landed 4,120 thousand tonnes in 2031.")).toBeUndefined();
	expect(written("Norrholm landed 4,120 thousand tonnes in 2032.")).toContain("2032");
});

test("units and periods are read from headers as people write them, and from nothing else", () => {
	const units = [
		"Landings (tonnes)",
		"Fuel, thousand litres",
		"GDP (USD million, 2030 prices)",
		"landings_kg",
		"Share %",
		"Price (€ per kg)",
		"Income in million euros",
		"Catch ('000 t)",
	];
	expect(units.map(unitIn)).toEqual([
		"tonnes",
		"thousand litres",
		"USD million",
		"kg",
		"%",
		"€ per kg",
		"million euros",
		"'000 t",
	]);
	for (const none of ["Landings (revised)", "Port, county", "2031", "Ships (see note)", "Norrholm (old)"])
		expect(unitIn(none)).toBeUndefined();
	const times = ["2031", "Q2 2031", "2030/31", "2029–2031", "3 May 2031", "landings_2031", "FY2031"];
	expect(times.map(periodIn)).toEqual(["2031", "Q2 2031", "2030/31", "2029–2031", "3 May 2031", "2031", "FY2031"]);
	for (const none of ["Port", "4,120", "12.2031", "Norrholm 7"]) expect(periodIn(none)).toBeUndefined();
});

test("a caption's unit does not apply to a column that it is not about", () => {
	const both: Table = {
		...table,
		caption: "Table 5. Lamp heads and cost, thousand euros",
		columns: ["Port", "Lamp heads", "Cost", "Share of all"],
		unit: "thousand euros",
	};
	const [row] = both.rows;
	if (!row) throw new Error("the table has a row");
	expect([1, 2, 3].map((x) => buildCell(both, row, x).unit)).toEqual([undefined, undefined, undefined]);
	const one: Table = {
		...both,
		caption: "Table 5. Cost of lamps, thousand euros",
		columns: ["Port", "Heads", "Cost", "Share of all"],
	};
	expect([1, 2, 3].map((x) => buildCell(one, row, x).unit)).toEqual([undefined, "thousand euros", undefined]);
});

test("a claim that states several cells becomes one claim per cell, each with its own unit and period", () => {
	const page = pageOf(text, { kind: "pdf", tables: [table] });
	const claimed = (quote: string, said: string) =>
		splitTableClaim(
			{ ...claimOf(said), quote, start: text.indexOf(quote), cell: undefined },
			page,
			text.indexOf(quote),
		);
	const of = (claims: readonly { cell?: Cell | undefined }[]) =>
		claims.map(({ cell }) => [cell?.row, cell?.column, cell?.text, cell?.unit, cell?.period]);
	const row = claimed(
		"Norrholm | 3,980 | 4,120 | 3.5",
		"Norrholm landed 3,980 thousand tonnes in 2030 and 4,120 in 2031.",
	);
	expect(of(row)).toEqual([
		["Norrholm", "2030", "3,980", "thousand tonnes", "2030"],
		["Norrholm", "2031", "4,120", "thousand tonnes", "2031"],
	]);
	expect(row.map((one) => text.startsWith(one.quote, one.start))).toEqual([true, true]);
	const both = claimed(lines.slice(1).join("\n"), "In 2031 Norrholm landed 4,120 thousand tonnes and Vikbruk 1,210.");
	expect(of(both).map(([name, year]) => [name, year])).toEqual([
		["Norrholm", "2031"],
		["Vikbruk", "2031"],
	]);
	expect(claimed("Norrholm | 3,980 | 4,120 | 3.5", "Norrholm landed 4,120 thousand tonnes in 2031.")).toEqual([]);
	expect(claimed("The counts are made by hand.", "In 2030 and 2031 the counts are made by hand.")).toEqual([]);
});

test("the unit in a table's corner does not apply to a column that counts people", () => {
	const both: Table = {
		...table,
		caption: undefined,
		columns: ["£'000", "Revenue", "Employees"],
		unit: "£'000",
		rows: [
			{
				label: "FY2031",
				start: 0,
				end: 0,
				cells: ["FY2031", "467,300", "2,518"].map((text) => ({ text, start: 0, end: 0 })),
			},
		],
	};
	const [row] = both.rows;
	expect(row && amountOf(buildCell(both, row, 1))).toBe("£467,300 thousand");
	expect(row && amountOf(buildCell(both, row, 2))).toBe("2,518");
});
