import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { certaintyOf, type Grounds } from "./certainty.ts";
import type { Source } from "./source.ts";

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
const grounds: Grounds = {
	claims,
	groups: [],
	conflicts: [],
	sources: [web("s1", { capture }), web("s2"), web("s3"), web("s4", { authority: "official" })],
	recency: false,
};
const gradeOf = (ids: string[], more: Partial<Grounds> = {}) => certaintyOf(ids, { ...grounds, ...more }).certainty;

test("independent sources and one at first hand make a conclusion certain", () => {
	expect(gradeOf(["k1"])).toBe("low");
	expect(gradeOf(["k1", "k2"])).toBe("moderate");
	expect(gradeOf(["k4"])).toBe("moderate");
	expect(gradeOf(["k1", "k4"])).toBe("high");
	expect(certaintyOf(["k1", "k2", "k3"], grounds)).toEqual({
		certainty: "high",
		why: "3 independent sources, none at first hand",
	});
});

test("statements that differ in scope, date or definition do not dispute each other", () => {
	const conflict = { kind: "value", a: "k1", b: "k9", why: "" } as const;
	const grades = (["fact", "judgement", "scope", "date", "definition"] as const).map((kind) =>
		gradeOf(["k1", "k2", "k3"], { conflicts: [{ ...conflict, class: kind }] }),
	);
	expect(grades).toEqual(["moderate", "moderate", "high", "high", "high"]);
});

test("what says the same counts, and copies of one page do not", () => {
	expect(gradeOf(["k1"], { groups: [{ claimIds: ["k1", "k2", "k3"] }] })).toBe("high");
	const copies = grounds.sources.map((source) => ({ ...source, hash: "same", authority: undefined }));
	expect(gradeOf(["k1", "k2", "k3"], { sources: copies })).toBe("low");
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
] satisfies [string, string, Partial<Grounds>][])(
	"%s makes it less certain, and the reason says so",
	(_what, why, more) => {
		const found = certaintyOf(["k1", "k2", "k3"], { ...grounds, ...more });
		expect(found.certainty).toBe("moderate");
		expect(found.why).toContain(why);
		expect(gradeOf(["k1", "k2", "k3"], { recency: true })).toBe("high");
	},
);
