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

test("the order does not depend on which of two equal queries answered first", () => {
	const lists = [
		[hit("a"), hit("b")],
		[hit("b"), hit("a")],
	];
	expect(poolResults(lists).map(({ title }) => title)).toEqual(
		poolResults(lists.toReversed()).map(({ title }) => title),
	);
});
