import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { type CertaintyInput, certaintyOf } from "./certainty.ts";
import type { Claim } from "./claim.ts";
import type { Source, Standing } from "./source.ts";

const web = (id: string, more: Partial<Source> = {}) =>
	sourceOf(id, {
		url: `https://${id}-daily.test/a`,
		origin: `https://${id}-daily.test/a`,
		date: "2030-01-02",
		...more,
	});
const texts = [
	"Tides rise by moonlight.",
	"A quarter of boats sink.",
	"Fishermen prefer nets of hemp.",
	"Salt preserves rope.",
];
const claims = texts.map((text, index) =>
	claimOf(text, { id: `k${index + 1}`, quote: text, sourceId: `s${index + 1}`, class: "direct", confidence: "medium" }),
);
const capture = {
	at: "2030-06-01T00:00:00Z",
	how: "fetch",
	status: 200,
	url: "",
	mime: "text/html",
	bytes: 1,
} as const;
const grounds: CertaintyInput = {
	claims,
	groups: [],
	conflicts: [],
	sources: [web("s1", { capture }), web("s2"), web("s3"), web("s4", { authority: "official" })],
	recency: false,
};
const gradeOf = (ids: string[], more: Partial<CertaintyInput> = {}) =>
	certaintyOf(ids, { ...grounds, ...more }).certainty;

test("independent sources and a first-hand source make a conclusion certain", () => {
	expect(gradeOf(["k1"])).toBe("low");
	expect(gradeOf(["k1", "k2"])).toBe("moderate");
	expect(gradeOf(["k4"])).toBe("moderate");
	expect(gradeOf(["k1", "k4"])).toBe("high");
	// The number of repetitions does not matter: opinions are no evidence of facts.
	expect(certaintyOf(["k1", "k2", "k3"], grounds)).toEqual({
		certainty: "moderate",
		why: "3 independent sources",
	});
});

test("statements that differ in scope, date or definition do not dispute each other", () => {
	const conflict = { kind: "value", a: "k1", b: "k9", why: "" } as const;
	const grades = (["fact", "judgement", "scope", "date", "definition"] as const).map((kind) =>
		gradeOf(["k1", "k2", "k4"], { conflicts: [{ ...conflict, class: kind }] }),
	);
	expect(grades).toEqual(["moderate", "moderate", "high", "high", "high"]);
});

test("claims of the same group count, and copies of one page do not", () => {
	expect(gradeOf(["k1"], { groups: [{ claimIds: ["k1", "k2", "k4"] }] })).toBe("high");
	const copies = grounds.sources.map((source) => ({ ...source, hash: "same", authority: undefined }));
	expect(gradeOf(["k1", "k2", "k4"], { sources: copies })).toBe("low");
});

test.each([
	["a dispute", "sources disagree", { conflicts: [{ kind: "value", a: "k1", b: "k9", why: "" }] }],
	[
		"only background",
		"no source speaks of it directly",
		{ claims: claims.map((one) => ({ ...one, class: "adjacent" })) },
	],
	["only hedged claims", "unsure themselves", { claims: claims.map((one) => ({ ...one, confidence: "low" })) }],
	[
		"old pages where the question is about now",
		"nothing newer than 2026",
		{ recency: true, sources: grounds.sources.map((one) => ({ ...one, date: "2026-05-01" })) },
	],
] satisfies [string, string, Partial<CertaintyInput>][])(
	"%s lowers the certainty, and the reason names it",
	(_what, why, more) => {
		const found = certaintyOf(["k1", "k2", "k4"], { ...grounds, ...more });
		expect(found.certainty).toBe("moderate");
		expect(found.why).toContain(why);
		expect(gradeOf(["k1", "k2", "k4"], { recency: true })).toBe("high");
	},
);

const asked = { question: "When does Larkdb vacuum a table?", conclusion: "Larkdb vacuums a table after 50 changes." };
const page = (url: string, title: string, more: Partial<Source> = {}) =>
	sourceOf("s1", { url, origin: url, title, ...more });
const defined = (text: string, more: Partial<Claim> = {}) =>
	claimOf(text, { id: "k1", sourceId: "s1", confidence: "medium", ...more });
const gradedBy = (
	source: Source,
	claim = defined("The threshold is 50 changes."),
	more: Partial<CertaintyInput> = {},
) => certaintyOf(["k1"], { ...grounds, claims: [claim], sources: [source], asked, ...more });

