import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOf } from "../../test/support/evidence.ts";
import { limits } from "../base/limits.ts";
import type { Page } from "../evidence/source.ts";
import { excerptOf } from "./excerpt.ts";

const words = Array.from({ length: 200_000 }, (_, at) => `word${at}${at % 17 === 0 ? ".\n" : ""}`).join(" ");

function pageWithLines(text: string): Page {
	const lines = [...text.matchAll(/\n/g)].map(({ index }, line) => ({ start: index + 1, line: line + 2 }));
	return pageOf(text, { marks: lines.map(({ start, line }) => ({ start, locator: { kind: "line", line } })) });
}

test("a page within the limit is shown whole", () => {
	const page = pageWithLines(words.slice(0, limits.rankedCharacters));
	expect(excerptOf(page, []).page).toBe(page);
});

test("the excerpt of a very long page is its beginning and its hits, and claims get their place in the whole page", () => {
	const page = pageWithLines(words);
	const starts = fc.array(fc.integer({ min: 0, max: words.length - 900 }), { maxLength: 12 });
	fc.assert(
		fc.property(starts, (places) => {
			const hits = places.map((start) => ({ start, end: start + 900 }));
			const { page: part, rangesInExcerpt: inParts, claimInPage: inWhole } = excerptOf(page, hits);
			expect(part.text.length).toBeLessThan(limits.rankedCharacters * 1.05);
			const shown = inParts(hits);
			expect(shown).toHaveLength(hits.length);
			for (const [at, { start, end }] of shown.entries()) {
				expect(part.text.slice(start, end)).toBe(words.slice(hits[at]?.start, hits[at]?.end));
				expect(inWhole({ start }).start).toBe(hits[at]?.start);
			}
			for (const { start } of part.marks.slice(0, 50)) expect(page.text[inWhole({ start }).start - 1]).toBe("\n");
		}),
		{ numRuns: 25 },
	);
});

test("the excerpt of a very long page holds what a sub-question names, wherever it stands and whatever the search hit", () => {
	const entry = "The lantern_delay sets how long the lantern waits before dusk.";
	const at = words.indexOf("\n", 1_200_000) + 1;
	const page = pageWithLines(`${words.slice(0, at)}${entry}\n${words.slice(at)}`);
	const asked = [{ text: "What does lantern_delay set?", focus: [] }];
	const { page: part, claimInPage } = excerptOf(page, [{ start: 900_000, end: 900_900 }], asked);
	expect(excerptOf(page, [{ start: 900_000, end: 900_900 }]).page.text).not.toContain(entry);
	expect(part.text.length).toBeLessThan(limits.rankedCharacters * 1.05);
	expect(claimInPage({ start: part.text.indexOf(entry) }).start).toBe(at);
});
