import { expect, test } from "vitest";
import { factOf, sectionWith } from "../../test/support/report.ts";
import { isGapFilled } from "./filled-gap.ts";
import type { Draft } from "./report.ts";

const gap = "How many seats did the licence of Osprey cover in 2031?";
const draftOf = (text: string, answeredGaps?: string[]): Draft => ({
	...sectionWith(factOf(text, "k1")),
	...(answeredGaps ? { answeredGaps } : {}),
});

test("a gap is filled by a fact that holds all that it asks for, or if the writer says so", () => {
	expect(isGapFilled(gap, draftOf("In 2031 the Osprey licence covered 40 seats.", []))).toBe(true);
	expect(isGapFilled(gap, draftOf("Herons nest there.", [gap]))).toBe(true);
});

test.each([
	["lacks a part of it", "The Osprey licence covered 40 seats."],
	["lacks the number", "For the year named the Osprey licence covered many seats, and 2031 was dear."],
	["says that it is not known", "How many seats the Osprey licence covered in 2031 is unknown; it was one of 3."],
])("a sentence that %s fills no gap", (_what, text) => {
	expect(isGapFilled(gap, draftOf(text, []))).toBe(false);
});

test("no gap counts as filled if the writer was not shown the gaps", () => {
	expect(isGapFilled(gap, draftOf("In 2031 the Osprey licence covered 40 seats."))).toBe(false);
});
