import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine, safeText, textWidth, truncate, wrapText } from "./text.ts";

/** Any text, and text that attacks terminals. */
const nasty = fc.oneof(
	fc.string({ unit: "binary" }),
	fc
		.array(
			fc.constantFrom(
				"\u001b[2J",
				"\u001b]8;;http://x\u0007",
				"\u009b31m",
				"\u202e",
				"\r",
				"\u0008",
				"\n",
				"\t",
				"a b",
				"界",
				"👩‍👩‍👧",
				"é",
			),
		)
		.map((parts) => parts.join("")),
);

describe("text from outside", () => {
	it("holds no control character and no change of direction after cleaning", () => {
		fc.assert(
			fc.property(nasty, (text) => {
				expect(safeText(text)).not.toMatch(/(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
				expect(oneLine(text)).not.toMatch(/\p{Cc}|^\s|\s$/u);
			}),
		);
	});

	it("loses whole escape sequences and keeps its words", () => {
		expect(oneLine("\u001b[31mred\u001b[0m \u001b]0;title\u0007and\r\n plain\u202e")).toBe("red and plain");
	});
});

describe("the width of a line", () => {
	it.each([
		["plain", 5],
		["日本", 4],
		["cafe\u0301", 4],
		["👩‍👩‍👧", 2],
		["✔ ok", 4],
		["█░…", 3],
	])("%s takes %i cells", (text, cells) => {
		expect(textWidth(text)).toBe(cells);
	});

	it("is never more than the requested width after cutting or wrapping", () => {
		fc.assert(
			fc.property(nasty, fc.integer({ min: 2, max: 40 }), (text, width) => {
				const line = oneLine(text);
				expect(textWidth(truncate(line, width))).toBeLessThanOrEqual(width);
				for (const part of wrapText(line, width)) expect(textWidth(part)).toBeLessThanOrEqual(width);
				expect(wrapText(line, width).join("").replaceAll(" ", "")).toBe(line.replace(/\s/g, ""));
			}),
		);
	});
});
