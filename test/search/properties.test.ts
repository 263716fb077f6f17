import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalUrl, fetchableUrl, isOnSites } from "../../src/sources/search/canonical-url.ts";
import { mayLieBetween, parseDate } from "../../src/sources/search/dates.ts";
import { parseQuery, queryWithOperators, searchTermsOf } from "../../src/sources/search/query.ts";
import { plainLine } from "../../src/sources/search/result-text.ts";

const label = fc
	.stringMatching(/^[a-z]([a-z0-9]{0,8}[a-z0-9])?$/)
	.filter((one) => !/^(?:www\d?|m|mobile|amp)$/.test(one));
const host = fc.array(label, { minLength: 2, maxLength: 3 }).map((labels) => labels.join("."));
const segment = fc.stringMatching(/^[a-zA-Z0-9_~-]{1,10}$/).filter((one) => !/^(?:amp|index|default)$/i.test(one));
const path = fc.array(segment, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join(""));
const pair = fc.tuple(fc.constantFrom("id", "page", "q", "lang"), fc.stringMatching(/^[a-z0-9]{1,6}$/));
const page = fc.record({ host, path, pairs: fc.uniqueArray(pair, { maxLength: 3, selector: ([name]) => name }) });

const search = (pairs: readonly (readonly [string, string])[]) =>
	pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`;

test("one page has one canonical address, however it is spelled", () => {
	const spelling = fc.record({
		scheme: fc.constantFrom("http://", "https://"),
		front: fc.constantFrom("", "www.", "m.", "mobile.", "amp.", "WWW."),
		port: fc.boolean(),
		slash: fc.constantFrom("", "/", "/amp", "/amp/"),
		tracks: fc.subarray(["utm_source=a", "utm_Medium=b", "gclid=c", "fbclid=d", "mc_cid=e", "amp=1"]),
		isTurned: fc.boolean(),
		hash: fc.constantFrom("", "#", "#part", "#:~:text=abc"),
	});
	fc.assert(
		fc.property(page, spelling, (one, how) => {
			const plainly = canonicalUrl(`https://${one.host}${one.path}${search(one.pairs)}`);
			const pairs = (how.isTurned ? one.pairs.toReversed() : one.pairs).map((each) => each.join("="));
			const all = [...how.tracks, ...pairs];
			const port = how.port ? (how.scheme === "http://" ? ":80" : ":443") : "";
			const other = `${how.scheme}${how.front}${one.host}${port}${one.path}${how.slash}${all.length > 0 ? `?${all.join("&")}` : ""}${how.hash}`;
			expect(canonicalUrl(other)).toBe(plainly);
		}),
	);
});

test("what is canonical stays as it is, and different pages stay different", () => {
	fc.assert(
		fc.property(page, page, (a, b) => {
			const [one, other] = [a, b].map((each) => `https://${each.host}${each.path}${search(each.pairs)}`);
			const first = canonicalUrl(one ?? "") ?? "";
			expect(canonicalUrl(first)).toBe(first);
			const even = (each: typeof a) => JSON.stringify([each.host, each.path, each.pairs.toSorted()]);
			expect(canonicalUrl(other ?? "") === first).toBe(even(a) === even(b));
		}),
	);
});

test("no text makes an address fail or leave the web", () => {
	const end = fc.string({ unit: fc.constantFrom(...'aZ0/.?&=#%:@ \\-_~ä\u0000<"') });
	fc.assert(
		fc.property(
			fc.oneof(
				end,
				end.map((text) => `http://a.example/${text}`),
			),
			(text) => {
				for (const given of [canonicalUrl(text), fetchableUrl(text)]) {
					if (given === undefined) continue;
					expect(new URL(given).protocol).toMatch(/^https?:$/);
					expect(canonicalUrl(given)).toBe(canonicalUrl(text));
				}
			},
		),
		{ numRuns: 500 },
	);
});

test.each([
	["javascript:alert(1)", undefined],
	["file:///etc/passwd", undefined],
	["https://user:pass@example.org/", undefined],
	["//example.org/a", undefined],
	["https://en.m.wikipedia.org/wiki/Tide", "https://en.wikipedia.org/wiki/Tide"],
	["https://example.org/news/story.amp.html", "https://example.org/news/story.html"],
	["https://example.org/?outputType=amp", "https://example.org"],
	["http://dx.doi.org/10.5555/ABC", "https://doi.org/10.5555/abc"],
	["https://m.example/", "https://m.example"],
	["https://www.com/", "https://www.com"],
	["https://example.org/a%7eb/%e4", "https://example.org/a~b/%E4"],
	["https://example.org/app#!/page/2", "https://example.org/app#!/page/2"],
	["https://example.org:8443/a", "https://example.org:8443/a"],
	["https://example.org/swamp", "https://example.org/swamp"],
])("%s is %s", (text, expected) => expect(canonicalUrl(text)).toBe(expected));

test("a page lies on its domain and below it, never on one that only looks like it", () => {
	fc.assert(
		fc.property(host, label, path, (one, sub, rest) => {
			for (const front of ["", "www.", `${sub}.`]) expect(isOnSites(`https://${front}${one}${rest}`, [one])).toBe(true);
			expect(isOnSites(`https://${sub}${one}${rest}`, [one])).toBe(false);
			expect(isOnSites(`https://${one}.${sub}.example${rest}`, [one])).toBe(false);
			expect(isOnSites(`https://evil.example/${one}`, [one])).toBe(false);
		}),
	);
	expect(isOnSites("https://example.org/reports/2031", ["example.org/reports"])).toBe(true);
	expect(isOnSites("https://example.org/reportsold", ["example.org/reports"])).toBe(false);
	expect(isOnSites("https://data.example.org/", ["https://www.example.org/"])).toBe(true);
});

