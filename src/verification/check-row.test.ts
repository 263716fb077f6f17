import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { isCellOfRow } from "./check-row.ts";

const rows = ["Alder", "Birch", "Cedar"];
const text =
	"Alder is a message broker. Its default port is 5100. Birch is older than Alder. Birch listens on port 6200. It has no users.";

/** Whether the quote from a page with this title belongs to the row. */
function holds(row: string, quote: string, { value = "", title = "Brokers", of = text } = {}): boolean {
	const claim = claimOf(quote, { text: `${row}: ${quote}`, start: Math.max(0, of.indexOf(quote)) });
	return isCellOfRow({ row, rows, value }, [claim], { title: () => title, text: () => of });
}

test("a value belongs to the row that its quote names, whatever the claim's text says", () => {
	expect(holds("Birch", "Birch listens on port 6200.")).toBe(true);
	expect(holds("Alder", "Birch listens on port 6200.")).toBe(false);
});

test("when the quote names no row, the row that the page named last counts", () => {
	expect(holds("Alder", "Its default port is 5100.")).toBe(true);
	expect(holds("Cedar", "Its default port is 5100.")).toBe(false);
	expect(holds("Birch", "It has no users.")).toBe(true);
	expect(holds("Alder", "It has no users.")).toBe(false);
});

test("a page's title names its row; a value that is spelled like a row does not", () => {
	const page = { title: "Alder", of: "The default user is cedar.", value: "cedar" };
	expect(holds("Alder", "The default user is cedar.", page)).toBe(true);
	expect(holds("Cedar", "The default user is cedar.", page)).toBe(false);
});

test("a cell of a table belongs to the row of that table", () => {
	const table = { table: 1, row: "Cedar", column: "Port", text: "7300" };
	const claim = claimOf("7300 | yes", { cell: table });
	const page = { title: () => "Ports", text: () => "Alder and Birch\n7300 | yes" };
	const among = (row: string) => isCellOfRow({ row, rows, value: "7300" }, [claim], page);
	expect(rows.map(among)).toEqual([false, false, true]);
});

const reasons = ["Competition", "Running out of money", "Poor product"];
const list =
	"1. Getting outcompeted\nignoring it was named in 20% of cases\n2. Ran Out of Money (29%)\nbad luck was named in 3%";

/** Whether the quote with this claim text belongs to the row. */
function tells(row: string, quote: string, reading: string): boolean {
	const claim = claimOf(quote, { text: reading, start: list.indexOf(quote) });
	return isCellOfRow({ row, rows: reasons, value: "" }, [claim], { title: () => "Failures", text: () => list });
}

test("a row may be named in another form of its words, in the quote or above it", () => {
	expect(tells("Running out of money", "2. Ran Out of Money (29%)", "")).toBe(true);
	expect(tells("Competition", "ignoring it was named in 20% of cases", "")).toBe(true);
	expect(tells("Poor product", "2. Ran Out of Money (29%)", "A poor product sank 29%.")).toBe(false);
});

test("rows in title case are no proper names when the page writes their words in lower case", () => {
	const text =
		"Getting Outcompeted\nThey ignored rivals; it was hard to get a wider view for the team.\n20% did.\nbad luck";
	const titled = ["Get Outcompeted", "Wrong Team"];
	const told = (row: string) => {
		const claim = claimOf("20% did.", {
			text: "Ignoring the competition was named by 20%.",
			start: text.indexOf("20%"),
		});
		return isCellOfRow({ row, rows: titled, value: "20%" }, [claim], { title: () => "", text: () => text });
	};
	// `team` is nearer, but half of a row's name counts less than the claim's text.
	expect(titled.map(told)).toEqual([true, false]);
});

test("the claim's text names a row of common words, and no other row", () => {
	const reading = "A poor product was named in 3% of cases.";
	expect(tells("Poor product", "bad luck was named in 3%", reading)).toBe(true);
	expect(tells("Competition", "bad luck was named in 3%", reading)).toBe(false);
});

test("a row that is a time is named by the time for which the quote holds", () => {
	const quote = "The national average is $3.14.";
	const claim = claimOf(quote, { asOf: "2021-07-16" });
	const of = (row: string) =>
		isCellOfRow({ row, rows: ["July 16, 2021", "October 2021"], value: "$3.14" }, [claim], {
			title: () => "Prices",
			text: () => quote,
		});
	expect([of("July 16, 2021"), of("October 2021")]).toEqual([true, false]);
});
