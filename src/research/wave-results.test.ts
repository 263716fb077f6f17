import { expect, test } from "vitest";
import { hitOf } from "../../test/support/evidence.ts";
import type { PooledHit } from "../evidence/source.ts";
import { fusedResults } from "./wave-results.ts";

/** One sub-question's results: two queries found the first `both` of them, one the others. */
function listOf(names: string[], both: number): PooledHit[] {
	return names.map((name, rank) => ({
		...hitOf(`file:///${name}`, name, name, { score: (rank < both ? 2 : 1) / (61 + rank) }),
		passages: [],
	}));
}
const names = (hits: PooledHit[]) => hits.map(({ title }) => title);
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

test("documents that most searches found go first; those that few found are left out, except the first of each", () => {
	const matter = numbered("matter", 10);
	const own = (name: string) => listOf([`${name}-own`, ...matter, ...numbered(name, 12)], 11);
	const found = names(fusedResults(["a", "b", "c", "d", "e"].map(own)));
	expect(found.slice(0, 10)).toEqual(matter);
	expect(found.slice(10).toSorted()).toEqual(["a-own", "b-own", "c-own", "d-own", "e-own"]);
});

test("a wave of one search keeps its first results, however few of its queries found them", () => {
	expect(names(fusedResults([listOf(numbered("hit", 30), 30)]))).toHaveLength(30);
	const [first, ...rest] = listOf(numbered("hit", 30), 0);
	const strong = first ? [{ ...first, score: 0.2 }, ...rest] : [];
	expect(names(fusedResults([strong]))).toEqual(numbered("hit", 10));
});
