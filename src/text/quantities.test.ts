import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCloseQuantity, isSameQuantity, quantitiesIn } from "./quantities.ts";

function brief(text: string): string[] {
	return quantitiesIn(text).map(({ normal, unit }) => (unit ? `${normal} ${unit}` : normal));
}

function only(text: string) {
	const [first] = quantitiesIn(text);
	if (!first) throw new Error(`no quantity in ${text}`);
	return first;
}

describe("quantitiesIn", () => {
	it.each([
		[
			"As of the census of 2010, there were 3,559 people and 1,575 households.",
			["2010", "3559 people", "1575 households"],
		],
		["It cost $3.5 million, up 12.5% from €20.", ["3500000 USD", "12.5 %", "20 EUR"]],
		["shared_buffers is 128MB; the timeout is 30 s.", ["128 MB", "30 s"]],
		["a three-day trip of twenty-five miles", ["3 d", "25 mi"]],
		["two hundred and six bones", ["206 bones"]],
		["12.3 square miles (31.9 km²)", ["12.3 sq mi", "31.9 km2"]],
		["a temperature of −5 °C", ["-5 °C"]],
		["Version 1.2.3 listens on port 5432.", ["1.2.3", "5432"]],
		["founded in the 1940s, in the 19th century, in 44 BC", ["1940s", "19 century", "-44"]],
		[
			"on 6 June 1944, on June 7, 1944, on 1944-06-08, in May 2004",
			["1944-06-06", "1944-06-07", "1944-06-08", "2004-05"],
		],
	])("reads %s", (text, expected) => {
		expect(brief(text)).toEqual(expected);
	});

	it("tells a year from a count", () => {
		expect(only("In 2010 people came.").kind).toBe("date");
		expect(only("Some 2010 people came.")).toMatchObject({ kind: "number", unit: "people" });
	});

	it("gives both ends of a range the unit and the value of the other end", () => {
		const [low, high] = quantitiesIn("between 5 and 10 km");
		expect(low).toMatchObject({ value: 5, unit: "km", bound: { end: "low", other: 10 } });
		expect(high).toMatchObject({ value: 10, unit: "km", bound: { end: "high", other: 5 } });
	});

	it("marks approximate numbers", () => {
		expect(only("about 3,600 residents").approximate).toBe(true);
		expect(only("3,600 residents").approximate).toBe(false);
	});

	it("does not read a pronoun as a number", () => {
		expect(quantitiesIn("One of them said that no one came.")).toEqual([]);
	});

	it.each([
		"The figure first reported was wrong.",
		"The quay was first lit by gas.",
		"At first nobody counted.",
		"First, the lamps were dimmed.",
		"Traffic first crossed the bridge at night.",
		"The mistake, first told by a reader, was mended.",
		"She knew it first-hand.",
		"The harbour that first dimmed its lamps gained most.",
		"They looked there first.",
	])("does not read an adverb as a number: %s", (text) => {
		expect(quantitiesIn(text)).toEqual([]);
	});

	it.each([
		["The first harbour was dimmed.", "1"],
		["The first reported case was mild.", "1"],
		["It came in second place.", "2"],
		["Tolmouth was the third to dim.", "3"],
		["She finished first.", "1"],
		["Skarrow’s first lit quay is old.", "1"],
		["In the second and third year", "2,3"],
	])("reads an ordinal that counts as a number: %s", (text, expected) => {
		expect(
			quantitiesIn(text)
				.map(({ normal }) => normal)
				.join(),
		).toBe(expected);
	});

	it("gives exact places for any text", () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.stringMatching(/^[0-9 ,.$%a-z–-]{0,80}$/)),
				(text) => {
					for (const { text: found, start, end } of quantitiesIn(text)) expect(text.slice(start, end)).toBe(found);
				},
			),
		);
	});

	it("reads a year, month and day back from how it is written", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1000, max: 2099 }),
				fc.integer({ min: 1, max: 12 }),
				fc.integer({ min: 1, max: 28 }),
				(year, month, day) => {
					const iso = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
					const name = new Date(Date.UTC(2000, month - 1, 1)).toLocaleString("en", { month: "long", timeZone: "UTC" });
					expect(brief(`It opened on ${name} ${day}, ${year}.`)).toEqual([iso]);
					expect(brief(`It opened on ${day} ${name} ${year}.`)).toEqual([iso]);
				},
			),
		);
	});

	it("survives a megabyte of digits", () => {
		expect(() => quantitiesIn("9".repeat(1_000_000))).not.toThrow();
	});
});

describe("sameQuantity", () => {
	it.each([
		["10 km", "10,000 m", true],
		["10 km", "10 miles", false],
		["in 1944", "on 6 June 1944", true],
		["on 6 June 1944", "in 1944", false],
		["in the 1940s", "in 1944", true],
		["three people", "3 people", true],
		["5%", "5 percent", true],
		["$5 million", "$5,000,000", true],
		["version 1.2.3", "version 1.2.4", false],
		["the third", "three", false],
	])("%s from %s: %s", (sentence, quote, expected) => {
		expect(isSameQuantity(only(sentence), only(quote))).toBe(expected);
	});

	it("is true of every quantity and itself", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[0-9]{1,7}(?:\.[0-9]{1,3})? (?:km|people|MB|%)$/), (text) => {
				const [quantity] = quantitiesIn(text);
				if (quantity) expect(isSameQuantity(quantity, quantity)).toBe(true);
			}),
		);
	});
});

it("closeQuantity converts units within a tolerance", () => {
	expect(isCloseQuantity(only("50 km"), only("31 miles"), 0.02)).toBe(true);
	expect(isCloseQuantity(only("50 km"), only("33 miles"), 0.02)).toBe(false);
});

it("a place in an order is one ordinal, in digits and in words", () => {
	const ordinals = (text: string) => quantitiesIn(text).map(({ kind, text: own, value }) => [kind, own, value]);
	expect(ordinals("the thirteenth season")).toEqual([["ordinal", "thirteenth", 13]]);
	expect(ordinals("the twenty-first edition")).toEqual([["ordinal", "twenty-first", 21]]);
	expect(ordinals("the 21st edition")).toEqual([["ordinal", "21st", 21]]);
	expect(ordinals("twenty first editions")[0]?.slice(0, 2)).toEqual(["number", "twenty"]);
});
