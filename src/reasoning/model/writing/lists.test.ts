import { expect, test } from "vitest";
import { scriptedAsker } from "../../../../test/support/asker.ts";
import { lookupRoute, synthesisRoute } from "../../../../test/support/evidence.ts";
import { libraryOf, noRemarks, pagesOf, writeInputOf } from "../../../../test/support/report.ts";
import type { Route } from "../../../evidence/question.ts";
import { draft } from "../roles/draft.ts";
import { revise } from "../roles/revise.ts";

const rows = ["1. Rust (42%)", "2. Frost (20%)", "3. Salt damage (18%)", "4. Poor paint (9%)"];
const library = libraryOf(
	[{ title: "Bridges", text: `Why bridges fall:\n${rows.join("\n")}\n`, url: "notes/bridges.txt" }],
	rows.map((row) => [0, row] as const),
);
const input = writeInputOf("Why do bridges fall?", library);
const written = { sections: [{ heading: "", paragraphs: [[{ text: "Rust leads with 42%.", claims: ["c1"] }]] }] };

test("the writer of a synthesis, but not of a lookup, is shown a page's list with a claim for each item", async () => {
	const shown = async (route: Route) => {
		const asker = scriptedAsker([written]);
		await draft(asker, { ...input, route, pages: pagesOf(library) });
		return asker.shown();
	};
	expect(await shown(synthesisRoute)).toContain(
		"e1 (4 items, ‹Bridges›, under “Why bridges fall:”): Rust (42%) (c1); Frost (20%) (c2); Salt damage (18%) (c3); Poor paint (9%) (c4)",
	);
	expect(await shown(lookupRoute)).not.toContain("e1 (");
});

test("a reviser is told which items are missing, and is shown their claims even in little room", async () => {
	const [, , salt, paint] = library.claims;
	const items = [salt, paint].map((claim) => ({ label: claim?.quote.slice(3) ?? "", claimIds: [claim?.id ?? ""] }));
	const asker = scriptedAsker([written], 150);
	await revise(asker, {
		...{ ...input, draft: { sections: [] } },
		review: {
			...noRemarks,
			missingItems: [{ list: "Why bridges fall:", of: 4, items }],
			saidTwice: [{ text: "Rust leads.", before: "Rust is first." }],
			tooLong: { words: 3_000, most: 2_500 },
		},
	});
	expect(asker.asked[0]?.parts.at(-1)?.text.split("\n")).toEqual([
		"- 2 of the 4 items of a list are missing (Why bridges fall:): Salt damage (18%) [c3]; Poor paint (9%) [c4]",
		"- Said before: Rust leads. (as: Rust is first.)",
		"- Too long: it has 3000 words, and there is room for 2500. Cut what matters least.",
	]);
});
