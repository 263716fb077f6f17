import { describe, expect, test } from "vitest";
import { factOf, libraryOf, pagesOf, sectionWith } from "../../test/support/report.ts";
import type { Draft } from "../evidence/report.ts";
import { enumerationsOf, missingItems } from "./enumerations.ts";

const text = [
	"Why bridges fall, by share of cases:",
	"1. Rust (42%)",
	"Iron that nobody paints is eaten away.",
	"2. Frost (20%)",
	"3. Salt damage (18%)",
	"4. Rot (9%)",
	"5. Weather",
].join("\n");
const library = libraryOf(
	[{ title: "Bridges", text, url: "notes/bridges.txt" }],
	[
		[0, "1. Rust (42%)"],
		[0, "Iron that nobody paints is eaten away."],
		[0, "2. Frost (20%)"],
		[0, "3. Salt damage (18%)"],
		[0, "4. Rot (9%)"],
	],
);
const [rust, painted, frost, salt, rot] = library.claims.map(({ id }) => id);
const input = { ...library, pages: pagesOf(library) };
const draftOf = (...sentences: [text: string, claimId: string | undefined][]) =>
	sectionWith(...sentences.map(([said, id]) => factOf(said, id)));

test("each item of a page's list comes with its claims, the one that names it first; an item without a claim is left out", () => {
	const [list, ...others] = enumerationsOf(input);
	expect(others).toEqual([]);
	expect(list?.title).toBe("Why bridges fall, by share of cases:");
	expect(list?.items.map(({ label, claims }) => [label, ...claims.map(({ id }) => id)])).toEqual([
		["Rust (42%)", rust, painted],
		["Frost (20%)", frost],
		["Salt damage (18%)", salt],
		["Rot (9%)", rot],
	]);
});

test("a list is no enumeration when claims hold few of its items", () => {
	const claims = library.claims.filter(({ id }) => id === rust || id === painted || id === frost);
	expect(enumerationsOf({ ...input, claims })).toEqual([]);
	expect(
		enumerationsOf({ ...input, claims: library.claims.map((one) => ({ ...one, class: "adjacent" as const })) }),
	).toEqual([]);
});

describe("missing items of a list", () => {
	const lists = enumerationsOf(input);
	const missingLabels = (draft: Draft, groups: { claimIds: string[] }[] = []) =>
		missingItems(lists, groups, draft).map(({ of: all, items }) => [all, ...items.map(({ label }) => label)]);

	test("are those that the draft neither cites nor names", () => {
		expect(missingLabels(draftOf(["Rust leads with 42%.", rust], ["Frost follows.", frost]))).toEqual([
			[4, "Salt damage (18%)", "Rot (9%)"],
		]);
		expect(
			missingLabels(draftOf(["Rust leads.", painted], ["Frost follows, then 18% for damage by salt.", frost])),
		).toEqual([[4, "Rot (9%)"]]);
	});

	test("are not those that the draft states from another page", () => {
		const groups = [{ claimIds: [rot ?? "", "elsewhere"] }];
		const draft = draftOf(
			["Rust leads.", rust],
			["Frost follows.", frost],
			["Salt.", salt],
			["Wood rots.", "elsewhere"],
		);
		expect(missingLabels(draft)).toEqual([[4, "Rot (9%)"]]);
		expect(missingLabels(draft, groups)).toEqual([]);
	});

	test("are none when the draft does not use the list", () => {
		expect(missingLabels(draftOf(["Rust leads with 42%.", rust]))).toEqual([]);
	});
});
