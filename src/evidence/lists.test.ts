import { describe, expect, test } from "vitest";
import { listsIn } from "./lists.ts";

function labels(text: string): string[][] {
	return listsIn({ text }).map(({ items }) => items.map(({ label }) => label));
}

describe("the lists of a page", () => {
	test("may count up or down, across headings with text between them, in any numbering style", () => {
		const up = [
			"Four causes:",
			"1. Rust (42%)",
			"Text below it.",
			"2) Frost",
			"## 3: Salt",
			"Reason 4 – Rot: it is wet.",
		];
		expect(labels(up.join("\n"))).toEqual([["Rust (42%)", "Frost", "Salt", "Rot"]]);
		const down = ["4. Rot", "a", "3. Salt", "b", "2. Frost", "c", "1. Rust"];
		expect(labels(down.join("\n"))).toEqual([["Rot", "Salt", "Frost", "Rust"]]);
	});

	test("do not include three items, years, or numbers that skip", () => {
		expect(labels("1. Rust\n2. Frost\n3. Salt")).toEqual([]);
		expect(labels("1. Rust\n3. Frost\n5. Salt\n7. Rot\n9. Wear")).toEqual([]);
		expect(labels("14. March\n15. March\n16. March\n17. March")).toEqual([]);
	});

	test("end where other text begins, and two lists of one page stay two", () => {
		const four = (name: string) => ["a", "b", "c", "d"].map((letter) => `- ${name} ${letter}`).join("\n");
		expect(labels(`${four("x")}\nText.\n${four("y")}`)).toEqual([
			["x a", "x b", "x c", "x d"],
			["y a", "y b", "y c", "y d"],
		]);
		expect(labels("1. A1\n2. A2\n3. A3\n4. A4\n1. B1\n2. B2\n3. B3\n4. B4")).toEqual([
			["A1", "A2", "A3", "A4"],
			["B1", "B2", "B3", "B4"],
		]);
	});

	test("have items with their line and the text below it, without the rest of the page", () => {
		const text =
			"## Causes\n1. Rust\nIt eats iron.\n2. Frost\nIt splits.\n3. Salt\nIt bites.\n4. Rot\nIt stinks.\nAnother matter.";
		const [list] = listsIn({ text });
		expect(list?.title).toBe("Causes");
		expect(listsIn({ text: text.replace("## Causes", "Photo by Ada Moor") })[0]?.title).toBe("");
		expect(listsIn({ text: text.replace("## Causes", "Four causes:") })[0]?.title).toBe("Four causes:");
		expect(list?.items.map(({ start, end }) => text.slice(start, end).includes("It"))).toEqual([
			true,
			true,
			true,
			true,
		]);
		expect(list?.items.at(-1)?.end).toBeLessThan(text.indexOf("matter"));
	});
});
