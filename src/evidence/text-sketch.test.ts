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
	// Capitals only tell names in statements.
	const runs = (written: string) => sketchOf(written).split("~")[0];
	expect(runs("The Herring  Count\tfell by half, Clerks said")).toBe(
		runs("the herring count fell by half, clerks said"),
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

const stationPage = (at: number, opened: number, length: number, master = "Anna Holm") =>
	`Station ${at} of the Varde line\n\nStation ${at} was opened in ${opened}. The platform of station ${at} is ${length} metres long. The station master is ${master}.`;

test("pages made from one template that differ in their values are no copies; a page with one corrected value is", () => {
	const [first, second] = [sketchOf(stationPage(1, 1901, 121)), sketchOf(stationPage(2, 1902, 122))];
	expect(isCopy(first, second)).toBe(false);
	expect(isCopy(first, sketchOf(stationPage(7, 1901, 127)))).toBe(false);
	expect(isCopy(first, sketchOf(stationPage(1, 1901, 126)))).toBe(true);
	const member = (name: string, town: string) =>
		`The chair of the guild for this year is ${name} of ${town}. The office of the guild, which is open to everybody who wants to learn the craft, is found in ${town}. Questions about the craft of the guild may be put to ${name} at any hour.`;
	expect(isCopy(sketchOf(member("Ada", "Norrholm")), sketchOf(member("Bo", "Vikbruk")))).toBe(false);
	expect(isCopy(sketchOf(member("Ada", "Norrholm")), sketchOf(`${member("Ada", "Norrholm")} It rained.`))).toBe(true);
});

test("pages that have only their menus in common are no copies", () => {
	const menu = Array.from({ length: 60 }, (_, at) => `The guide to w${at} and to w${at * 7}`).join("\n");
	const [one, two] = [
		"A file system is mounted with its type as an option. The types are listed in the table.",
		"Warnings are shown once for each place. Write to the file in order to see them again.",
	];
	expect(isCopy(sketchOf(`${menu}\n${one}`), sketchOf(`${menu}\n${two}`))).toBe(false);
	expect(isCopy(sketchOf(`${menu}\n${one}`), sketchOf(`Home\n${one}`))).toBe(true);
});
