import { expect, test } from "vitest";
import { claimOf, numberValue, pageOf, sourceOf } from "../../test/support/evidence.ts";
import type { Page } from "../evidence/source.ts";
import { isSecondHand, locateClaim } from "./locate-claims.ts";

test("a claim's id depends on its page and quote, not on its sub-question", () => {
	const page = pageOf("The cutter sails on Mondays.");
	const found = claimOf(page.text);
	const [first, second] = ["q1", "q2"].map((id) => locateClaim(found, { page, source: sourceOf("s1") }, [id])[0]);
	expect(first?.id).toBe(second?.id);
});

test("a second-hand figure on a page without a known author is weak evidence, however sure the model is", () => {
	const text = "According to Harbour Watch, 42% of boats leak.";
	const page = pageOf(text, { url: "https://boat-essays.com/leaks", links: [] });
	const found = claimOf(text, { confidence: "high", values: [numberValue("42")] });
	expect(locateClaim(found, { page, source: sourceOf("s1") }, ["q1"])[0]?.confidence).toBe("low");
	const signed = { ...page, author: "Ada Moor" };
	expect(locateClaim(found, { page: signed, source: sourceOf("s1") }, ["q1"])[0]?.confidence).toBe("high");
});

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
