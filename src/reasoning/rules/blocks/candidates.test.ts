import { expect, test } from "vitest";
import { draftOf } from "../../../../test/answers/ask.ts";
import { blocksIn } from "../../../evidence/report.ts";
import { blockText } from "../../../verification/check-block.ts";
import { findBestRanges } from "./candidates.ts";
import { passagesIn } from "./find-passages.ts";

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

test("passages that a line of links parts are not joined", () => {
	const lines = ["The quay was repaired by divers.", "The quay of Tarn, too.", "It was repaired in spring."];
	const text = lines.join("\n\n");
	const rangesOf = (isMarked: boolean) => {
		const marks = lines.map((line, at) => ({
			start: text.indexOf(line),
			locator: { kind: "line" as const, line: at + 1 },
			...(isMarked && at === 1 ? { links: true as const } : {}),
		}));
		const passages = passagesIn({ text, kind: "html", marks }, "s1");
		return findBestRanges(passages, ["repair"], 2).map(({ start, end }) => text.slice(start, end));
	};
	expect(rangesOf(false)).toEqual([text]);
	expect(rangesOf(true).toSorted()).toEqual([lines[2], lines[0]]);
});
