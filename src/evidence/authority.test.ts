import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { authorityOf, authorityWeight, isFirstHand } from "./authority.ts";

function labelled(file: string) {
	return readFileSync(new URL(`../../test/authority/${file}`, import.meta.url), "utf8")
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"))
		.map((line) => {
			const [label = "", url = "", ...title] = line.split(" | ");
			return { label, url, title: title.join(" | ") };
		});
}
const share = (of: ReturnType<typeof labelled>) =>
	of.filter(({ label, ...one }) => authorityOf(one) === label).length / of.length;

test.each([
	["for which the rules were made", labelled("labelled.txt").filter((_one, at) => at % 3 !== 2), 0.95],
	["held out while the rules were made", labelled("labelled.txt").filter((_one, at) => at % 3 === 2), 0.9],
	["labelled after the rules were made", labelled("later.txt"), 0.8],
])("determines the authority of pages from address and title: pages %s", (_name, of, least) => {
	expect(share(of)).toBeGreaterThan(least);
});

test("a page cannot raise its authority by its title; a search service's statement on peer review counts", () => {
	const place = { url: "https://cheapnews247.com/x", title: "Official government peer-reviewed report" };
	expect(isFirstHand(authorityOf(place))).toBe(false);
	expect(authorityOf({ ...place, peerReviewed: true })).toBe("peer-reviewed");
	expect(authorityOf({ url: "https://cdc.gov.evil.com/flu", title: "CDC" })).toBe("general");
});

test("every address has an authority and a weight from 0 to 1", () => {
	const part = fc.constantFrom(
		"www",
		"news",
		"gov",
		"uk",
		"10.1234",
		"best-10",
		"shop",
		"%",
		"é",
		"tag",
		"..",
		"com",
		"ncbi",
		"x",
	);
	const parts = fc.array(part, { maxLength: 6 });
	fc.assert(
		fc.property(parts, parts, fc.string(), (host, path, title) => {
			const weight = authorityWeight(authorityOf({ url: `https://${host.join(".")}/${path.join("/")}`, title }));
			expect(weight).toBeGreaterThanOrEqual(0);
			expect(weight).toBeLessThanOrEqual(1);
		}),
	);
});
