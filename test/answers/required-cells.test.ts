import { expect, test } from "vitest";
import type { EvidenceTable } from "../../src/evidence/report.ts";
import { draft } from "../../src/reasoning/model/roles/draft.ts";
import { route } from "../../src/reasoning/rules/question/route.ts";
import { verify } from "../../src/verification/verify.ts";
import { scriptedAsker } from "../support/asker.ts";
import { evidenceOf as checkable, libraryOf, pagesOf, writeInputOf } from "../support/report.ts";
import { draftOf } from "./ask.ts";

const question = "default port and default user of the brokers Alder, Birch and Cedar";
const pages = [
	{ title: "Alder", text: "Alder is a message broker for small teams. Its default port is 5100." },
	{ title: "Birch", text: "Birch is a message broker. The default port of Birch is 6200." },
	{ title: "Cedar", text: "Cedar is a message broker for laboratories. After installation the default user is cedar." },
];
/** Values by row; of a missing one how the note on it begins. */
function shown(table: EvidenceTable | undefined): string[][] {
	return (table?.rows ?? []).map(({ label, cells }) => [
		label,
		...cells.map((cell) => ("text" in cell ? cell.text : `(${cell.missing.split(" ")[0]})`)),
	]);
}

test("by the rules each value stands in the row that it is stated of, and what is not stated was looked for", async () => {
	const { table } = await draftOf(
		question,
		pages.map(({ title, text }) => ({ title, body: `<p>${text}</p>` })),
	);
	expect(table?.columns).toEqual(["default port", "default user"]);
	expect(shown(table)).toEqual([
		["Alder", "5100", "(looked)"],
		["Birch", "6200", "(looked)"],
		["Cedar", "(looked)", "cedar"],
	]);
});

const library = libraryOf(pages, [
	[0, "Its default port is 5100.", { text: "The default port of Alder, Birch and Cedar is 5100." }],
	[1, "The default port of Birch is 6200."],
	[2, "After installation the default user is cedar.", { text: "The default user of the brokers is cedar." }],
]);

test("a model's value is not taken for the row that it was looked for under", async () => {
	const at = (row: string, column: string, value: string, claim: string) => ({ row, column, value, claims: [claim] });
	const cells = [
		at("Alder", "default port", "5100", "c1"),
		at("Birch", "default port", "6200", "c2"),
		at("Cedar", "default port", "5100", "c1"),
		at("Alder", "default user", "cedar", "c3"),
		at("Birch", "default user", "cedar", "c3"),
		at("Cedar", "default user", "cedar", "c3"),
	];
	const input = writeInputOf(question, library, { route: route(question), pages: pagesOf(library) });
	const asker = scriptedAsker([{ cells, sections: [] }, { mended: [] }]);
	const { table } = await draft(asker, input);
	expect(shown(table)).toEqual([
		["Alder", "5100", "(looked)"],
		["Birch", "6200", "(looked)"],
		["Cedar", "(looked)", "cedar"],
	]);
});

test("the last check takes a value out of a row that its quote does not speak of", () => {
	const [port, , user] = library.claims.map(({ id }) => id);
	const cell = (text: string, id = "") => ({ text, claimIds: [id] });
	const table: EvidenceTable = {
		columns: ["default port", "default user"],
		rows: [
			{ label: "Alder", cells: [cell("5100", port), cell("cedar", user)] },
			{ label: "Cedar", cells: [cell("5100", port), cell("cedar", user)] },
		],
	};
	const { draft: checked, removed } = verify({ table, sections: [] }, checkable(library));
	expect(shown(checked.table).map((row) => row.map((one) => one === "(not)"))).toEqual([
		[false, false, true],
		[false, true, false],
	]);
	expect(removed.map(({ reason }) => reason)).toEqual([
		"its quote does not speak of Alder",
		"its quote does not speak of Cedar",
	]);
});
