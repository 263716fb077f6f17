import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entitiesIn } from "./entities.ts";
import { hasNegation, negatedWordStarts } from "./negation.ts";
import { plainTitle, resolvePronoun } from "./pronouns.ts";
import { sentencesIn } from "./sentences.ts";
import { stem } from "./stem.ts";
import { antonyms, isKindOf, nounKind } from "./wordnet.ts";
import { keywords, wordsIn } from "./words.ts";

const rubbish = fc.oneof(
	fc.string({ unit: "binary", maxLength: 300 }),
	fc.string({ unit: "grapheme", maxLength: 120 }),
	fc
		.array(
			fc.constantFrom(
				"Dr.",
				"U.S.",
				"(",
				")",
				"\n",
				"\n\n",
				"- ",
				"# ",
				"| a | b |",
				"```",
				"The end.",
				"3.5",
				"“Yes.”",
				"\u0000",
				"שלום",
				"👩‍👩‍👧",
				"e.g.",
			),
			{ maxLength: 30 },
		)
		.map((parts) => parts.join(" ")),
);

describe("sentencesIn", () => {
	const texts = (text: string) => sentencesIn(text).map((sentence) => sentence.text);

	it.each([
		["Dr. J. R. R. Tolkien (b. 3 Jan. 1892) wrote it. He died.", 2],
		["He lived in the U.S. for 3.5 years. Then he left.", 2],
		["Apple Inc. was founded by S. Jobs. In 1976 it was small.", 2],
		["See Fig. 3.[12] It shows more.", 2],
		["Version 1.2.3 is out! Is it? Yes.", 3],
		['He said "Go." She left.', 2],
		["(It is short.) A long one follows.", 2],
		["今日は晴れ。明日は雨。", 2],
		["It was hard\nwrapped in 1990.", 1],
	])("splits %s", (text, count) => {
		expect(texts(text)).toHaveLength(count);
	});

	it("distinguishes headings, items, rows and code, and knows the headings above", () => {
		const text =
			"# Guide\n\nIntro text here.\n\n## Ports\n\n- First item.\n- Second item\n  goes on.\n\n| Name | Value |\n|---|---|\n| port | 5432 |\n\n```\nrun. It. Now.\n```\n";
		const found = sentencesIn(text);
		expect(found.map((sentence) => sentence.kind)).toEqual([
			"heading",
			"prose",
			"heading",
			"item",
			"item",
			"row",
			"row",
			"code",
		]);
		expect(found.find((sentence) => sentence.text.includes("5432"))?.headings).toEqual(["Guide", "Ports"]);
		expect(found.find((sentence) => sentence.text.startsWith("- Second"))?.text).toBe("- Second item\n  goes on.");
	});

	it("separates at every line end when `lineEnds` is set", () => {
		const text = "max_connections (integer)\nDetermines the maximum.";
		expect(sentencesIn(text, { lineEnds: true })).toHaveLength(2);
	});

	it("gives exact, ascending places for any text, and the same again", () => {
		fc.assert(
			fc.property(rubbish, (text) => {
				const found = sentencesIn(text);
				let end = 0;
				for (const sentence of found) {
					expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
					expect(sentence.start).toBeGreaterThanOrEqual(end);
					end = sentence.end;
				}
				expect(sentencesIn(text)).toEqual(found);
			}),
		);
	});
});

describe("words", () => {
	it("keeps words of code and numbers whole", () => {
		expect(wordsIn("don't set max_connections to 1,234.5 now").map((word) => word.text)).toEqual([
			"don't",
			"set",
			"max_connections",
			"to",
			"1,234.5",
			"now",
		]);
	});

	it("stems as Porter2 does", () => {
		const pairs = {
			relational: "relat",
			populations: "popul",
			hopping: "hop",
			agreed: "agre",
			generalizations: "general",
			generates: "generat",
			oscillators: "oscil",
			universities: "univers",
		};
		for (const [word, expected] of Object.entries(pairs)) expect(stem(word)).toBe(expected);
	});

	it("finds a question's keywords without question words", () => {
		expect(keywords("What is the default value of max_connections in PostgreSQL?")).toEqual([
			"default",
			"value",
			"max_connections",
			"postgresql",
		]);
	});
});

