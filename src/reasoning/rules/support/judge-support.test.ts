import fc from "fast-check";
import { expect, it } from "vitest";
import { judgeSupport } from "./judge-support.ts";

const quote = "Tower Bridge is a bascule bridge in London, built between 1886 and 1894 by Horace Jones.";

it.each([
	["supported", "Tower Bridge is a bascule bridge in London.", [quote]],
	["supported", "Horace Jones built Tower Bridge in London between 1886 and 1894 [1].", [quote]],
	["contradicted", "Tower Bridge is a bascule bridge in London, built in 1901.", [quote]],
	["unsupported", "Bananas grow best in warm and humid regions of the tropics.", [quote]],
	["contradicted", "SQLite does not support views.", ["SQLite supports views."]],
	["contradicted", "The bridge opened in 1932.", ["The bridge was opened in 1933."]],
	["unsupported", "Tower Bridge is long.", []],
])("%s: %s", (verdict, sentence, quotes) => {
	expect(judgeSupport({ sentence, quotes }).verdict).toBe(verdict);
});

it("finds support in one of several quotes", () => {
	expect(
		judgeSupport({
			sentence: "Tower Bridge is a bascule bridge in London.",
			quotes: ["Bananas grow in the tropics.", quote],
		}).verdict,
	).toBe("supported");
});

it("finds every text supported by itself", () => {
	fc.assert(
		fc.property(
			fc.string({ unit: "binary", minLength: 1, maxLength: 200 }).filter((text) => /\p{L}/u.test(text)),
			(text) => {
				expect(judgeSupport({ sentence: text, quotes: [`Before. ${text} After.`] }).verdict).toBe("supported");
			},
		),
	);
});
