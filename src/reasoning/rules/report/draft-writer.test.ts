import { expect, test } from "vitest";
import { libraryOf, pagesOf, shownIn, writeInputOf } from "../../../../test/support/report.ts";
import { draft } from "./draft.ts";

test("a comparison shows what stands around the passage that names both sides: the next paragraph may hold the difference", async () => {
	const text = [
		"# Moorings",
		"Fixed moorings and swing moorings are both laid in the harbour.",
		"## Kinds",
		"The former hold a boat at bow and stern, and the latter at the bow alone, so that it turns with the tide.",
	].join("\n\n");
	const library = libraryOf(
		[{ title: "Moorings", text }],
		[[0, "Fixed moorings and swing moorings are both laid in the harbour."]],
	);
	const question = "What is the difference between fixed moorings and swing moorings?";
	const report = await draft(writeInputOf(question, library, { pages: pagesOf(library) }));
	expect(shownIn(report)[0]?.text).toContain("at the bow alone");
});