describe("entitiesIn", () => {
	const named = (text: string) => entitiesIn(text).map((entity) => `${entity.text}: ${entity.type}`);

	it("finds names with their kinds", () => {
		expect(named("In 1988, Barack Obama enrolled at Harvard Law School in Cambridge, Massachusetts.")).toEqual([
			"Barack Obama: person",
			"Harvard Law School: organization",
			"Cambridge: place",
			"Massachusetts: place",
		]);
		expect(named('He directed "Big Stone Gap" with J. R. R. Tolkien.')).toEqual([
			"Big Stone Gap: work",
			"J. R. R. Tolkien: person",
		]);
	});

	it("does not take words in capitals, first words, months and peoples for names", () => {
		expect(named("VACUUM specifies more. Specifies the French IDs. Estimated in May.")).toEqual([]);
	});

	it("splits two names at `and`, keeps a title together", () => {
		expect(named("Anna Smith and Bert Jones met.")).toEqual(["Anna Smith: person", "Bert Jones: person"]);
		expect(named("It was shown in the film Kiss and Tell.")).toEqual(["Kiss and Tell: other"]);
	});

	it("gives exact places for any text", () => {
		fc.assert(
			fc.property(rubbish, (text) => {
				for (const { text: name, start, end } of entitiesIn(text)) expect(text.slice(start, end)).toBe(name);
			}),
		);
	});
});

describe("negation and opposites", () => {
	it("covers the words after a negation up to the end of its scope", () => {
		const text = "It does not support joins, but it supports views.";
		const negated = [...negatedWordStarts(text)].map((at) => text.slice(at).split(/\W/)[0]);
		expect(negated).toEqual(["support", "joins"]);
	});

	it("distinguishes `not only` from `not`", () => {
		expect(hasNegation("It is not only fast.")).toBe(false);
		expect(hasNegation("It isn't fast.")).toBe(true);
	});

	it("knows opposites and kinds from WordNet", () => {
		expect(antonyms("increases")).toContain("decrease");
		expect(isKindOf("guitar", "instrument")).toBe(true);
		expect(isKindOf("guitar", "city")).toBe(false);
		expect(nounKind("author")).toBe("person");
		expect(nounKind("xyzzyq")).toBeUndefined();
	});
});

describe("readableAlone", () => {
	const known = {
		title: "Tower Bridge",
		person: undefined,
		thing: undefined,
		aboutPerson: false,
	};

	it.each([
		["It opened in 1894.", "Tower Bridge opened in 1894."],
		["Its length is 240 m.", "Tower Bridge's length is 240 m."],
		["In 1974, it was repainted.", "In 1974, Tower Bridge was repainted."],
		["The launcher starts a worker.", "The launcher starts a worker."],
		["It was found that steel rusts.", "It was found that steel rusts."],
		["He was born in 1900.", "He was born in 1900."],
		["They opened in 1894.", "They opened in 1894."],
		["Their length is 240 m.", "Their length is 240 m."],
	])("%s", (sentence, expected) => {
		expect(resolvePronoun(sentence, known)).toBe(expected);
	});

	it.each(["Frequently asked questions", "The origins of Larkdb", "timeline", "Binary Packages"])(
		"a title that is no name of one thing stands for no pronoun: %s",
		(title) => {
			expect(resolvePronoun("If you run it, it will also prune.", { title, aboutPerson: false })).toContain(" it will");
			expect(resolvePronoun("Its format changed twice.", { title, aboutPerson: false })).toMatch(/^Its/);
		},
	);

	it("drops sites, disambiguations and numbers of sections from titles", () => {
		expect(plainTitle("Mercury (planet) - Wikipedia")).toBe("Mercury");
		expect(plainTitle("25.1. Routine Vacuuming")).toBe("Routine Vacuuming");
	});
});
