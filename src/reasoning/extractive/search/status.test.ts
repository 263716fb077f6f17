import { expect, test } from "vitest";
import { statusOf } from "./status.ts";

const page = (title: string, snippet = "How it is set.", url = "file:///manual/page.html") => ({
	title,
	snippet,
	url,
	start: 0,
});

test.each([
	["How is a cache set in Pellet 15?", page("Caches in Pellet 9.6"), "other version"],
	["How is a cache set in Pellet 15?", page("Caches", "", "https://pellet.org/docs/9.6/cache.html"), "other version"],
	["How is a cache set in Pellet 15?", page("Caches in Pellet 15.2"), undefined],
	["How is a cache set in Pellet 15?", page("Caches"), undefined],
	["How is a cache set?", page("Caches in Pellet 9.6"), undefined],
	["How is a cache set?", page("Caches (deprecated)"), "outdated"],
	["How is a cache set?", page("Caches", "This page is superseded by Stores."), "outdated"],
	["Which caches are deprecated?", page("Caches (deprecated)"), undefined],
])("%s: %o", (question, hit, status) => {
	expect(statusOf(hit, question)).toBe(status);
});
