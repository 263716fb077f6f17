import { expect, test } from "vitest";
import { draftOf } from "../../../../test/answers/ask.ts";
import { blocksIn } from "../../../evidence/report.ts";
import { blockText } from "../../../verification/check-block.ts";

test("a bar of links on many pages is not part of a passage; a header of many tables is", async () => {
	const bar = "<p>Harbour News | Courts | Transport | Log in</p>";
	const table = (quay: string, year: number) =>
		`<table><tr><th>Quay</th><th>Repaired</th></tr><tr><td>${quay}</td><td>${year}</td></tr></table>`;
	const pages = ["Ostvik", "Halt", "Tarn", "Corrick", "Skarrow"].map((quay, at) => ({
		title: `The quay of ${quay}`,
		body: `${bar}<p>The quay of ${quay} was repaired by divers from Lunsay in spring.</p>${table(quay, 2031 + at)}`,
	}));
	const text = blocksIn(await draftOf("How was the quay of Halt repaired?", pages))
		.map(blockText)
		.join("\n");
	expect(text).toContain("repaired by divers");
	expect(text).not.toContain("Courts");
	expect(text).toMatch(/Quay \| Repaired\n.*Halt \| 2032/);
});
