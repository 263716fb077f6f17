import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { factOf, sectionWith } from "../../test/support/report.ts";
import type { Report } from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { citationCriteria, statementsWithQuotes } from "./citations.ts";
import { itemsText } from "./judge-items.ts";

const text = "The harbour\nWhat was built, by year:\n- the lighthouse: 1887\n- the pier: 1901";
const quote = "- the lighthouse: 1887";
const page = {
	...{ text, hash: "h1" },
	marks: [
		{ start: 0, locator: { kind: "section", section: "Towers" } },
		{ start: text.indexOf("- the pier"), locator: { kind: "section", section: "Piers" } },
	],
} as Page;

test("a judge of citations sees with each passage its page, the heading and the line above it, and what stands before the statement", () => {
	const claim = { ...claimOf(quote), sourceId: "s1", start: text.indexOf(quote) };
	const { sections } = sectionWith(factOf("Ann Bell wrote it down.", claim.id), factOf("She gives 1887.", claim.id));
	const source = { id: "s1", hash: "h1", title: "A harbour guide", url: "file:///notes/a.md", origin: "a" };
	const state = { report: { sections, sourceIds: ["s1"] } as unknown as Report, claims: [claim], sources: [source] };
	const statements = statementsWithQuotes(state as unknown as ResearchState, new Map([["h1", page]]));
	const shown = itemsText(citationCriteria(statements)).map(({ text: part }) => part);
	expect(shown[0]).toMatch(/^p1: A harbour guide/);
	expect(shown[1]).toContain(
		`. She gives 1887.\n   before it: Ann Bell wrote it down.\n   cited (p1): ${quote}\n     above it: Towers › What was built, by year:`,
	);
	// Neither the file's name nor the folder.
	expect(shown.join()).not.toContain("a.md");
});
