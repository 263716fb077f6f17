import { expect, test } from "vitest";
import { isOutdated, versionFit } from "./status.ts";

test.each([
	["How is a cache set in Pellet 15?", "Caches in Pellet 9.6", "page.html", -1],
	["How is a cache set in Pellet 15?", "Caches", "docs/9.6/page.html", -1],
	["How is a cache set in Pellet 15?", "Caches in Pellet 15.2", "page.html", 1],
	["What was new in 3.37.0?", "Notes", "notes/3_37_0.html", 1],
	["How is a cache set in Pellet 15?", "Caches", "page.html", 0],
	["How is a cache set?", "Caches in Pellet 9.6", "page.html", 0],
])("%s: a page %s (%s) has the version asked for: %i", (question, title, path, fit) => {
	expect(versionFit({ title, url: `https://pellet.org/${path}` }, question)).toBe(fit);
});

test("a page is outdated if it says so at its beginning, not further down", () => {
	expect(isOutdated({ title: "Caches (deprecated)" })).toBe(true);
	expect(isOutdated({ title: "Caches", snippet: "This page is superseded by Stores.", start: 0 })).toBe(true);
	expect(isOutdated({ title: "Caches", snippet: "The option a is deprecated.", start: 900 })).toBe(false);
});
