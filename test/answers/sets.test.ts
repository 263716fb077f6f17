import { expect, test } from "vitest";
import type { Draft } from "../../src/evidence/report.ts";
import { verify } from "../../src/verification/verify.ts";
import { draftOf, evidenceOf, type Told } from "./ask.ts";

const missing = "-";
/** Each row's name and values. */
function rowsOf({ table }: Draft): string[][] {
	return (table?.rows ?? []).map(({ label, cells }) => [
		label,
		...cells.map((cell) => ("text" in cell ? cell.text : missing)),
	]);
}

function computed({ sections }: Draft): string[] {
	return sections.flatMap(({ sentences }) =>
		sentences.flatMap(({ kind, text }) => (kind === "inference" ? [text] : [])),
	);
}

const page = (title: string, body: string): Told => ({ title, body });

const quays = [1, 2, 3, 4].map((n) =>
	page(
		`Quay ${n} of the Brenna harbour`,
		`<p>Quay ${n} was opened in ${1960 + n}. The crane of quay ${n} lifts well. The shed of quay ${n} is ${[30, 55, 41, 55][n - 1]} metres long.</p>`,
	),
);

test("pages of one template give a row each, and a superlative names all members that share the greatest value", async () => {
	const draft = await draftOf("When did each quay of the Brenna harbour open, and which has the longest shed?", quays);
	expect(draft.table?.columns).toEqual(["When opened", "Shed, how long"]);
	expect(rowsOf(draft)).toEqual([
		["Quay 1", "1961", "30 metres"],
		["Quay 2", "1962", "55 metres"],
		["Quay 3", "1963", "41 metres"],
		["Quay 4", "1964", "55 metres"],
	]);
	expect(computed(draft)).toEqual(["Longest shed: Quay 2 and Quay 4, 55 metres (computed over all four rows)."]);
});

const peaks = page(
	"Peaks of the Morra range",
	`<p>The Morra range is 90 kilometres long and was mapped in 1870.</p>
	<h2>Great Osk</h2><p>Great Osk stands apart. It is 2,410 metres high and was first climbed in 1881.</p>
	<h2>Veld</h2><p>Veld was first climbed in 1902. A hut stands 900 metres from its foot. It is 1,980 metres high.</p>
	<h2>Little Osk</h2><p>Little Osk has no path. Nobody is known to have measured it.</p>`,
);

test("a member whose value no page states has a row that says so, and the result says that it may change it", async () => {
	const draft = await draftOf("How high is each peak of the Morra range, and which one is the highest?", [peaks]);
	expect(rowsOf(draft)).toEqual([
		["Great Osk", "2,410 metres"],
		["Veld", "1,980 metres"],
		["Little Osk", missing],
	]);
	expect(computed(draft)).toEqual([
		"Highest: Great Osk, 2,410 metres (computed over the two rows that state one number; the others may change it).",
	]);
});

const papers = page(
	"Newspapers of Tarnby",
	`<p>In 1868 Ellen Moe founded Morning Ledger, which sold badly. Tarnby Tidings was founded in 1851 by a printer.
	Evening Post has 12 pages and was founded in 1923.</p>`,
);

test("the object of a founding owns its date, and the oldest has the least one", async () => {
	const draft = await draftOf("When was every newspaper in Tarnby founded, and which is the oldest?", [papers]);
	expect(rowsOf(draft)).toEqual([
		["Morning Ledger", "1868"],
		["Tarnby Tidings", "1851"],
		["Evening Post", "1923"],
	]);
	expect(computed(draft)).toEqual(["Oldest: Tarnby Tidings, 1851 (computed over all three rows)."]);
});

const drives = page(
	"Storage",
	`<table><tr><th>Drive</th><th>Capacity (TB)</th><th>Price (EUR)</th></tr>
	<tr><td>Ash</td><td>4</td><td>90</td></tr><tr><td>Beech</td><td>12</td><td>210</td></tr>
	<tr><td>Cedar</td><td>8</td><td></td></tr></table>`,
);

