import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findQuote } from "./find-quote.ts";

describe("findQuote", () => {
	it.each([
		["quotation marks", "He said “never” — twice.", `He said "never" - twice.`, "He said “never” — twice."],
		["apostrophes", "It’s 5–10 km", "It's 5-10 km", "It’s 5–10 km"],
		["ligatures", "the ﬁle is ﬂat", "the file is flat", "the ﬁle is ﬂat"],
		["marks around it", "The port is 5432. More.", "“The port is 5432.”", "The port is 5432."],
		["an ellipsis at the ends", "Since 2.1 the port is 5432 by default.", "… the port is 5432 …", "the port is 5432"],
		[
			"marks of emphasis",
			"The **default** `port` is _5432_.",
			"The default port is 5432.",
			"The **default** `port` is _5432_.",
		],
		["a full stop behind a quotation mark", "It says “open.” Then", 'It says "open". Then', "It says “open.” Then"],
		["a comma before a quotation mark", "It says “open”, then", 'It says "open," then', "It says “open”, then"],
		["bullets", "* No money\n* No market", "• No money\n• No market", "No money\n* No market"],
		["thin and narrow spaces", "12\u2009000\u202fm", "12 000 m", "12\u2009000\u202fm"],
		["unseen control characters", "the\u200b port\u0007 is 1", "the port is 1", "the\u200b port\u0007 is 1"],
		["no spaces between words", "東京は日本の首都である。", "日本の首都", "日本の首都"],
	])("ignores %s and returns the page's characters", (_, page, quote, found) => {
		expect(findQuote(page, quote)?.quote).toBe(found);
	});

	it.each([
		["another number", "It was built in 1887.", "It was built in 1889."],
		["another case", "The Port is open.", "the port is open"],
		["something left out inside", "The port, by default, is 5432.", "The port … is 5432."],
		["two places joined", "One thing. Another thing. A third.", "One thing. A third."],
		["part of a number", "It has 1,187 rooms and 5.25 floors.", "187 rooms"],
		["the start of a number", "It has 5.25 floors", "It has 5"],
		["part of a word", "The exports rose.", "ports rose"],
		["a sign of a product", "It has 2*3 rooms.", "It has 23 rooms."],
		["a sign of a name", "Set max_size now.", "Set maxsize now."],
		["an apostrophe", "It can't fail.", "It cant fail."],
		["a lower number", "It fell to - 5.", "It fell to 5."],
		["nothing", "text", "  "],
		["an ellipsis alone", "text … more", "…"],
	])("does not find %s", (_, page, quote) => {
		expect(findQuote(page, quote)).toBeUndefined();
	});

	it("takes the first place that cuts no word", () => {
		expect(findQuote("Exports, ports", "ports")).toEqual({ quote: "ports", start: 9 });
	});

	const word = fc.stringMatching(/^[A-Za-zäß0-9]{1,8}$/);
	const mark = fc.constantFrom(
		" ",
		"  ",
		"\n",
		"\u00a0",
		", ",
		" – ",
		"“",
		"” ",
		"-",
		"\u00ad",
		" ‘",
		". ",
		" \u200b",
		"𝒜 ",
	);
	const pieces = fc.array(fc.oneof(word, mark), { minLength: 1, maxLength: 40 });

	it("returns only text of the page, at its place", () => {
		fc.assert(
			fc.property(pieces, pieces, (page, quote) => {
				const text = page.join("");
				for (const wanted of [quote.join(""), quote.slice(0, 2).join(" ")]) {
					const found = findQuote(text, wanted);
					if (found) expect(text.slice(found.start, found.start + found.quote.length)).toBe(found.quote);
				}
			}),
		);
	});

	it("finds the visible text of a page, whatever its markup", () => {
		const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 2, maxLength: 20 });
		const marked = fc.array(fc.constantFrom("", "*", "**", "_", "`", "“", "\u00ad"), { minLength: 20, maxLength: 20 });
		const gaps = fc.array(fc.constantFrom(" ", "\n", "\n- ", "\n• ", "\u00a0"), { minLength: 20, maxLength: 20 });
		fc.assert(
			fc.property(words, marked, gaps, (seen, marks, between) => {
				const page = seen.map((word, at) => `${marks[at]}${word}${marks[at]}${between[at]}`).join("");
				const found = findQuote(`Before. ${page} After.`, seen.join(" "));
				expect(found?.quote.replace(/[^A-Za-z]/g, "")).toBe(seen.join(""));
			}),
		);
	});

	it("finds whole words of a page however their marks were copied", () => {
		const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 3, maxLength: 20 });
		const gaps = [" ", "\n", " — ", " “", "” ", "\u00a0 ", "\u00ad "];
		const copied: Record<string, string> = {
			" — ": " - ",
			" “": ' "',
			"” ": "' ",
			"\u00a0 ": " ",
			"\n": " ",
			"\u00ad ": " ",
		};
		fc.assert(
			fc.property(
				words,
				fc.array(fc.constantFrom(...gaps), { minLength: 20, maxLength: 20 }),
				fc.nat(),
				(all, marks, seed) => {
					const from = seed % (all.length - 1);
					const joined = (change: (gap: string) => string, first: number) =>
						all
							.map((one, at) => (at < first ? "" : one + (at + 1 < all.length ? change(marks[at] ?? " ") : "")))
							.join("");
					const found = findQuote(
						joined((gap) => gap, 0),
						joined((gap) => copied[gap] ?? gap, from),
					);
					expect(found).toBeDefined();
					expect(found?.quote.endsWith(all.at(-1) ?? "")).toBe(true);
				},
			),
		);
	});
});