test("a product's own manual states with certainty what the product defines, and the reason says so", () => {
	const manuals = [
		page("https://docs.larkdb.org/vacuum", "Vacuum", { authority: "primary" }),
		page("file:///home/me/larkdb-docs/html/vacuum.html", "Vacuum", { kind: "html" }),
		page("file:///usr/share/doc/larkdb3/vacuum.html", "Vacuum", { kind: "html" }),
	];
	for (const manual of manuals)
		expect(gradedBy(manual)).toEqual({ certainty: "high", why: "one source, the product's own manual states it" });
	const law = page("https://ports.gov.test/act", "The act", { authority: "official" });
	expect(gradedBy(law).why).toBe("one source, the responsible body states it");
});

test("the subject of a saved site is the name in most of its titles", () => {
	const saved = (...titles: string[]) =>
		titles.map((title, at) =>
			sourceOf(`s${at + 1}`, { url: `file:///c/${at}.html`, origin: `file:///c/${at}.html`, kind: "html", title }),
		);
	const graded = (...titles: string[]) => gradedBy(page("", ""), undefined, { sources: saved(...titles) });
	expect(graded("How Larkdb vacuums", "Limits in Larkdb", "Locks")).toEqual({
		certainty: "moderate",
		why: "one source, a saved site on this very thing states it",
	});
	expect(graded("How Larkdb vacuums", "Harbours", "Boats").certainty).toBe("low");
	expect(graded("How Heron vacuums", "Limits in Heron", "Locks").certainty).toBe("low");
	expect(graded("How Larkdb vacuums", "Limits in Larkdb").certainty).toBe("low");
});

test("a manual has no authority on its product's quality, on disputed facts, or on another product", () => {
	const manual = page("https://docs.larkdb.org/vacuum", "Vacuum", { authority: "primary" });
	expect(gradedBy(manual, defined("Larkdb vacuums faster than others.")).certainty).toBe("moderate");
	const praise = { ...asked, conclusion: "Larkdb is the best choice." };
	expect(gradedBy(manual, undefined, { asked: praise }).certainty).toBe("moderate");
	const conflicts = [{ kind: "value" as const, a: "k1", b: "k9", why: "" }];
	expect(gradedBy(manual, undefined, { conflicts }).certainty).toBe("moderate");
	expect(gradedBy(page("https://docs.heron.org/x", "Others", { authority: "primary" })).certainty).toBe("moderate");
	expect(gradedBy(page("https://blog.test/larkdb", "Larkdb, my notes")).certainty).toBe("low");
	expect(gradedBy(page("file:///home/me/notes/larkdb.md", "Notes")).certainty).toBe("low");
	expect(gradedBy(page("file:///usr/share/doc/heron/vacuum.html", "Vacuum")).certainty).toBe("low");
});

test("a source that uses another source is not independent of it, and the reason names the origin", () => {
	const own = page("file:///c/1.html", "Why start-ups fail | CB Insights");
	const news = sourceOf("s2", { url: "file:///c/2.md", title: "Thirteen reasons" });
	const first = defined("No market was named in 35% of cases.");
	const graded = (text: string, holder?: string) =>
		certaintyOf(["k1", "k2"], {
			...{ ...grounds, sources: [own, news] },
			claims: [first, claimOf(text, { id: "k2", sourceId: "s2", confidence: "medium", holder })],
		});
	const traced = { certainty: "low", why: "one source; all of it traces back to CB Insights" };
	expect(graded("By data from CB Insights, 42% found no market.")).toEqual(traced);
	expect(graded("CB Insights analyzed 101 post-mortems.")).toEqual(traced);
	expect(graded("42% found no market.", "CB Insights")).toEqual(traced);
	expect(graded("42% found no market.", "founders").why).toBe("2 independent sources");
});

test("a page that the reading model calls first-hand counts for its claims of high confidence; a thin page does not count beside others", () => {
	const told = (standing: Standing) => sourceOf("s1", { speaker: { standing } });
	const others = [sourceOf("s2"), sourceOf("s3")];
	const plainly = claims.map((one, at) => (at === 0 ? { ...one, confidence: "high" as const } : one));
	const graded = (standing: Standing, of: readonly Claim[]) =>
		certaintyOf(["k1", "k2"], { ...grounds, claims: of, sources: [told(standing), ...others] });
	const grade = (standing: Standing, of: readonly Claim[]) => graded(standing, of).why;
	// A survey's author knows it first-hand, but nobody else has checked it.
	expect(graded("first-hand", plainly).certainty).toBe("moderate");
	expect(grade("first-hand", plainly)).toBe("2 independent sources, 1 at first hand");
	expect(grade("first-hand", claims)).toBe("2 independent sources");
	expect(grade("opinion", plainly)).toBe("2 independent sources");
	expect(grade("thin", plainly)).toBe("one source");
});
