import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import type { Statement } from "../evidence/statements.ts";
import { representativeCells } from "./representative-cells.ts";

const quotes = ["1. No Market Need (42%)", "2. Ran Out of Cash (29%)", "Pricing hurt 18 %.", "3. Burnout (8%)"];
const claims = [
	...quotes.map((quote, start) => claimOf(quote, { start })),
	claimOf("4. Poor Product (17%)", { sourceId: "s2" }),
];
const cell = (at: number, row: string, value: string, column = "Share"): Statement => ({
	sentence: `${row}, ${column}: ${value}`,
	claimIds: [claims[at]?.id ?? ""],
	cell: { row, column, value },
});
const need = cell(0, "No market need", "42%");
const cash = cell(1, "Ran out of cash", "29%");
const pricing = cell(2, "Pricing", "81 %");
const product = cell(4, "Poor product", "17%");

test("the first cell of a column represents the cells of its page whose quotes hold their rows and values", () => {
	const said = { sentence: "Cash ran out.", claimIds: cash.claimIds };
	expect(representativeCells([need, said, cash, pricing, product], claims)).toEqual(new Map([[cash, need]]));
});

test("a cell is judged by itself in another column or page, without its value in the quote, or with several quotes", () => {
	const year = cell(1, "Ran out of cash", "29%", "Year");
	const two = { ...cash, claimIds: [...cash.claimIds, ...need.claimIds] };
	expect(representativeCells([need, year, product, pricing, two], claims).size).toBe(0);
});
