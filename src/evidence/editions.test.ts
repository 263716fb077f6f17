import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import type { Conflict } from "./claim.ts";
import { claimsSupersededByEdition, markEditionConflicts, olderEdition } from "./editions.ts";

type Stated = [title: string, path: string, date?: string];
const page = (id: string, ...[title, path, date]: Stated) =>
	sourceOf(id, { title, url: `https://larkdb.test${path}`, ...(date ? { date } : {}) });

test.each<[name: string, one: Stated, other: Stated]>([
	["two years of a survey", ["Seal survey 2030: results", "/survey-a"], ["Seal survey 2031: results", "/survey-b"]],
	["two versions", ["Larkdb manual, version 9.2", "/old"], ["Larkdb manual, version 10.1", "/new"]],
	[
		"a version in the address",
		["Larkdb: Manual: 9: Locks", "/docs/9/locks"],
		["Larkdb: Manual: 16: Locks", "/docs/16/locks"],
	],
	["two dates of one title", ["Why shops close", "/a", "2030-05-01"], ["Why shops close", "/b", "2031-05-01"]],
])("%s are editions, and the lower one is older", (_name, before, after) => {
	const [old, recent] = [page("s1", ...before), page("s2", ...after)];
	expect(olderEdition(old, recent)?.id).toBe("s1");
	expect(olderEdition(recent, old)?.id).toBe("s1");
});

test.each<[name: string, one: Stated, other: Stated]>([
	["two chapters", ["Larkdb manual: chapter 3", "/docs/locks"], ["Larkdb manual: chapter 4", "/docs/logs"]],
	["two titles", ["Seal survey 2030", "/a"], ["Heron survey 2031", "/b"]],
	["one date", ["Why shops close", "/a", "2030-05-01"], ["Why shops close", "/b", "2030-05-01"]],
	["two pages of news", ["News 2030", "/a"], ["News 2031", "/b"]],
])("%s are no editions", (_name, one, other) => {
	expect(olderEdition(page("s1", ...one), page("s2", ...other))).toBeUndefined();
});

test("two publishers have no editions of one page", () => {
	const other = sourceOf("s2", { title: "Seal survey 2031", url: "https://herons.test/b" });
	expect(olderEdition(page("s1", "Seal survey 2030", "/a"), other)).toBeUndefined();
});

test("a difference between two editions has class date, and the older claim is superseded", () => {
	const claims = ["12", "15"].map((share, at) =>
		claimOf(`Rent closed ${share} percent of shops.`, { sourceId: `s${at}` }),
	);
	const [a = "", b = ""] = claims.map(({ id }) => id);
	const sources = [page("s0", "Shop survey 2030", "/a"), page("s1", "Shop survey 2031", "/b")];
	const conflict: Conflict = { kind: "number", a, b, why: "12 against 15 percent", class: "fact", settleable: true };
	expect([...claimsSupersededByEdition([conflict], claims, sources)]).toEqual([a]);
	expect(markEditionConflicts([conflict], claims, sources)).toEqual([
		{ kind: "number", a, b, why: "12 against 15 percent", class: "date" },
	]);
	const elsewhere = [page("s0", "Shop survey 2030", "/a"), page("s1", "Why shops close", "/b")];
	expect(markEditionConflicts([conflict], claims, elsewhere)).toEqual([conflict]);
});
