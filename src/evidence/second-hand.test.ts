import { expect, test } from "vitest";
import { pageOf } from "../../test/support/asked.ts";
import { claimOf, numberValue } from "../../test/support/evidence.ts";
import { isSecondHand } from "./second-hand.ts";
import type { Page } from "./source.ts";

const figure = (text: string) => claimOf(text, { values: [numberValue("42")] });
const repeated = figure("According to Harbour Watch, 42% of boats leak.");
const on = (more: Partial<Page>) => pageOf("", { url: "https://boat-essays.com/leaks", links: [], ...more });

test("somebody else's figure on a page without author and without links to other sites is second-hand", () => {
	expect(isSecondHand(repeated, on({}))).toBe(true);
	expect(
		isSecondHand(claimOf("42% of boats leak.", { ...repeated, text: "", quote: "", holder: "Harbour Watch" }), on({})),
	).toBe(true);
});

test.each([
	["an author", repeated, { author: "Ada Moor" }],
	["a link to another site", repeated, { links: [{ url: "https://harbourwatch.org/count", text: "count" }] }],
	["a higher authority", repeated, { authority: "news" }],
	["the owner of the figure as publisher", repeated, { url: "https://www.harbourwatch.org/count" }],
	["unknown links", repeated, { links: undefined }],
	["no owner named", figure("42% of boats leak."), {}],
	["no figure", claimOf("According to Harbour Watch, boats leak."), {}],
] satisfies [string, typeof repeated, Partial<Page>][])("is not second-hand with %s", (_what, claim, more) => {
	expect(isSecondHand(claim, on(more))).toBe(false);
});
