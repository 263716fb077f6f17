import { expect, test } from "vitest";
import { hitOf } from "../../test/support/evidence.ts";
import { poolResults } from "./search-wave.ts";

const hit = (name: string, start = 0) => hitOf(`file:///${name}`, name, "", { start, end: start + 9 });

test("a document that two queries find ranks before one that only one query finds", () => {
	const pooled = poolResults([
		[hit("a"), hit("b")],
		[hit("c"), hit("b")],
	]);
	expect(pooled.map(({ title }) => title)).toEqual(["b", "a", "c"]);
});

test("a document with two passages counts once, and keeps both, the better first", () => {
	const pooled = poolResults([[hit("a", 50), hit("a", 10), hit("b")], [hit("b")]]);
	expect(pooled[0]?.title).toBe("b");
	expect(pooled[1]?.passages.map(({ start }) => start)).toEqual([50, 10]);
	expect(pooled[1]?.passages[0]?.score).toBe(1);
});

test("a document shows its best passage of prose, not the headlines of its site that match by its title", () => {
	const headlines = "Why Harbours Fail More From The Gazette May 11 Narrow Boats And What Pilots Learn From Them";
	const prose = "Most harbours fail because nobody dredges them, said nine of the twenty masters who were asked.";
	const at = (start: number, snippet: string) => hitOf("file:///a", "a", snippet, { start, end: start + 90 });
	const [pooled] = poolResults([[at(0, headlines), at(400, prose)]]);
	expect(pooled?.snippet).toBe(prose);
	expect(pooled?.passages.map(({ start }) => start)).toEqual([0, 400]);
	expect(poolResults([[at(0, headlines)]])[0]?.snippet).toBe(headlines);
});

test("the order does not depend on which of two equal queries answered first", () => {
	const lists = [
		[hit("a"), hit("b")],
		[hit("b"), hit("a")],
	];
	expect(poolResults(lists).map(({ title }) => title)).toEqual(
		poolResults(lists.toReversed()).map(({ title }) => title),
	);
});
