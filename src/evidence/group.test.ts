import fc from "fast-check";
import { expect, test } from "vitest";
import { claimOf, numberValue, sourceOf } from "../../test/support/evidence.ts";
import type { Claim } from "./claim.ts";
import { updateGroups } from "./group.ts";
import { countOrigins } from "./independence.ts";
import type { Source } from "./source.ts";

const byId = <T extends { id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
const group = (claims: Claim[], sources: Source[], conflicts: Parameters<typeof updateGroups>[2] = []) =>
	updateGroups([], claims, conflicts, byId(claims), byId(sources));

const release = "Norvane Motors will close its Aldersund plant in March, the company said on Tuesday.";

test("eight copies of one press release are one origin, and an independent ninth source is a second", () => {
	const sources = Array.from({ length: 9 }, (_, n) => sourceOf(`s${n + 1}`));
	const copies = sources.slice(0, 8).map(({ id }) => claimOf(release, { sourceId: id }));
	expect(countOrigins(copies, byId(sources))).toBe(1);
	const own = claimOf("Two shift leaders confirmed that the Aldersund works of Norvane Motors shuts in March.", {
		sourceId: "s9",
	});
	expect(countOrigins([...copies, own], byId(sources))).toBe(2);
});

test("pages of one publisher are one origin", () => {
	const sources = [sourceOf("s1", { origin: "Norvane Press" }), sourceOf("s2", { origin: "norvane press" })];
	const claims = [
		claimOf("The plant closes in March.", { sourceId: "s1" }),
		claimOf("Closure: spring.", { sourceId: "s2" }),
	];
	expect(countOrigins(claims, byId(sources))).toBe(1);
});

test("near-duplicates merge, keep the longer text, combine their sources and get high confidence", () => {
	const sources = [sourceOf("s1"), sourceOf("s2")];
	const short = claimOf("The default port of the Larkdb server is 7171.", { sourceId: "s1" });
	const long = claimOf("By default, the port of the Larkdb server is 7171, on every platform.", { sourceId: "s2" });
	const groups = group([short, long], sources);
	expect(groups).toHaveLength(1);
	expect(groups[0]).toMatchObject({ text: long.text, sourceIds: ["s1", "s2"], origins: 2, confidence: "high" });
});

test("an excerpt on another page states the same fact as the fuller quote, and adds no origin", () => {
	const sources = [sourceOf("s1"), sourceOf("s2")];
	const whole = claimOf(`${release} Four hundred people work there, and none was told before.`, { sourceId: "s1" });
	const excerpt = claimOf("Norvane Motors will close its Aldersund plant in March.", {
		quote: release,
		sourceId: "s2",
	});
	expect(group([whole, excerpt], sources)).toMatchObject([{ claimIds: [whole.id, excerpt.id], origins: 1 }]);
});

test("the same sentence with another number states another fact", () => {
	const sources = [sourceOf("s1"), sourceOf("s2")];
	const a = claimOf("The default port of the Larkdb server is 7171.", {
		sourceId: "s1",
		values: [numberValue("7171")],
	});
	const b = claimOf("The default port of the Larkdb server is 7272.", {
		sourceId: "s2",
		values: [numberValue("7272")],
	});
	const groups = group([a, b], sources, [{ kind: "number", a: a.id, b: b.id, why: "7171 against 7272" }]);
	expect(groups).toHaveLength(2);
	expect(groups.every(({ disputed }) => disputed)).toBe(true);
});

test("the same sentence with another place in an order states another fact, in digits or in words", () => {
	const sources = [sourceOf("s1"), sourceOf("s2")];
	const told = (first: string, second: string) =>
		group([claimOf(first, { sourceId: "s1" }), claimOf(second, { sourceId: "s2" })], sources).length;
	expect(
		told("Ada Moor was the 11th keeper of the Skerry light.", "Ada Moor was the 13th keeper of the Skerry light."),
	).toBe(2);
	expect(told("Skerry held its twenty-first regatta in 1904.", "Skerry held its twenty-third regatta in 1904.")).toBe(
		2,
	);
	expect(
		told("Ada Moor was the 11th keeper of the Skerry light.", "Ada Moor was the eleventh keeper of the Skerry light."),
	).toBe(1);
});

test("two statements about one thing that name the same place are different facts", () => {
	const sources = [sourceOf("s1"), sourceOf("s2")];
	const kansas = { kind: "place" as const, text: "Kansas", normal: "kansas" };
	const of = (text: string, sourceId: string) => claimOf(text, { sourceId, subject: "mulberry", values: [kansas] });
	const apart = [
		of("Mulberry is in Brown County, Kansas.", "s1"),
		of("Mulberry is 8 miles east of Hiawatha, Kansas.", "s2"),
	];
	expect(group(apart, sources)).toHaveLength(2);
	const alike = [of("Mulberry lies in Kansas.", "s1"), of("Mulberry, a town, lies in Kansas.", "s2")];
	expect(group(alike, sources)).toHaveLength(1);
});

test("two similar statements of one page that differ in a word are two facts; on two pages they may be one fact in other words", () => {
	const sources = [sourceOf("s1"), sourceOf("s2")];
	const dead = claimOf("The base threshold of a vacuum is autovacuum_vacuum_threshold.", { sourceId: "s1" });
	const insert = claimOf("The base insert threshold of a vacuum is autovacuum_vacuum_insert_threshold.", {
		sourceId: "s1",
		start: 500,
	});
	expect(group([dead, insert], sources)).toHaveLength(2);
	const again = claimOf("The base threshold of a vacuum is autovacuum_vacuum_threshold!", {
		sourceId: "s1",
		start: 900,
	});
	expect(group([dead, again], sources)).toHaveLength(1);
	const other = claimOf("A vacuum's base threshold is autovacuum_vacuum_threshold.", { sourceId: "s2" });
	expect(group([dead, other], sources)).toHaveLength(1);
});

test("a dispute stays when later waves add claims", () => {
	const sources = [sourceOf("s1"), sourceOf("s2"), sourceOf("s3")];
	const a = claimOf("The Larkdb server was released in 2011.", { sourceId: "s1", values: [numberValue("2011")] });
	const b = claimOf("The Larkdb server was released in 2012.", { sourceId: "s2", values: [numberValue("2012")] });
	const first = group([a, b], sources, [{ kind: "date", a: a.id, b: b.id, why: "2011 against 2012" }]);
	const c = claimOf("Larkdb compresses its log with a dictionary.", { sourceId: "s3" });
	const next = updateGroups(first, [c], [], byId([a, b, c]), byId(sources));
	expect(next.filter(({ disputed }) => disputed)).toHaveLength(2);
});

test("every direct claim is in exactly one group, whatever the claims are", () => {
	const words = fc.constantFrom("plant", "port", "closes", "opens", "server", "in March", "7171", "not", "Norvane");
	const claims = fc.array(fc.tuple(fc.array(words, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 4 })), {
		maxLength: 25,
	});
	fc.assert(
		fc.property(claims, (drawn) => {
			const sources = [1, 2, 3, 4].map((n) => sourceOf(`s${n}`));
			const all = [...byId(drawn.map(([text, n]) => claimOf(text.join(" "), { sourceId: `s${n}` }))).values()];
			const groups = group(all, sources);
			expect(groups.flatMap(({ claimIds }) => claimIds).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
			for (const { origins, sourceIds } of groups) expect(origins).toBeLessThanOrEqual(sourceIds.length);
		}),
	);
});
