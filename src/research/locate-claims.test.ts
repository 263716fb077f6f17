import { expect, test } from "vitest";
import { pageOf } from "../../test/support/asked.ts";
import { claimOf, numberValue, sourceOf } from "../../test/support/evidence.ts";
import { locateClaim } from "./locate-claims.ts";

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
