import { describe, expect, test } from "vitest";
import type { Cell, EvidenceTable, Section } from "../evidence/report.ts";
import { shownTable } from "./shown-table.ts";

const value = (text: string, claim: string): Cell => ({ text, claimIds: [claim] });
const missing: Cell = { missing: "not stated in what was read" };
const section = (...sentences: [text: string, claim: string][]): Section => ({
	heading: "",
	sentences: sentences.map(([text, claim]) => ({ kind: "fact", text, claimIds: [claim] })),
});
const table: EvidenceTable = {
	columns: ["old list", "new list", "rank"],
	rows: [
		{ label: "Rust", cells: [value("42%", "a"), value("35%", "b"), missing] },
		{ label: "Frost", cells: [value("20%", "c"), missing, missing] },
		{ label: "Salt", cells: [value("18%", "d"), value("15%", "e"), value("third", "f")] },
		{ label: "Rot", cells: [missing, missing, missing] },
	],
};
const own = { shape: "synthesis" as const };

describe("a table that nobody asked for", () => {
	test("has no mostly empty column and no empty row, and shows nothing in an empty cell", () => {
		const shown = shownTable(own, { table, sections: [] });
		expect(shown?.columns).toEqual(["old list", "new list"]);
		// A row with one value states a fact that may stand nowhere else.
		expect(shown?.rows.map(({ label }) => label)).toEqual(["Rust", "Frost", "Salt"]);
		const full = { ...table, rows: table.rows.slice(0, 3) };
		const wide = { ...full, columns: [...table.columns, "share"] };
		const rows = full.rows.map((row) => ({ ...row, cells: [...row.cells, value("9%", row.label)] }));
		const frost = shownTable(own, { table: { ...wide, rows }, sections: [] })?.rows[1];
		expect(frost).toEqual({ label: "Frost", cells: [value("20%", "c"), { missing: "" }, value("9%", "Frost")] });
	});

	test("keeps a column of a few values in a long table; a caption that names a column goes with it", () => {
		const labels = Array.from({ length: 20 }, (_, at) => `Cause ${at + 1}`);
		const rowsWith = (filled: number) =>
			labels.map((label, at) => ({
				label,
				cells: [value(`${at + 9}%`, label), at < filled ? value(`${at + 5}%`, `new ${label}`) : missing],
			}));
		const long = { columns: ["old list", "new list"], caption: "Causes in the old and the new list" };
		const shown = (filled: number) => shownTable(own, { table: { ...long, rows: rowsWith(filled) }, sections: [] });
		expect(shown(5)).toMatchObject(long);
		expect(shown(2)?.columns).toEqual(["old list"]);
		expect(shown(2)?.caption).toBeUndefined();
		const plain = { ...long, caption: "Causes by share", rows: rowsWith(2) };
		expect(shownTable(own, { table: plain, sections: [] })?.caption).toBe("Causes by share");
	});

	test("has its rows in the order of time where all of them are times", () => {
		const rows = ["March 2022", "End of 2021", "January 2021"].map((label) => ({ label, cells: [value("$3", label)] }));
		const labels = (table: EvidenceTable) => shownTable(own, { table, sections: [] })?.rows.map(({ label }) => label);
		expect(labels({ columns: ["price"], rows })).toEqual(["January 2021", "End of 2021", "March 2022"]);
		const mixed = [...rows, { label: "Canada", cells: [value("$4", "d")] }];
		expect(labels({ columns: ["price"], rows: mixed })).toEqual(mixed.map(({ label }) => label));
	});

	test("is left out where the text gives all its values", () => {
		const two = {
			columns: ["share"],
			rows: [0, 2].map((at) => ({ label: `r${at}`, cells: [value(`${at}%`, `c${at}`)] })),
		};
		const said = section(["Rust has 0%.", "c0"], ["Salt has 2%.", "c2"]);
		expect(shownTable(own, { table: two, sections: [said] })).toBeUndefined();
		// The same figure of another claim does not count.
		expect(
			shownTable(own, { table: two, sections: [section(["Rust has 0%.", "x"], ["Salt has 2%.", "y"])] }),
		).toBeDefined();
	});

	test("follows the section on its topic", () => {
		const sections = [
			section(["Much.", "z"]),
			section(["Rust leads.", "a"], ["Salt follows.", "d"]),
			section(["So.", "a"]),
		];
		expect(shownTable(own, { table, sections })?.after).toBe(1);
		expect(shownTable(own, { table, sections: [section(["Much.", "z"])] })?.after).toBeUndefined();
	});
});

test("a table that was asked for stays whole; one that is the deliverable comes first", () => {
	const sections = [section(["Much.", "z"]), section(["Rust leads.", "a"])];
	expect(shownTable({ ...own, form: { table: true } }, { table, sections })).toEqual({ ...table, after: 1 });
	expect(shownTable({ shape: "extraction" }, { table, sections })).toEqual(table);
});
