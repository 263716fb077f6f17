import fc from "fast-check";
import { expect, test } from "vitest";
import { isCopy, originsInSketch, sketchOf, sketchSimilarity } from "./text-sketch.ts";

/** A text of random words from a vocabulary of 5,000. Any two such texts are independent. */
const text = (least: number, most: number) =>
	fc
		.array(fc.integer({ min: 0, max: 4_999 }), { minLength: least, maxLength: most })
		.map((drawn) => drawn.map((n) => `w${n.toString(36)}`));

test("a part of a text is a copy of it, wherever it is cut and whatever surrounds it; other texts are not", () => {
	fc.assert(
		fc.property(
			text(300, 900),
			text(60, 120),
			text(300, 900),
			fc.double({ min: 0, max: 0.7, noNaN: true }),
			(own, head, other, from) => {
				const start = Math.floor(own.length * from);
				const part = own.slice(start, start + Math.ceil(own.length * 0.3));
				const sketch = sketchOf(own.join(" "));
				expect(isCopy(sketch, sketchOf([...head.slice(0, 20), ...part].join(" ")))).toBe(true);
				expect(isCopy(sketch, sketchOf(other.join(" ")))).toBe(false);
			},
		),
		{ numRuns: 60, seed: 20_311_104 },
	);
});

test("a sketch fits into the log and ignores spacing and case; similarity is a symmetric share", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.string({ maxLength: 400 }), (a, b) => {
			const [left, right] = [sketchOf(a), sketchOf(b)];
			expect(left.length).toBeLessThanOrEqual(640);
			expect(sketchSimilarity(left, right)).toBe(sketchSimilarity(right, left));
			expect(sketchSimilarity(left, right)).toBeGreaterThanOrEqual(0);
			expect(sketchSimilarity(left, right)).toBeLessThanOrEqual(1);
		}),
	);
	expect(sketchOf("The Herring  Count\tfell by half, Clerks said")).toBe(
		sketchOf("the herring count fell by half, clerks said"),
	);
});

test("a long quotation in two reports is no sign that one was made from the other", () => {
	const said = `"${"We counted every crate of herring that came over the northern quay in autumn and found four in ten missing. ".repeat(3).trim()}"`;
	const one = `The harbour office is worried. ${said} said Inga Moll. Her list hangs in the office, where anybody may read it until spring comes.`;
	const two = `Fishmongers doubt the figures that the council relies on for its new rules. ${said} Moll told us by telephone from the ferry.`;
	expect(isCopy(sketchOf(one), sketchOf(two))).toBe(false);
});

test.each([
	["TOLMOUTH (FNA) – The nets are smaller.", ["fna"]],
	["This article was originally published by The Conversation. Read it there.", ["conversation"]],
	["The fall is real.\nSource: Corrick Fisheries Trust", ["corrick fisheries trust"]],
	["Materials provided by University of Ostrey. Note: edited for length.", ["university of ostrey"]],
	["The source: a spring below the hill.", []],
	["Nobody knows where the herring went (see above) – it is gone.", []],
])("finds the origin that a text names: %s", (written, names) => {
	expect(originsInSketch(sketchOf(written))).toEqual(names);
});