const word = fc.stringMatching(/^[a-zäöü]{1,10}$/).filter((one) => one !== "or");

test("operators are taken out wherever they stand, and the words are left", () => {
	const operators = fc.record({
		site: fc.option(host),
		without: fc.option(host),
		after: fc.option(fc.constant("2031-02-03")),
		before: fc.option(fc.constant("2032")),
	});
	fc.assert(
		fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), operators, fc.nat(), (words, wanted, seed) => {
			const parts = [
				...(wanted.site ? [`site:${wanted.site}`] : []),
				...(wanted.without ? [`-site:${wanted.without}`] : []),
				...(wanted.after ? [`after:${wanted.after}`] : []),
				...(wanted.before ? [`Before:${wanted.before}`] : []),
			];
			const all: string[] = [...words];
			for (const [at, part] of parts.entries()) all.splice((seed + at) % (all.length + 1), 0, part);
			const query = parseQuery(all.join("  "), { limit: 5 });
			expect(query.text).toBe(words.join(" "));
			expect(query.sites).toEqual(wanted.site ? [wanted.site] : []);
			expect(query.without ?? []).toEqual(wanted.without ? [wanted.without] : []);
			expect(query.since).toBe(wanted.after ?? undefined);
			expect(query.until).toBe(wanted.before === null ? undefined : "2031-12-31");
		}),
	);
});

test("a query never leaves the sites and days that the user allows", () => {
	fc.assert(
		fc.property(fc.uniqueArray(host, { minLength: 1, maxLength: 3 }), host, label, (allowed, other, sub) => {
			for (const site of [other, `${sub}.${allowed[0]}`, `https://${other}/x`]) {
				const { sites, since } = parseQuery(`tide site:${site} after:1990`, {
					limit: 5,
					sites: allowed,
					since: "2030-01-01",
				});
				expect(sites.length).toBeGreaterThan(0);
				for (const one of sites) expect(isOnSites(`https://${one}`, allowed)).toBe(true);
				expect(since).toBe("2030-01-01");
			}
		}),
	);
});

test.each([
	['"site:example.org" tide', '"site:example.org" tide', []],
	["ratio: 3 site:", "ratio: 3 site:", []],
	["tide before:lunch", "tide before:lunch", []],
	["tide site:a.example OR site:b.example", "tide", ["a.example", "b.example"]],
	["website:example.org", "website:example.org", []],
	["site:https://www.Example.org/Reports/ tide", "tide", ["example.org/Reports"]],
])("%s", (query, text, sites) => expect(parseQuery(query, { limit: 5 })).toMatchObject({ text, sites }));

test("a query in operators reads as it was", () => {
	fc.assert(
		fc.property(
			fc.array(word, { minLength: 1, maxLength: 5 }),
			fc.uniqueArray(host, { maxLength: 3 }),
			(words, sites) => {
				const wanted = { text: words.join(" "), limit: 5, sites };
				const read = parseQuery(queryWithOperators(wanted).replace(/[()]/g, " "), { limit: 5 });
				expect(read).toEqual({ ...wanted, text: expect.stringMatching(new RegExp(`^${wanted.text}(?: OR)*$`)) });
			},
		),
	);
});

test("terms hold nothing that a query language reads", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			for (const term of searchTermsOf(text)) expect(term).not.toMatch(/[:"()[\]{}\\*?^~+!&|<>]/);
		}),
	);
	expect(searchTermsOf('"sea level" rise in 2031 (IPCC)')).toEqual(["sea level", "rise", "in", "2031", "IPCC"]);
});

test("a text of a service is one line, without markup and without what is not seen", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
			const line = plainLine(text, most);
			expect(line.length).toBeLessThanOrEqual(most);
			expect(line).not.toMatch(/[\n\r\t\p{Cc}\u202e\u2066]/u);
			expect(line.isWellFormed()).toBe(true);
		}),
	);
	expect(plainLine('<b>A</b> &amp; B<br/>C <a href="x">D</a> 1 < 2 and x <y or z> w')).toBe(
		"A & B C D 1 < 2 and x <y or z> w",
	);
	expect(plainLine("safe\u202etxt.exe\u{e0041}\u0007")).toBe("safetxt.exe");
});

test("dates are read as they are said, and none is made up", () => {
	const now = Date.parse("2031-04-10T12:00:00Z");
	const said = [
		"2031-04-05T08:00:00Z",
		"Apr 5, 2031",
		"April 5th, 2031",
		"5 April 2031",
		"5 days ago",
		"2031-04",
		"2031",
		"Feb 31, 2031",
		"yesterday",
		"",
		"2031-13-01",
		"12345",
	];
	expect(said.map((text) => parseDate(text, now))).toEqual([
		"2031-04-05",
		"2031-04-05",
		"2031-04-05",
		"2031-04-05",
		"2031-04-05",
		"2031-04",
		"2031",
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	expect(mayLieBetween("2031", "2031-04-05", undefined)).toBe(true);
	expect(mayLieBetween("2030", "2031-04-05", undefined)).toBe(false);
	expect(mayLieBetween("2031-03", "2031-04-05", undefined)).toBe(false);
	expect(mayLieBetween("2031-04", undefined, "2031-04-05")).toBe(true);
});