test("rows of a table are members, counted and compared by the column that is asked for", async () => {
	const draft = await draftOf(
		"What is the capacity of each drive, how many drives are there, and which is the cheapest?",
		[drives],
	);
	expect(rowsOf(draft).map(([name, capacity]) => [name, capacity])).toEqual([
		["Ash", "4 TB"],
		["Beech", "12 TB"],
		["Cedar", "8 TB"],
	]);
	expect(computed(draft)[0]).toBe("Number of drives: three, counted by the rows of the table.");
});

test("members of another set, on a page that names fewer of them or does not speak of this set, give no rows", async () => {
	const flags = page(
		"Fault flags of the boiler",
		"<table><tr><th>Flag</th><th>Number</th></tr><tr><td>0</td><td>1</td></tr><tr><td>1</td><td>2</td></tr><tr><td>2</td><td>4</td></tr></table>",
	);
	const others = page("Flags of the harbour", "<p>Flag Blue was hoisted in number 7. Flag Red has the number 9.</p>");
	const draft = await draftOf("What number does each fault flag have, and how many flags are there?", [flags, others]);
	expect(rowsOf(draft)).toEqual([
		["flag 0", "1"],
		["flag 1", "2"],
		["flag 2", "4"],
	]);
	expect(computed(draft)).toEqual(["Number of flags: three, counted by the rows of the table."]);
});

const wards = page(
	"Wards of Saint Ana",
	`<ul><li>North Ward is led by Iris Bell. It has 24 beds.</li><li>South Ward is led by Omar Reyes. It has 18 beds.</li>
	<li>Garden Ward is led by Pia Lund. It has 31 beds.</li></ul>`,
);

test("items of a list are members, and a later sentence of an item is about it", async () => {
	const draft = await draftOf("For each ward of Saint Ana, how many beds does it have, and which has the fewest?", [
		wards,
	]);
	expect(rowsOf(draft)).toEqual([
		["North Ward", "24"],
		["South Ward", "18"],
		["Garden Ward", "31"],
	]);
	expect(computed(draft)).toEqual(["Fewest: South Ward, 18 (computed over all three rows)."]);
});

const mixed = page(
	"Bells of Aldmoor",
	`<p>The Mercy bell has a weight of 900 kg. The weight of the Tolling bell is 1.2 tonnes. The Small bell is the least heavy one at 80 kg.</p>`,
);

test("values in several units of one dimension are compared in one", async () => {
	const draft = await draftOf("How heavy is each bell, and which is the heaviest?", [mixed]);
	expect(computed(draft)).toEqual(["Heaviest: Tolling bell, 1.2 tonnes (computed over all three rows)."]);
});

test.each([
	["When did each quay of the Brenna harbour open, and which has the longest shed?", quays],
	["How high is each peak of the Morra range, and which one is the highest?", [peaks]],
	["When was every newspaper in Tarnby founded, and which is the oldest?", [papers]],
	["For each ward of Saint Ana, how many beds does it have, and which has the fewest?", [wards]],
])("the checks of a report keep every cell and result: %s", async (question, pages) => {
	const input = await evidenceOf(question, pages);
	const draft = await draftOf(question, pages);
	const pageText = (id: string) => (input.pages ?? [])[Number(id.slice(1))]?.text;
	const { contentHash } = await import("../../src/base/hash.ts");
	const sources = input.sources.map((one) => ({ ...one, hash: contentHash(pageText(one.id) ?? "") }));
	const { removed, draft: kept } = verify(draft, { claims: input.claims, sources, pageText, question });
	expect(removed).toEqual([]);
	expect(computed(kept)).toEqual(computed(draft));
});

test.each([
	"What happens each time the pump starts?",
	"Why does every boat need a keel?",
	"What does every crate contain?",
	"How do I list all the harbours?",
])("a general question about any thing of a kind asks for no table: %s", async (question) => {
	expect((await draftOf(question, quays)).table).toBeUndefined();
});
