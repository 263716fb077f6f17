import { expect, test } from "vitest";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import { type Cell, citedIn, type EvidenceTable } from "../../src/evidence/report.ts";
import { finishedRun, libraryOf } from "../support/report.ts";

const library = libraryOf([
	{ title: "One", text: "Rust has 42%." },
	{ title: "Two", text: "Salt has 18%." },
]);
const [rust = "", salt = ""] = library.claims.map(({ id }) => id);
const value = (text: string, claim: string): Cell => ({ text, claimIds: [claim] });
const table: EvidenceTable = {
	columns: ["share", "rank"],
	rows: [
		{ label: "Rust", cells: [value("42%", rust), { missing: "" }] },
		{ label: "Salt", cells: [value("18%", salt), { missing: "not stated for Salt in what was read" }] },
	],
	caption: "causes by share of cases",
	after: 0,
};
const section = (heading: string, text: string, claim: string) => ({
	...{ heading, sentences: [{ kind: "fact" as const, text, claimIds: [claim] }] },
});
const sections = [section("Causes", "Salt has 18%.", salt), section("So what", "Rust has 42%.", rust)];

test("a table stands behind the section that speaks of it, under what it compares, in plain words", () => {
	const run = finishedRun(library, { table, sections, sourceIds: ["s2", "s1"] });
	const markdown = renderMarkdown(run) ?? "";
	expect(markdown).toMatch(
		/## Causes[\s\S]*\*Table: Causes by share of cases\. Blank: no quote that was taken gives it\.\*\n\n\|[\s\S]*## So what/,
	);
	expect(markdown).toContain("| **Rust** | 42% [2] |  |");
	expect(markdown).toContain("*not found*: not stated for Salt in what was read |");
	const html = renderHtml(run) ?? "";
	expect(html).toMatch(/Causes<[\s\S]*<caption>Causes by share of cases\. Blank: [^<]*<\/caption>[\s\S]*So what</);
	expect(html).toContain('<td class="none" data-l="rank"></td>');
	// Older logs know no place: before the sections.
	const { after: _after, ...placeless } = table;
	expect(renderMarkdown(finishedRun(library, { table: placeless, sections }))).toMatch(
		/\| \*\*Rust\*\*[\s\S]*## Causes/,
	);
});

test("sources are counted in the order in which a reader meets them", () => {
	expect(citedIn({ table, sections, disputes: [] })).toEqual([salt, rust, salt, rust]);
	expect(citedIn({ table: { ...table, after: undefined }, sections, disputes: [] })).toEqual([rust, salt, salt, rust]);
});
